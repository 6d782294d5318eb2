"""Search for reStructuredText markup with the lexer of Pygments, for highlights. Only this module uses Pygments."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from transtats_cli.limits import NotChecked, refuse_longer_than

_MAX_TEXT_LENGTH = 10_000
_MAX_LENGTH_WITHOUT_MARKS = 1_000
"""Length up to which no limit refuses a text without backticks."""
_MARKUP_START_PATTERN = re.compile(r"[`*\[]|::")
"""Pattern of all characters with which the markup begins that the lexer finds."""
_MAX_LENGTH_TIMES_MARKS = 1_000_000
"""Limit on the number of characters times the number of backticks, or times the number of lines.

The lexer takes half a second at this limit.
"""
_MAX_LENGTH_WITH_CODE = 1_000
"""Limit on the length of a text with code. Pygments has hundreds of lexers for code, and some take quadratic time."""


def find_rst_markup_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the markup in a reStructuredText string. Raise NotChecked if the lexer would take too long."""
    if len(text) > _MAX_LENGTH_WITHOUT_MARKS or _MARKUP_START_PATTERN.search(text):
        yield from _find_markup_spans_cached(text)


@lru_cache(maxsize=1024)
def _find_markup_spans_cached(text: str) -> tuple[tuple[int, int], ...]:
    from pygments.token import Generic, Literal

    refuse_longer_than(_MAX_LENGTH_WITH_CODE if "::" in text and "code" in text else _MAX_TEXT_LENGTH, text)
    # The lexer converts a carriage return to a line break.
    if len(text) * max(text.count("`"), text.count("\n") + text.count("\r")) > _MAX_LENGTH_TIMES_MARKS:
        raise NotChecked("the string has too much markup for its length")
    spans: list[tuple[int, int]] = []
    start = 0
    for kind, part in _create_rst_lexer().get_tokens(text):
        end = start + len(part)
        if kind is Literal.String:
            begins = part.startswith("`") and part != "`_"
            spans.append((start, start + 1 if begins else end))
        elif kind is Literal.String.Interpol:
            spans.append((start, end))
        elif kind is Generic.Strong:
            spans += (start, start + 2), (end - 2, end)
        elif kind is Generic.Emph:
            spans += (start, start + 1), (end - 1, end)
        start = end
    return tuple(spans)


@cache
def pygments_lexer_names() -> frozenset[str]:
    """Return the names of all lexers of Pygments, in the form that `get_lexer_by_name` compares."""
    from pygments.lexers import get_all_lexers

    found: Iterable[tuple[str, Iterable[str], object, object]] = get_all_lexers()
    return frozenset(alias for _, aliases, _, _ in found for alias in aliases)


@cache
def _create_rst_lexer() -> Any:
    from pygments.lexers.markup import RstLexer

    return RstLexer(stripnl=False)  # type: ignore[no-untyped-call]
