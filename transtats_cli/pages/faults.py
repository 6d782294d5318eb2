"""Find the places of faults in the texts of a string, to mark them on a page.

The findings of checks have no positions. Therefore, the places are searched here. The span of a surplus character
contains this character. The span of a missing character is empty, at the place where the character belongs.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from transtats_cli.checks import CHECKS, CHECKS_BY_ID
from transtats_cli.checks.lengths import find_surplus
from transtats_cli.checks.punctuation import find_marks_without_blank
from transtats_cli.checks.subject import CheckedString, Span, merge_spans
from transtats_cli.checks.tags.xml import find_difference_around_tags, find_xml_fault
from transtats_cli.checks.words.duplicate import find_added_words
from transtats_cli.checks.words.letters import find_other_letters, find_stretched_words, find_two_capitals
from transtats_cli.limits import NotChecked

_MAX_TEXT_LENGTH = 5_000
_MAX_FINAL_LENGTH = 10
"""Largest number of characters that are marked at the end of a text because of one mark."""
_HIGHLIGHT_CHECKS = frozenset({"xml-tags", "placeholders", "bbcode", "md-syntax", "rst-references"})
_ATTRIBUTE_VALUE_PATTERN = re.compile(r"""\s*=\s*("[^"]*"|'[^']*')""")
_COUNTED_REGEXES = {"newline-count": "\n", "escaped_newline": r"\\n"}
"""Regular expressions for what source and target must have equally often, by check id."""
_SOURCE_REGEXES = {"ellipsis": r"\.{3}", "optional_plural": r"(?<=\w)\(s\)(?!\w)"}
"""Regular expressions for the faults of sources, by check id."""


class TextPair(NamedTuple):
    """Source form and target form of a string that checks compare."""

    checked_string: CheckedString
    source: str
    target: str

    @property
    def is_long(self) -> bool:
        """True if the search would take long. Then no faults are marked."""
        return max(len(self.source), len(self.target)) > _MAX_TEXT_LENGTH

    def fails(self, check_id: str, target: str) -> bool:
        """Return True if a check finds a problem with another target."""
        return CHECKS_BY_ID[check_id].function(self.source, target, self.checked_string) is not None


def compares_placeholders(check_id: str) -> bool:
    """Return True if a check compares the placeholders or the markup of source and target."""
    return check_id in _HIGHLIGHT_CHECKS or CHECKS_BY_ID[check_id].kind == "format"


def find_target_faults(pair: TextPair, check_ids: Collection[str]) -> list[Span]:
    """Return the spans of the faults of a target form, in order. `check_ids` are the checks that the string fails.

    A placeholder is a fault if the source contains it less often. A check whose fault has no known place adds no span.
    """
    return _list_spans(pair, check_ids, _find_faults_of_target)


def find_source_faults(pair: TextPair, check_ids: Collection[str]) -> list[Span]:
    """Return the spans of the faults of a source form, in order: faults of sources, and what the target form lacks."""
    return _list_spans(pair, check_ids, _find_faults_of_source)


def _list_spans(
    pair: TextPair, check_ids: Collection[str], find_spans: Callable[[TextPair, str], Iterable[Span]]
) -> list[Span]:
    """Return the spans of the faults of all checks, in order. Overlapping spans are merged."""
    spans: set[Span] = set()
    for check_id in [] if pair.is_long else check_ids:
        with suppress(NotChecked):
            # Some plural forms of the string may be right.
            if CHECKS_BY_ID[check_id].kind != "pair" or pair.fails(check_id, pair.target):
                spans.update(find_spans(pair, check_id))
    return merge_spans(spans)


def _find_faults_of_target(pair: TextPair, check_id: str) -> Iterable[Span]:
    if compares_placeholders(check_id):
        return _find_unmatched(check_id, pair)
    return _FINDERS[check_id](pair) if check_id in _FINDERS else ()


def _find_faults_of_source(pair: TextPair, check_id: str) -> Iterable[Span]:
    swapped = pair._replace(source=pair.target, target=pair.source)
    if compares_placeholders(check_id):
        return _find_unmatched(check_id, swapped)
    if check_id in _COUNTED_REGEXES:
        return _find_surplus_matches(_COUNTED_REGEXES[check_id], swapped)
    return _find_matches(_SOURCE_REGEXES[check_id], pair.source) if check_id in _SOURCE_REGEXES else ()


def _find_unmatched(check_id: str, pair: TextPair) -> list[Span]:
    """Return the spans of the placeholders or tags of a check in a target that the source does not contain.

    If the source contains a placeholder fewer times, only the last spans of the placeholder are returned.
    """
    expected, found = (_list_compared(check_id, text, pair.checked_string) for text in (pair.source, pair.target))
    available = Counter(text for text, _ in expected)
    spans = []
    for text, span in found:
        if available[text]:
            available[text] -= 1
        else:
            spans.append(span)
    return spans


