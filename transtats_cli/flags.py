r"""Parser for flags of strings, for example `c-format, max-length:10, regex:r"^[A-Z]"`.

Commas separate items. An item is the name of a flag, followed by the values of the flag. Colons separate name and
values. A value is bare, quoted, or a regular expression in `r"..."`. A later item replaces an earlier item with the
same name. `discard:NAME` removes an earlier flag of the same string, but no flag of a component or a file format.
"""

import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache

_BARE_VALUE_REGEX = r"""[^\s,:'"](?:[^,:'"]*[^\s,:'"])?"""
_DOUBLE_QUOTED_REGEX = r'"(?:[^"\\]|\\.)*"'
_SINGLE_QUOTED_REGEX = r"'(?:[^'\\]|\\.)*'"
_VALUE_REGEX = rf"r{_DOUBLE_QUOTED_REGEX}|{_DOUBLE_QUOTED_REGEX}|{_SINGLE_QUOTED_REGEX}|{_BARE_VALUE_REGEX}|"
# Possessive quantifiers prevent backtracking in lines that do not match.
_FLAG_ITEM_REGEX = rf"""\s*+(?P<name>{_BARE_VALUE_REGEX})?(?P<values>(?:\s*+:\s*+(?:{_VALUE_REGEX}))*+)\s*+(?:,|\Z)"""
_NEXT_VALUE_REGEX = rf"(?s)\s*:\s*({_VALUE_REGEX})"
_UNQUOTED_REGEX = r"""[^\s,:'"\\]+"""
_ESCAPE_SEQUENCE_REGEX = r"""\\([\\'"ntrf])"""
_AMBIGUOUS_BACKSLASH_REGEX = r"""\\(?=[\\'"ntrf\n\t\r\f]|\Z)"""
_ESCAPED_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_FLAG_ALIASES = {"markdown-text": "md-text"}
_IGNORED_FLAG_NAMES = {"fuzzy", "#"}
READ_ONLY = frozenset({"read-only"})
"""Names of the flags that make a string read-only."""
MARKUP_FLAGS = frozenset({"xml-text", "safe-html", "auto-safe-html"})
"""Names of the flags that readers set for the markup in the texts, if the file does not set them itself."""
_MAX_CACHED_LENGTH = 1000
"""Length of the longest line of flags whose parsed result is cached, in characters. Long lines are rarely repeated."""
_MAX_COMPILED_LENGTH = 10_000
"""Length of the longest regular expression that is compiled to find errors in it, in characters. Checks do not use
longer expressions, and a megabyte would take seconds and much memory."""


class RegexValue(str):
    """Value of a flag that was written as a regular expression: `r"..."`. Not equal to a text with the same characters.

    Flags with equal values have equal effects, so the results of checks are cached by flags.
    """

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RegexValue) and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class Flags:
    """Immutable set of flags of a string, with the values of each flag."""

    __slots__ = ("_discarded", "_values")

    def __init__(self, values: dict[str, tuple[str, ...]], discarded: frozenset[str] = frozenset()) -> None:
        self._values = values
        self._discarded = discarded
        """Names of the flags that are removed from earlier flags when these flags are joined to earlier flags."""

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __bool__(self) -> bool:
        return bool(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flags) and self._values == other._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Flags({str(self)!r})"

    def __str__(self) -> str:
        """Return the flags as text, sorted by name. The function `parse_flags` accepts this text."""
        return ", ".join(
            ":".join([name, *(_quote_flag_value(value) for value in self._values[name])])
            for name in sorted(self._values)
        )

    @property
    def is_read_only(self) -> bool:
        return not READ_ONLY.isdisjoint(self._values)

    @property
    def read_only_names(self) -> list[str]:
        """Names of those flags that make the string read-only, sorted."""
        return sorted(READ_ONLY.intersection(self._values))

    def values_of(self, flag_name: str) -> tuple[str, ...]:
        """Return the values of a flag. Empty if the flag has no values or is not set."""
        return self._values.get(flag_name, ())

    def joined_with(self, later_flags: "Flags") -> "Flags":
        """Return these flags combined with later flags. Later flags replace earlier flags with the same name."""
        if not later_flags and not later_flags._discarded:
            return self
        kept = {name: values for name, values in self._values.items() if name not in later_flags._discarded}
        return Flags(kept | later_flags._values, self._discarded | later_flags._discarded)

    def overridden_by(self, later_flags: "Flags") -> "Flags":
        """Return these flags combined with flags that take precedence, for example component flags with string flags.

        If both contain a flag, the values in `later_flags` are used. Unlike in `joined_with`, `discard:NAME` in
        `later_flags` removes no flag.
        """
        return Flags(self._values | later_flags._values) if later_flags else self

    def without(self, names: frozenset[str]) -> "Flags":
        if names.isdisjoint(self._values):
            return self
        kept = {name: values for name, values in self._values.items() if name not in names}
        return Flags(kept, self._discarded) if kept or self._discarded else NO_FLAGS


