"""ICU MessageFormat: the parser for its messages, and the checks of source and translation.

Only this module uses pyicumessageformat. Its parser is slow and recursive. NotChecked is raised for a text that is too
long, or that is nested so deeply that Python raises RecursionError.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from pyicumessageformat import Parser  # type: ignore[import-untyped]  # it has no types

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.pairing import find_first_problem
from transtats_cli.checks.placeholders.format_strings import pair_placeholder_forms
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import Flags
from transtats_cli.limits import NotChecked, refuse_longer_than
from transtats_cli.plurals import PLURAL_CATEGORIES

_MAX_TEXT_LENGTH = 50_000
_MAX_CACHED_LENGTH = 1000
_NUMERIC_TYPES = frozenset({"number", "plural", "selectordinal"})
_NUMERIC_NAMES = frozenset({"count", "number"})
_TAG_TYPE = "tag"

MessageNode = dict[str, Any]
"""Argument or tag of a message, as the parser returns it."""


class IcuMessageError(Exception):
    """Error for a text that is not a valid ICU message. Contains the reason."""


class IcuGrammar(NamedTuple):
    """Options of the ICU parser: if tags are parsed, if every `<` begins a tag, and the prefix of the names of tags."""

    parses_tags: bool = False
    is_every_angle_a_tag: bool = False
    tag_name_prefix: str | None = None

    @classmethod
    def from_flags(cls, flags: Flags) -> "IcuGrammar":
        options, prefixes = flags.values_of("icu-flags"), flags.values_of("icu-tag-prefix")
        is_strict = "strict-xml" in options
        return cls(is_strict or "xml" in options, is_strict, prefixes[0] if prefixes else None)


class IcuArgument:
    """Argument or tag of an ICU message, with the properties of all its occurrences in the message."""

    def __init__(self, occurrences: list[MessageNode]) -> None:
        self.argument_types: set[str] = {node["type"] for node in occurrences if "type" in node}
        self.selectors: set[str] = {selector for node in occurrences for selector in node.get("options", ())}
        # Occurrences without a type are ignored. If no occurrence has one, the name decides.
        self.is_numeric = (
            self.argument_types <= _NUMERIC_TYPES if self.argument_types else occurrences[0]["name"] in _NUMERIC_NAMES
        )
        self.notations = {
            "an argument"
            if node.get("type") != _TAG_TYPE
            else "a tag with content"
            if "contents" in node
            else "an empty tag"
            for node in occurrences
        }


IcuArguments = dict[str, IcuArgument]
"""Arguments and tags of a message, by name."""


def _is_plain(text: str) -> bool:
    """True if a text can contain no argument, no tag and no error."""
    return "{" not in text and "}" not in text and "<" not in text


def parse_icu_arguments(text: str, grammar: IcuGrammar) -> IcuArguments:
    """Return the arguments and tags of an ICU message by name. Raise IcuMessageError if the text is not a message."""
    occurrences: dict[str, list[MessageNode]] = {}
    for node in _find_message_nodes(text, grammar):
        occurrences.setdefault(node["name"], []).append(node)
    return {name: IcuArgument(nodes) for name, nodes in occurrences.items()}


def _find_message_nodes(text: str, grammar: IcuGrammar) -> Iterator[MessageNode]:
    parse = _parse_icu_message if len(text) > _MAX_CACHED_LENGTH else _parse_icu_message_cached
    pending: list[Any] = [parse(text, grammar)]
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            pending.extend(reversed(part))
        elif isinstance(part, dict):
            yield part
            pending.append(part.get("contents", []))
            pending.append(list(part.get("options", {}).values()))


def _parse_icu_message(text: str, grammar: IcuGrammar) -> list[Any]:
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    try:
        parsed: list[Any] = _create_icu_parser(grammar).parse(text)
    except SyntaxError as error:
        if isinstance(error.__context__, RecursionError):
            raise NotChecked("the message is nested too deeply for this check") from error
        # If the text ends too early, the message of the error can be empty.
        reason = (error.msg or "It ends too early").replace('"<EOF>"', "the end")
        raise IcuMessageError(reason[0].lower() + reason[1:]) from error
    except ValueError as error:
        raise NotChecked("the message has an offset of more digits than this check can read") from error
    return parsed


# Cached, because each language has the same sources.
_parse_icu_message_cached = lru_cache(maxsize=4096)(_parse_icu_message)


@lru_cache(maxsize=64)
def _create_icu_parser(grammar: IcuGrammar) -> Parser:
    return Parser(
        {
            "include_indices": True,
            "loose_submessages": True,
            "allow_format_spaces": True,
            "require_other": False,
            "allow_tags": grammar.parses_tags,
            "strict_tags": grammar.is_every_angle_a_tag,
            "tag_prefix": grammar.tag_name_prefix,
            "tag_type": _TAG_TYPE,
        }
    )


_PLURAL_TYPES = frozenset({"plural", "selectordinal"})


@Needs(test=lambda source, target: not (_is_plain(source) and _is_plain(target))).to_fail
def icu_message_format(checked_string: CheckedString) -> str | None:
    """
    ICU MessageFormat: a translation can be read, and its arguments, selectors and tags fit the source.

    Good:  "{n, plural, one {# day} other {# days}}"  ->  "{n, plural, one {# den} few {# dny} other {# dnů}}"
    Bad:   "Hello {name}"                             ->  "Ahoj {jméno}"
    Bad:   "{n, plural, one {# day} other {# days}}"  ->  "{n, plural, one {# den}}"

    Checked where the flag `icu-message-format` is set. `icu-flags` tells how: with `xml` tags are read, with
    `strict-xml` every `<` begins one, `icu-tag-prefix:P` reads only tags whose name begins with P; and
    `-require_other`, `-extra`, `-missing`, `-plural_selectors`, `-submessage_selectors`, `-types`, `-tags` each leave
    one rule out.
    """
    grammar = IcuGrammar.from_flags(checked_string.flags)
    options = checked_string.flags.values_of("icu-flags")
    rules = [rule for name, rule in _ARGUMENT_RULES.items() if f"-{name}" not in options]
    return find_first_problem(
        pair_placeholder_forms(checked_string, lambda _: True),
        lambda pair: _find_problem(pair.source, pair.target, grammar, rules) if pair.source and pair.target else None,
    )


def highlight_icu_message_format(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the span of each ICU argument without submessages, and of each tag without content."""
    if _is_plain(text):
        return
    try:
        for node in _find_message_nodes(text, IcuGrammar.from_flags(checked_string.flags)):
            if not node.keys() & {"options", "contents", "hash"}:
                yield node["start"], node["end"]
    except (IcuMessageError, NotChecked):
        return


