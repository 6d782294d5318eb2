"""Placeholders of programming languages: the syntax, and the comparison of placeholders in source and translation.

The functions of the module `programming` return syntaxes; everything else is in this module. All patterns take linear
time on any text. Repetitions are possessive where backtracking is useless. The length inside a placeholder is limited,
because otherwise the search for a missing end would read the rest of the text at every opening.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from transtats_cli.checks.needs import Needs
from transtats_cli.checks.pairing import FormPair, find_first_problem, may_omit_number
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import refuse_longer_than
from transtats_cli.model import PLURAL_SEPARATOR

MAX_TEXT_LENGTH = 1_000_000
"""Limit on the length of a text in characters. The placeholders of longer texts might not fit into memory."""
_MAX_NAMED_PLACEHOLDERS = 3
_MAX_PLACEHOLDER_LENGTH = 40
_Placeholders = Sequence[tuple[str, str]]
"""Placeholders of a text. Each item contains the text to compare, and the placeholder as written."""


def is_unnumbered_placeholder(text: str) -> bool:
    """Return True if a placeholder of the C family has no number. Return False for an escaped percent sign."""
    return "$" not in text and text != "%"


_compile = cache(re.compile)


class PlaceholderSyntax(NamedTuple):
    """Placeholder syntax of one programming language or library."""

    regex: str
    """Regular expression that matches a placeholder, with one group or without groups.

    The group contains the text to compare, and every match includes the group. Without a group, the text to compare is
    the whole match.
    """
    normalise_text: Callable[[str], str] | None = None
    """Function that returns a text to compare without characters that do not matter, such as blanks."""
    is_positional: Callable[[str], bool] = lambda _text: False
    """Function that returns True if a placeholder takes the next value, so that the order of placeholders matters."""
    ignored_texts: frozenset[str] = frozenset()
    """Texts to compare of matches that are not placeholders, such as the escaped percent sign `%%`."""
    find_target_problem: Callable[[str], str | None] | None = None
    """Function that returns a problem of a target, regardless of the source, or None if there is no such problem."""
    applies_to_string: Callable[[CheckedString], bool] | None = None
    """Function that returns True if the check applies to a string. If None, the flags of the string alone decide."""
    target_problem_marks: str = ""
    """Characters without which `find_target_problem` finds no problem. If empty, it is called for every target."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled regular expression. Compiled on first use, because a component has placeholders of few languages."""
        return _compile(self.regex)

    @property
    def needs(self) -> Needs:
        return Needs(test=self.may_differ)

    def may_differ(self, source: str, target: str) -> bool:
        """Return False if the check cannot fail on a source and a target, each with all plural forms.

        The check cannot fail if the pattern has the same matches in all forms of source and target, because then no
        placeholder differs.
        """
        if len(source) > MAX_TEXT_LENGTH or len(target) > MAX_TEXT_LENGTH:
            return True
        marks = self.target_problem_marks
        if self.find_target_problem is not None and (not marks or any(map(target.__contains__, marks))):
            return True
        find_matches = self.pattern.findall
        expected, *others = map(find_matches, source.split(PLURAL_SEPARATOR))
        others += map(find_matches, filter(None, target.split(PLURAL_SEPARATOR)))
        return others.count(expected) != len(others)

    def text_of_match(self, match: re.Match[str]) -> str:
        """Return the text to compare, given a match of the pattern."""
        text: str = match[match.re.groups]
        return self.normalise_text(text) if self.normalise_text else text


def find_placeholder_problem(syntax: PlaceholderSyntax, checked_string: CheckedString) -> str | None:
    """Return the first problem with the placeholders of a string, or None. Raise NotChecked if a text is too long."""
    if syntax.applies_to_string is not None and not syntax.applies_to_string(checked_string):
        return None
    refuse_longer_than(MAX_TEXT_LENGTH, *checked_string.sources, *checked_string.targets)
    return find_first_problem(
        pair_placeholder_forms(checked_string, lambda text: syntax.pattern.search(text) is not None),
        lambda pair: compare_placeholders(
            syntax, pair.source, pair.target, may_omit_placeholders=pair.may_omit_placeholders
        ),
    )


def compare_placeholders(
    syntax: PlaceholderSyntax, source: str, target: str, *, may_omit_placeholders: bool = False
) -> str | None:
    """Return a message about a problem with the placeholders of one target form, or None if there is no problem.

    `source` is the source form that the target form is compared with. If `may_omit_placeholders` is True, placeholders
    of the source form may be absent from the target form.
    """
    if not source or not target:
        return None
    expected, found = _find_placeholders(syntax, source), _find_placeholders(syntax, target)
    if _are_different(syntax, expected, found, may_omit_placeholders=may_omit_placeholders):
        return _explain_difference(expected, found)
    return syntax.find_target_problem(target) if syntax.find_target_problem else None