NO_FLAGS = Flags({})
LOCKED_STRING_FLAGS = Flags({"read-only": ()})
"""Flags added to strings that no flag of the file locks: source strings, and TBX terms that are not translatable."""


def parse_flags(flags_text: str) -> Flags:
    """Parse one line of flags. Raises ValueError if the line is invalid."""
    return _parse_flags_cached(flags_text) if len(flags_text) <= _MAX_CACHED_LENGTH else parse_flag_lines((flags_text,))


def parse_flag_lines(lines: Iterable[str]) -> Flags:
    """Parse several lines of flags in order. Raises ValueError at the first invalid line."""
    found: dict[str, tuple[str, ...]] = {}
    discarded: set[str] = set()
    for name, values in (item for line in lines for item in _parse_flag_items(line)):
        # A name with a semicolon is a list in the wrong notation: `c-format; no-wrap`.
        if name in _IGNORED_FLAG_NAMES or ";" in name:
            continue
        if name == "discard":
            discarded.update(values)
            for removed in values:
                found.pop(removed, None)
        else:
            found[_FLAG_ALIASES.get(name, name)] = values
    return Flags(found, frozenset(discarded)) if found or discarded else NO_FLAGS


@lru_cache(maxsize=4096)
def _parse_flags_cached(flags_text: str) -> Flags:
    return parse_flag_lines((flags_text,))


def _parse_flag_items(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and the values of each flag in a line. Raises ValueError if the line is invalid."""
    position = 0
    pattern = re.compile(_FLAG_ITEM_REGEX, re.DOTALL)
    while position < len(text):
        item = pattern.match(text, position)
        if item is None:
            raise ValueError(f"the flags {text.strip()!r} cannot be read at {text[position:].strip()!r}")
        position = item.end()
        if item["name"] is not None:
            values = re.findall(_NEXT_VALUE_REGEX, item["values"])
            yield item["name"], tuple(value for written in values for value in _unquote_flag_value(written))
        elif item["values"]:
            raise ValueError(f"the flags {text.strip()!r} hold values without a name")


def _unquote_flag_value(written: str) -> list[str]:
    if written.startswith('r"'):
        return [_parse_regex_value(written[2:-1])]
    if written[:1] not in ("'", '"'):
        return [written]
    value = re.sub(_ESCAPE_SEQUENCE_REGEX, lambda escape: _ESCAPED_CHARACTERS.get(escape[1], escape[1]), written[1:-1])
    # A quoted separator counts as the separator itself, so it gives two empty values. Line breaks alone are dropped.
    if value in (":", ","):
        return ["", ""]
    return ["" if not value.strip("\r\n") else value]


def _parse_regex_value(written: str) -> RegexValue:
    expression = written.replace('\\"', '"')
    if len(expression) > _MAX_COMPILED_LENGTH:
        return RegexValue(expression)
    if fault := find_regex_fault(expression):
        raise ValueError(f"the regular expression {expression!r} cannot be compiled: {fault}")
    return RegexValue(expression)


def find_regex_fault(expression: str) -> str:
    """Return the reason why Python cannot compile a regular expression. '' if it can."""
    try:
        # Python would print a warning about an expression such as `[[a]` to standard error.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""


def _quote_flag_value(value: str) -> str:
    if isinstance(value, RegexValue):
        return 'r"' + value.replace('"', '\\"') + '"'
    if not value or re.fullmatch(_UNQUOTED_REGEX, value):
        return value
    escaped = re.sub(_AMBIGUOUS_BACKSLASH_REGEX, r"\\\\", value).replace('"', '\\"')
    for letter, character in _ESCAPED_CHARACTERS.items():
        escaped = escaped.replace(character, "\\" + letter)
    return f'"{escaped}"'
