"""Highlights: spans of placeholders and markup in a string. The modules of the checks find these spans."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from transtats_cli.checks import CHECKS, load_function
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import Flags

Span = tuple[int, int]
SpanFinder = Callable[[str, CheckedString], Iterable[Span]]
"""Function that returns the spans of placeholders or markup in a text."""


def find_highlight_spans(text: str, checked_string: CheckedString, *, with_syntax: bool = False) -> list[Span]:
    """Return the spans of placeholders and markup in a text, in order. Overlapping spans are merged.

    The result is cached in `checked_string`. If `with_syntax` is True and the text is reStructuredText, the result
    includes the markup that Pygments finds.
    """
    if not checked_string.flags and "<" not in text and "&" not in text:
        return []
    with_syntax = with_syntax and "rst-text" in checked_string.flags
    key = (text, with_syntax)
    if key in checked_string.cached_highlights:
        return checked_string.cached_highlights[key]
    spans: list[Span] = []
    for find_spans in _select_span_finders(checked_string.flags):
        spans += find_spans(text, checked_string)
    if with_syntax:
        spans += load_function("markup.rst_tokens:find_rst_markup_spans")(text)
    merged = checked_string.cached_highlights[key] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


@lru_cache(maxsize=256)
def _select_span_finders(flags: Flags) -> tuple[SpanFinder, ...]:
    finders = (check.highlighter for check in CHECKS if check.is_on_for_flags(flags))
    return tuple(finder for finder in finders if finder is not None)