def _list_compared(check_id: str, text: str, checked_string: CheckedString) -> list[tuple[str, Span]]:
    """Return the placeholders or tags that a check compares, with their spans. The values of attributes may differ."""
    parts = [
        (text[start:end], (start, end))
        for start, end in sorted(CHECKS_BY_ID[check_id].highlighter(text, checked_string))
    ]
    if check_id != "xml-tags":
        return parts
    return [(_ATTRIBUTE_VALUE_PATTERN.sub("", part), span) for part, span in parts if part.startswith("<")]


def _find_matches(regex: str, text: str) -> list[Span]:
    return [match.span() for match in re.finditer(regex, text)]


def _find_surplus_matches(regex: str, pair: TextPair) -> list[Span]:
    """Return the last matches in a target, if the source has fewer."""
    return _find_matches(regex, pair.target)[len(re.findall(regex, pair.source)) :]


def _find_outer_fault(characters: str, pair: TextPair, *, at_end: bool = False) -> Iterator[Span]:
    """Yield the surplus characters at the beginning or the end of a target, or the place where they are missing."""
    source, target = (text[::-1] if at_end else text for text in (pair.source, pair.target))
    expected, found = (len(text) - len(text.lstrip(characters)) for text in (source, target))
    surplus = max(0, found - expected)
    yield (len(target) - surplus, len(target)) if at_end else (0, surplus)


def _find_final_fault(check_id: str, pair: TextPair) -> Iterator[Span]:
    """Yield the place of a mark at the end of a target, such as a full stop.

    The mark is missing if a target without any mark fails as well. If both texts have the mark, and white space follows
    it in one of them, only the white space is the fault.
    """
    target, end = pair.target, len(pair.target)
    is_missing = pair.fails(check_id, "x")
    last = len(target.rstrip())
    if is_missing and pair.fails(check_id, target[:last]):
        yield last, last
    elif is_missing:
        yield last, end
    elif not pair._replace(source=pair.source.rstrip()).fails(check_id, target):
        yield end, end
    else:
        starts = range(end - 1, max(-1, end - 1 - _MAX_FINAL_LENGTH), -1)
        yield next((start for start in starts if not pair.fails(check_id, target[:start])), end - 1), end


def _find_fault_around_tag(pair: TextPair) -> Iterator[Span]:
    """Yield the surplus blank beside a tag, or the place between the tag and a letter, or else the tag."""
    difference = find_difference_around_tags(pair.source, pair.target)
    if difference:
        side, tag = difference
        edge, start = (tag.end(), tag.end()) if side == "after" else (tag.start(), tag.start() - 1)
        character = pair.target[start]
        yield (edge, edge) if character.isalpha() else (start, start + 1) if character.isspace() else tag.span()


def _find_repeated_words(pair: TextPair) -> Iterator[Span]:
    """Yield the repetitions of words, without the first word of each run."""
    for word in set(find_added_words(pair.source, pair.target, pair.checked_string)):
        written = re.escape(word)
        for match in re.finditer(rf"(?<!\w){written}\W+({written}(?:\W+{written})*)(?!\w)", pair.target):
            yield match.span(1)


_FINAL_CHECKS = [check.id for check in CHECKS if check.module_name == "punctuation" and check.id.startswith("end_")]
_FINDERS: Mapping[str, Callable[[TextPair], Iterable[Span]]] = {
    "begin_space": partial(_find_outer_fault, " "),
    "begin_newline": partial(_find_outer_fault, "\n"),
    "end_space": partial(_find_outer_fault, " ", at_end=True),
    "end_newline": partial(_find_outer_fault, "\n", at_end=True),
    **{check_id: partial(_find_final_fault, check_id) for check_id in _FINAL_CHECKS},
    "double_space": lambda pair: _find_matches("(?<= ) +", pair.target),
    "zero-width-space": lambda pair: _find_matches("\u200b", pair.target),
    "duplicate": _find_repeated_words,
    "xml-invalid": lambda pair: find_xml_fault(pair.target)[1],
    "xml-chars-around-tags": _find_fault_around_tag,
    "multiple_capital": lambda pair: (match.span() for match in find_two_capitals(pair.target)),
    "kashida": lambda pair: (match.span() for match in find_stretched_words(pair.target)),
    "kabyle-characters": lambda pair: (match.span() for match in find_other_letters(pair.target)),
    "punctuation_spacing": lambda pair: (
        (offset, offset) for offset in find_marks_without_blank(pair.target, pair.checked_string)
    ),
    "max-length": lambda pair: find_surplus(pair.target, pair.checked_string),
    **{check_id: partial(_find_surplus_matches, regex) for check_id, regex in _COUNTED_REGEXES.items()},
}
"""Functions that return the faults of a target form, by check id."""
