"""Placeholders of programming languages: the syntax, and the comparison of placeholders in source and translation.

The rows of the table `programming.FORMATS` are syntaxes; everything else is in this module. All patterns take linear
time on any text. Repetitions are possessive where backtracking is useless. The length inside a placeholder is limited,
because otherwise the search for a missing end would read the rest of the text at every opening.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from transtats_cli.checks.needs import Needs, PairTest
from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.placeholders.format_sentences import Placeholder, explain_difference
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import refuse_longer_than
from transtats_cli.model import PLURAL_SEPARATOR

MAX_TEXT_LENGTH = 1_000_000
"""Limit on the length of a text in characters. The placeholders of longer texts might not fit into memory."""
_SHORT_MESSAGE = "the placeholders differ"


def is_unnumbered_placeholder(text: str) -> bool:
    """Return True if a placeholder of the C family has no number. Return False for an escaped percent sign."""
    return "$" not in text and text != "%"


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
    page: str = ""
    """Page of the check, in the form of a docstring."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled regular expression. Compiled on first use, because a component has placeholders of few languages."""
        return _compile_pattern(self.regex)

    @property
    def needs(self) -> Needs:
        return Needs(create_test=self.create_difference_test)

    def create_difference_test(self) -> PairTest:
        """Return a test for a component: True if the check may fail on a source and a target, False if it cannot fail.

        The check cannot fail if the pattern has the same matches in all forms of source and target, because then no
        placeholder differs. The matches in a source are cached, because all languages have the same sources.
        """
        find_matches = self.pattern.findall
        marks = self.target_problem_marks
        matches_by_source: dict[str, list[str] | None] = {}

        def may_fail(source: str, target: str) -> bool:
            if len(source) > MAX_TEXT_LENGTH or len(target) > MAX_TEXT_LENGTH:
                return True
            if source in matches_by_source:
                expected = matches_by_source[source]
            else:
                expected, *others = map(find_matches, source.split(PLURAL_SEPARATOR))
                if any(matches != expected for matches in others):
                    expected = None
                matches_by_source[source] = expected
            if self.find_target_problem is not None and (not marks or any(map(target.__contains__, marks))):
                return True
            if PLURAL_SEPARATOR not in target:
                return find_matches(target) != expected
            return any(form and find_matches(form) != expected for form in target.split(PLURAL_SEPARATOR))

        return may_fail

    def text_of_match(self, match: re.Match[str]) -> str:
        """Return the text to compare, given a match of the pattern."""
        text: str = match[self.pattern.groups]
        return self.normalise_text(text) if self.normalise_text else text


@cache
def _compile_pattern(regex: str) -> re.Pattern[str]:
    return re.compile(regex)


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
    expected, found = _list_compared_texts(syntax, source), _list_compared_texts(syntax, target)
    if expected == found:
        return False
    if not may_omit_placeholders:
        return sorted(expected) != sorted(found) or any(map(syntax.is_positional, expected))
    if any(map(syntax.is_positional, expected)):
        # The order matters. Only placeholders at the end may be left out.
        return expected[: len(found)] != found
    return bool(Counter(found) - Counter(expected))


def _list_compared_texts(syntax: PlaceholderSyntax, text: str) -> list[str]:
    """Return the texts to compare of all placeholders of a text."""
    texts = syntax.pattern.findall(text)
    if syntax.normalise_text:
        texts = [*map(syntax.normalise_text, texts)]
    ignored = syntax.ignored_texts
    return texts if ignored.isdisjoint(texts) else [text for text in texts if text not in ignored]


def _find_placeholders(syntax: PlaceholderSyntax, text: str) -> list[Placeholder]:
    found = (Placeholder(syntax.text_of_match(match), match[0]) for match in syntax.pattern.finditer(text))
    return [placeholder for placeholder in found if placeholder.compared_text not in syntax.ignored_texts]


_STRICT_FLAG = "strict-format"
"""Name of the flag that requires all placeholders in the first plural form, even if the form has only one count."""


class FormPair(NamedTuple):
    """Target form of a string, and the source form to compare with."""

    form_number: int
    """Number of the target form, starting at 1. 0 if only one form is compared."""
    source: str
    target: str
    may_omit_placeholders: bool = False
    """True if the target form is used for one count, or for 0 and 1 only, so that its text needs no number."""


def pair_placeholder_forms(
    checked_string: CheckedString, has_placeholders: Callable[[str], bool]
) -> Iterator[FormPair]:
    """Yield the pairs of a source form and a target form to compare in a string.

    The first target form is compared with the source singular, all other target forms with the source plural. The
    source plural is also used for the first target form if only the plural has placeholders, or if there is only one
    target form. If there is only one source form, only the first target form is compared.
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
    may_omit_placeholders = _STRICT_FLAG not in checked_string.flags and may_omit_number(
        checked_string.plural, 0, is_strict=checked_string.has_strict_plurals
    )
    yield FormPair(1, singular, targets[0], may_omit_placeholders)
    for form, target in enumerate(targets[1:], start=1):
        yield FormPair(form + 1, plural, target, may_omit_number(checked_string.plural, form, is_strict=True))


def find_first_problem(form_pairs: Iterable[FormPair], compare_forms: Callable[[FormPair], str | None]) -> str | None:
    """Return the first problem in pairs of a source form and a target form, or None if there is no problem.

    `compare_forms` returns the problem of one pair, or None. If several target forms are compared, the returned message
    begins with the number of the form.
    """
    for pair in form_pairs:
        found = compare_forms(pair)
        if found is not None:
            return f"in plural form {pair.form_number}, {found}" if pair.form_number else found
    return None
