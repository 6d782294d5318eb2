"""Placeholders of programming languages: the syntax, and the comparison of placeholders in source and translation.

The module of a format check defines an `ID` and a `FORMAT`; everything else is in this module. All patterns take linear
time on any text. Repetitions are possessive where backtracking is useless. The length inside a placeholder is limited,
because otherwise the search for a missing end would read the rest of the text at every opening.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import refuse_longer_than

if TYPE_CHECKING:
    from transtats_cli.checks.placeholders.format_sentences import Placeholder

MAX_TEXT_LENGTH = 1_000_000
"""Limit on the length of a text in characters. The placeholders of longer texts might not fit into memory."""
_SHORT_MESSAGE = "the placeholders differ"


def remove_blanks(text: str) -> str:
    """Return a placeholder without blanks, for languages that ignore blanks in placeholders."""
    return "".join(text.split())


def never_positional(_text: str) -> bool:
    """Return False for any placeholder, for languages in which order does not matter.

    In most of these languages, each placeholder has a name or number.
    """
    return False


def always_positional(_text: str) -> bool:
    """Return True for any placeholder, for languages in which no placeholder has a name or number."""
    return True


def is_unnumbered_placeholder(text: str) -> bool:
    """Return True if a placeholder of the C family has no number. Return False for an escaped percent sign."""
    return "$" not in text and text != "%"


class PlaceholderSyntax(NamedTuple):
    """Placeholder syntax of one programming language or library."""

    pattern: re.Pattern[str]
    """Pattern that matches a placeholder, with one group or without groups.

    The group contains the text to compare, and every match includes the group. Without a group, the text to compare is
    the whole match.
    """
    normalise_text: Callable[[str], str] | None = None
    """Function that returns a text to compare without characters that do not matter, such as blanks."""
    is_positional: Callable[[str], bool] = never_positional
    """Function that returns True if a placeholder takes the next value, so that the order of placeholders matters."""
    ignored_texts: frozenset[str] = frozenset()
    """Texts to compare of matches that are not placeholders, such as the escaped percent sign `%%`."""
    find_target_problem: Callable[[str], str | None] | None = None
    """Function that returns a problem of a target, regardless of the source, or None if there is no such problem."""
    applies_to_string: Callable[[CheckedString], bool] | None = None
    """Function that returns True if the check applies to a string. If None, the flags of the string alone decide."""
    introducers: str = ""
    """Characters without which the check cannot fail: source or target must contain at least one of these characters.

    The screening leaves other strings out. If empty, the placeholders of every string are compared.
    """

    def text_of_match(self, match: re.Match[str]) -> str:
        """Return the text to compare, given a match of the pattern."""
        text: str = match[self.pattern.groups]
        return self.normalise_text(text) if self.normalise_text else text


def find_placeholder_problem(
    syntax: PlaceholderSyntax, checked_string: CheckedString, *, is_explained: bool = True
) -> str | None:
    """Return the first problem with the placeholders of a string, or None. Raise NotChecked if a text is too long.

    If `is_explained` is False, the message does not name the placeholders.
    """
    if syntax.applies_to_string is not None and not syntax.applies_to_string(checked_string):
        return None
    sources, targets = checked_string.sources, checked_string.targets
    refuse_longer_than(MAX_TEXT_LENGTH, *sources, *targets)
    if len(sources) == 1:
        return compare_placeholders(syntax, sources[0], targets[0], is_explained=is_explained)
    # Imported late, because most strings have no plural forms.
    from transtats_cli.checks.placeholders.format_pairs import find_first_problem, pair_placeholder_forms

    return find_first_problem(
        pair_placeholder_forms(checked_string, lambda text: syntax.pattern.search(text) is not None),
        lambda pair: compare_placeholders(
            syntax,
            pair.source,
            pair.target,
            may_omit_placeholders=pair.may_omit_placeholders,
            is_explained=is_explained,
        ),
    )


def compare_placeholders(
    syntax: PlaceholderSyntax,
    source: str,
    target: str,
    *,
    may_omit_placeholders: bool = False,
    is_explained: bool = True,
) -> str | None:
    """Return a message about a problem with the placeholders of one target form, or None if there is no problem.

    `source` is the source form that the target form is compared with. If `may_omit_placeholders` is True, placeholders
    of the source form may be absent from the target form. If `is_explained` is False, a message about a difference
    does not name the placeholders.
    """
    if not source or not target:
        return None
    if source != target and _have_different_placeholders(
        syntax, source, target, may_omit_placeholders=may_omit_placeholders
    ):
        if not is_explained:
            return _SHORT_MESSAGE
        from transtats_cli.checks.placeholders.format_sentences import explain_difference

        return explain_difference(_find_placeholders(syntax, source), _find_placeholders(syntax, target))
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


def _have_different_placeholders(
    syntax: PlaceholderSyntax, source: str, target: str, *, may_omit_placeholders: bool
) -> bool:
    expected, found = list_compared_texts(syntax, source), list_compared_texts(syntax, target)
    if expected == found:
        return False
    if not may_omit_placeholders:
        return sorted(expected) != sorted(found) or any(map(syntax.is_positional, expected))
    if any(map(syntax.is_positional, expected)):
        # The order matters. Only placeholders at the end may be left out.
        return expected[: len(found)] != found
    return bool(Counter(found) - Counter(expected))


def list_compared_texts(syntax: PlaceholderSyntax, text: str) -> list[str]:
    """Return the texts to compare of all placeholders of a text."""
    return convert_captures(syntax, syntax.pattern.findall(text))


def convert_captures(syntax: PlaceholderSyntax, captures: list[str]) -> list[str]:
    """Return the texts to compare, given the result of `findall` of the pattern."""
    texts = [*map(syntax.normalise_text, captures)] if syntax.normalise_text else captures
    ignored = syntax.ignored_texts
    return texts if ignored.isdisjoint(texts) else [text for text in texts if text not in ignored]


def _find_placeholders(syntax: PlaceholderSyntax, text: str) -> "list[Placeholder]":
    from transtats_cli.checks.placeholders.format_sentences import Placeholder

    found = (Placeholder(syntax.text_of_match(match), match[0]) for match in syntax.pattern.finditer(text))
    return [placeholder for placeholder in found if placeholder.compared_text not in syntax.ignored_texts]
