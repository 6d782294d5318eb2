"""Find the spans of a text that contain the problems found by checks. The findings of checks have no positions."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.pages.visible_text import Span

_PROBLEM_REGEXES: Mapping[str, str] = {
    "begin_space": r"\A[ \t]+|\A\S",
    "end_space": r"(?<![ \t])[ \t]+\Z|\S\Z",
    "begin_newline": r"\A\n+|\A.",
    "end_newline": r"(?<!\n)\n+\Z|.\Z",
    "double_space": r" {2,}",
    "zero-width-space": "\u200b",
    "escaped_newline": r"(?<!\\)\\+n",
    "kashida": "\u0640+",
    "multiple_capital": r"\b[^\W\d_a-z]{2,}(?=[a-z])",
    "ellipsis": r"\.{3}",
    "duplicate": r"\b(\w+)(?:\s+\1\b)+",
}
"""Regular expressions for the spans with the problem, by check id.

A run of characters is searched only from its beginning, so that the time does not grow with the square of its length.
"""
_END_CHECKS = frozenset(
    f"end_{name}" for name in ("stop", "colon", "question", "exclamation", "interrobang", "ellipsis", "semicolon")
)
_HIGHLIGHT_CHECKS = frozenset(
    {
        "xml-tags",
        "xml-invalid",
        "xml-chars-around-tags",
        "placeholders",
        "percent_placeholders",
        "bbcode",
        "md-syntax",
        "rst-references",
    }
)
_TEXT_END_PATTERN = re.compile(r"\S{1,3}\s*\Z")
_MAX_TEXT_LENGTH = 5_000


def find_problem_spans(
    text: str, other_text: str, check_ids: Collection[str], highlights: Sequence[Span], other_highlights: Sequence[Span]
) -> list[Span]:
    """Return the spans of a text that contain the problems found by checks, in order.

    `check_ids` are the checks that the string fails. `other_text` is the target if the text is a source, and the source
    if the text is a target. `highlights` and `other_highlights` are the spans of placeholders and markup in both texts.

    The span of a placeholder is returned if the other text contains the placeholder less often. A check whose problem
    has no known position adds no span. If the text is longer than 5000 characters, return an empty list.
    """
    if len(text) > _MAX_TEXT_LENGTH:
        return []
    spans: set[Span] = set()
    for check_id in check_ids:
        if check_id in _PROBLEM_REGEXES:
            spans.update(match.span() for match in re.finditer(_PROBLEM_REGEXES[check_id], text, re.DOTALL) if match[0])
        elif check_id in _END_CHECKS:
            spans.update(match.span() for match in _TEXT_END_PATTERN.finditer(text))
        elif compares_placeholders(check_id):
            spans.update(_unmatched_spans(text, other_text, highlights, other_highlights))
    return sorted(spans)


def compares_placeholders(check_id: str) -> bool:
    """Return True if a check compares the placeholders or the markup of source and target."""
    return check_id in _HIGHLIGHT_CHECKS or CHECKS_BY_ID[check_id].kind == "format"


def _unmatched_spans(
    text: str, other_text: str, highlights: Sequence[Span], other_highlights: Sequence[Span]
) -> list[Span]:
    """Return those spans of `highlights` whose text the other text does not contain.

    If the other text contains a placeholder fewer times, only the last spans of the placeholder are returned.
    """
    available = Counter(other_text[start:end] for start, end in other_highlights)
    unmatched = []
    for start, end in highlights:
        if available[text[start:end]]:
            available[text[start:end]] -= 1
        else:
            unmatched.append((start, end))
    return unmatched
