"""Placeholders of programming languages: how one language writes them, and whether a translation keeps them.

A format check is a module with an `ID` and a `FORMAT`; everything else is here. All patterns take linear time on any
text: repetitions that cannot hand anything back are possessive, and the inside of a placeholder has a longest length,
because the search for an end that is missing would begin anew at every opening.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.checks import BY_ID
from transtats_cli.checks.limits import refuse_longer_than
from transtats_cli.checks.subject import Subject
from transtats_cli.model import PLURAL_SEPARATOR

if TYPE_CHECKING:
    from transtats_cli.checks.format_sentences import Placeholder

_LONGEST = 1_000_000
"""Characters; a longer text could hold more placeholders than memory does."""
_UNEXPLAINED = "the placeholders differ"
_Common = tuple[list[str], list[str] | None]
"""The placeholders of a text, and what the pattern captures there, where that tells them."""


def whole(match: re.Match[str]) -> str:
    """The placeholder as it is written."""
    return match[0]


def inside(match: re.Match[str]) -> str:
    """What the pattern captures: the placeholder without its introducer."""
    return match[1]


def inside_without_blanks(match: re.Match[str]) -> str:
    """What the pattern captures, for languages in which blanks mean nothing there."""
    return "".join(match[1].split())


def whole_without_blanks(match: re.Match[str]) -> str:
    """The placeholder, for languages in which blanks mean nothing in it."""
    return "".join(match[0].split())


def never(_text: str) -> bool:
    """Every placeholder says which value it takes, or their order does not matter."""
    return False


def always(_text: str) -> bool:
    """No placeholder says which value it takes."""
    return True


def is_unnumbered(text: str) -> bool:
    """A placeholder of the C family takes the next value, unless it has a number or is an escaped percent sign."""
    return "$" not in text and text != "%"


class FormatString(NamedTuple):
    """How one language writes placeholders."""

    pattern: re.Pattern[str]
    text_of: Callable[[re.Match[str]], str] = inside
    """What is compared of a match."""
    is_positional: Callable[[str], bool] = never
    """Whether a placeholder with this text takes the next value, so that the order matters."""
    ignored: frozenset[str] = frozenset()
    """Texts that only look like placeholders, as escaped introducers do."""
    further_problem: Callable[[str], str | None] | None = None
    """What is wrong with a translation whatever its source has."""
    applies: Callable[[Subject], bool] | None = None
    """Which strings are checked, where the flags alone do not decide it."""


def problem(format_string: FormatString, subject: Subject, *, explained: bool = True) -> str | None:
    """What the first plural form with other placeholders than its source has wrong; at length, if it is explained."""
    from transtats_cli.checks.format_pairs import first_problem, pairs

    if format_string.applies is not None and not format_string.applies(subject):
        return None
    refuse_longer_than(_LONGEST, *subject.sources, *subject.targets)
    return first_problem(
        pairs(subject, lambda text: format_string.pattern.search(text) is not None),
        lambda pair: compare(format_string, pair.source, pair.target, is_lenient=pair.is_lenient, explained=explained),
    )


class Agreement:
    """Whether all forms of a string have the same placeholders, so that nothing is wrong whichever are compared.

    False says nothing. The sources of a component come again with each language, and are looked at once.
    """

    def __init__(self, check: str) -> None:
        self._format: FormatString = BY_ID[check].module.FORMAT
        self._known: dict[str, _Common | None] = {}

    def __call__(self, source: str, target: str) -> bool:
        known = self._known
        common = known[source] if source in known else known.setdefault(source, _common(self._format, source))
        if common is None or len(target) > _LONGEST:
            return False
        format_string = self._format
        wanted, written = common
        forms = target.split(PLURAL_SEPARATOR)
        for form in forms:
            # A form may leave all of them out. Most write them as the source does.
            if form and format_string.pattern.findall(form) != written:
                found = _texts(format_string, form)
                if found != wanted and (
                    sorted(found) != sorted(wanted) or any(map(format_string.is_positional, wanted))
                ):
                    return False
        return format_string.further_problem is None or not any(map(format_string.further_problem, forms))


def _common(format_string: FormatString, source: str) -> _Common | None:
    """What all forms of a source have; None if they differ, or nobody can tell."""
    if len(source) > _LONGEST:
        return None
    form, *others = source.split(PLURAL_SEPARATOR)
    found = _texts(format_string, form)
    # What a pattern captures tells the text, but for formats with a problem of their own, as a doubled brace.
    written = format_string.pattern.findall(form) if format_string.further_problem is None else None
    return (found, written) if all(_texts(format_string, other) == found for other in others) else None


def compare(
    format_string: FormatString, source: str, target: str, *, is_lenient: bool = False, explained: bool = True
) -> str | None:
    """What is wrong with the placeholders of one target; a lenient form may leave some out."""
    if not source or not target:
        return None
    if source != target and _differ(format_string, source, target, is_lenient=is_lenient):
        if not explained:
            return _UNEXPLAINED
        from transtats_cli.checks.format_sentences import explain

        return explain(_placeholders(format_string, source), _placeholders(format_string, target))
    return format_string.further_problem(target) if format_string.further_problem else None


def highlights(format_string: FormatString, text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Where the placeholders of a text are, escaped introducers included."""
    refuse_longer_than(_LONGEST, text)
    if format_string.applies is None or format_string.applies(subject):
        for match in format_string.pattern.finditer(text):
            yield match.span()


def unnamed_spans(format_string: FormatString, text: str) -> Iterator[tuple[int, int]]:
    """Where the placeholders are that take the next value."""
    refuse_longer_than(_LONGEST, text)
    for match in format_string.pattern.finditer(text):
        if format_string.is_positional(format_string.text_of(match)):
            yield match.span()


def _differ(format_string: FormatString, source: str, target: str, *, is_lenient: bool) -> bool:
    wanted, found = _texts(format_string, source), _texts(format_string, target)
    if wanted == found:
        return False
    if not wanted or any(map(format_string.is_positional, wanted)):
        # Whatever stands at another place counts as one that is missing and one too many.
        return not is_lenient or wanted[: len(found)] != found
    in_source, in_target = Counter(wanted), Counter(found)
    missing, extra = in_source - in_target, in_target - in_source
    return bool(extra or (missing and not is_lenient))


def _texts(format_string: FormatString, text: str) -> list[str]:
    pattern, text_of, _, ignored, *_ = format_string
    return [placeholder for placeholder in map(text_of, pattern.finditer(text)) if placeholder not in ignored]


def _placeholders(format_string: FormatString, text: str) -> "list[Placeholder]":
    from transtats_cli.checks.format_sentences import Placeholder

    found = (Placeholder(format_string.text_of(match), match[0]) for match in format_string.pattern.finditer(text))
    return [placeholder for placeholder in found if placeholder.text not in format_string.ignored]