def _find_problem(source: str, target: str, grammar: IcuGrammar, rules: list["ArgumentRule"]) -> str | None:
    try:
        found = parse_icu_arguments(target, grammar)
    except IcuMessageError as error:
        return f"the message cannot be read: {error}"
    with suppress(IcuMessageError):
        expected = parse_icu_arguments(source, grammar)
        return next((sentence for rule in rules for sentence in rule(expected, found)), None)
    return None


def _find_unknown_plural_selectors(name: str, _: IcuArgument, argument: IcuArgument) -> Iterator[str]:
    if _PLURAL_TYPES & argument.argument_types:
        for selector in sorted(argument.selectors.difference(PLURAL_CATEGORIES)):
            if not selector.startswith("="):
                yield f"{name} has the selector {selector}, which no plural knows"


def _find_unknown_selectors(name: str, original: IcuArgument, argument: IcuArgument) -> Iterator[str]:
    if "select" in original.argument_types & argument.argument_types:
        for selector in sorted(argument.selectors - original.selectors):
            yield f"{name} has the selector {selector}, which the source does not have"


def _find_changed_types(name: str, original: IcuArgument, argument: IcuArgument) -> Iterator[str]:
    if not original.is_numeric:
        for type_ in sorted(argument.argument_types - original.argument_types):
            yield f"{name} has the type {type_}, which it does not have in the source"
    elif not argument.is_numeric:
        yield f"{name} is a number in the source only"


def _find_changed_notations(name: str, original: IcuArgument, argument: IcuArgument) -> Iterator[str]:
    if original.notations != argument.notations:
        before, after = (" and ".join(sorted(one.notations)) for one in (original, argument))
        yield f"{name} is {before} in the source and {after} in the translation"


def _for_common_arguments(rule: Callable[[str, IcuArgument, IcuArgument], Iterator[str]]) -> "ArgumentRule":
    """Return a rule for messages from a rule for an argument that source and translation have."""
    return lambda expected, actual: (
        problem for name, each in expected.items() if name in actual for problem in rule(name, each, actual[name])
    )


ArgumentRule = Callable[[IcuArguments, IcuArguments], Iterator[str]]
"""Function that yields the problems of a translation, given the arguments of the source and of the translation."""

_ARGUMENT_RULES: dict[str, ArgumentRule] = {
    "require_other": lambda _, actual: (
        f"{name} has no selector other"
        for name, argument in actual.items()
        if argument.selectors and "other" not in argument.selectors
    ),
    "extra": lambda expected, actual: (f"{name} is not in the source" for name in actual if name not in expected),
    "missing": lambda expected, actual: (f"{name} is missing" for name in expected if name not in actual),
    "plural_selectors": _for_common_arguments(_find_unknown_plural_selectors),
    "submessage_selectors": _for_common_arguments(_find_unknown_selectors),
    "types": _for_common_arguments(_find_changed_types),
    "tags": _for_common_arguments(_find_changed_notations),
}
"""Rules by name. The value `-NAME` of the flag `icu-flags` switches a rule off."""


def icu_message_format_syntax(checked_string: CheckedString) -> str | None:
    """
    Syntax of ICU MessageFormat: a source is a message that can be read.

    Good:  "{count, plural, one {# file} other {# files}}"
    Bad:   "{count, plural, one {# file} other {# files}"

    Checked where the flag `icu-message-format` is set.
    """
    try:
        parse_icu_arguments(checked_string.sources[0], IcuGrammar.from_flags(checked_string.flags))
    except IcuMessageError as error:
        return f"the message cannot be read: {error}"
    return None