def find_highlights(syntax: PlaceholderSyntax, text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the placeholders of a text, and of escaped characters such as `%%`."""
    refuse_longer_than(MAX_TEXT_LENGTH, text)
    if syntax.applies_to_string is None or syntax.applies_to_string(checked_string):
        for match in syntax.pattern.finditer(text):
            yield match.span()


def find_unnamed_placeholder_spans(syntax: PlaceholderSyntax, text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the placeholders that have no name or number. Such a placeholder takes the next value."""
    refuse_longer_than(MAX_TEXT_LENGTH, text)
    for match in syntax.pattern.finditer(text):
        if syntax.is_positional(syntax.text_of_match(match)):
            yield match.span()


def _are_different(
    syntax: PlaceholderSyntax, in_source: _Placeholders, in_target: _Placeholders, *, may_omit_placeholders: bool
) -> bool:
    expected, found = ([compared for compared, _ in side] for side in (in_source, in_target))
    if expected == found:
        return False
    if not may_omit_placeholders:
        return sorted(expected) != sorted(found) or any(map(syntax.is_positional, expected))
    if any(map(syntax.is_positional, expected)):
        # The order matters. Only placeholders at the end may be left out.
        return expected[: len(found)] != found
    return bool(Counter(found) - Counter(expected))


def _find_placeholders(syntax: PlaceholderSyntax, text: str) -> _Placeholders:
    found = ((syntax.text_of_match(match), match[0]) for match in syntax.pattern.finditer(text))
    return [placeholder for placeholder in found if placeholder[0] not in syntax.ignored_texts]


def _explain_difference(expected: _Placeholders, actual: _Placeholders) -> str:
    """Return a message that names the missing and extra placeholders of a translation, or reports a different order."""
    written = {compared: _shorten_placeholder(text) for compared, text in (*actual, *expected)}
    in_source, in_target = (Counter(compared for compared, _ in side) for side in (expected, actual))
    missing, extra = in_source - in_target, in_target - in_source
    clauses = (
        ([text for text in missing if text not in in_target], "is missing", "are missing"),
        ([text for text in missing if text in in_target], *_list_frequency_phrases("less")),
        ([text for text in extra if text not in in_source], "is not in the source", "are not in the source"),
        ([text for text in extra if text in in_source], *_list_frequency_phrases("more")),
    )
    sentences = (
        f"{_join_names([written[text] for text in texts])} {singular if len(texts) == 1 else plural}"
        for texts, singular, plural in clauses
        if texts
    )
    return ", ".join(sentences) or "the order of the placeholders differs"


def _list_frequency_phrases(comparison: str) -> tuple[str, str]:
    return f"occurs {comparison} often than in the source", f"occur {comparison} often than in the source"


def _join_names(names: Sequence[str]) -> str:
    """Join names of placeholders: `a`, `a and b`, `a, b and c`, `a, b, c and 2 more`."""
    shown = list(names[:_MAX_NAMED_PLACEHOLDERS])
    if len(names) > _MAX_NAMED_PLACEHOLDERS:
        shown.append(f"{len(names) - _MAX_NAMED_PLACEHOLDERS} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _shorten_placeholder(written: str) -> str:
    text = " ".join(written.split()) if "\n" in written else written
    return text if len(text) <= _MAX_PLACEHOLDER_LENGTH else text[: _MAX_PLACEHOLDER_LENGTH - 1] + "…"


def pair_placeholder_forms(
    checked_string: CheckedString, has_placeholders: Callable[[str], bool]
) -> Iterator[FormPair]:
    """Yield the pairs of a source form and a target form to compare in a string.

    The first target form is compared with the source singular, all other target forms with the source plural. The
    source plural is also used for the first target form if only the plural has placeholders, or if there is only one
    target form. If there is only one source form, only the first target form is compared. With the flag
    `strict-format`, the first target form must have all placeholders, even if it is used for one count.
    """
    sources, targets = checked_string.sources, checked_string.targets
    if len(sources) == 1:
        yield FormPair(0, sources[0], targets[0])
        return
    singular, plural = sources[:2]
    if len(targets) == 1:
        yield FormPair(0, plural, targets[0])
        return
    if not has_placeholders(singular) and has_placeholders(plural):
        singular = plural
    may_omit_placeholders = "strict-format" not in checked_string.flags and may_omit_number(
        checked_string.plural, 0, is_strict=checked_string.languages.has_strict_plurals
    )
    yield FormPair(1, singular, targets[0], may_omit_placeholders)
    for form, target in enumerate(targets[1:], start=1):
        yield FormPair(form + 1, plural, target, may_omit_number(checked_string.plural, form, is_strict=True))
