"""The markup that Pygments sees in a reStructuredText string, for highlights; the home of Pygments."""

from collections.abc import Iterator
from functools import lru_cache

from pygments.lexers.markup import RstLexer
from pygments.token import Generic, Literal

from transtats_cli.checks.limits import NotChecked, refuse_longer_than

_LONGEST = 10_000
_MOST_WORK = 1_000_000
"""Characters times backticks, or times lines: the lexer takes half a second for so many, and then ever more."""
_LEXER = RstLexer(stripnl=False)  # type: ignore[no-untyped-call]


def highlights(text: str) -> Iterator[tuple[int, int]]:
    """The markup of a text; raises NotChecked where the lexer would take too long."""
    yield from _spans(text)


@lru_cache(maxsize=1024)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    refuse_longer_than(_LONGEST, text)
    if len(text) * max(text.count("`"), text.count("\n")) > _MOST_WORK:
        raise NotChecked("the string has too much markup for its length")
    spans: list[tuple[int, int]] = []
    start = 0
    for kind, part in _LEXER.get_tokens(text):
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
