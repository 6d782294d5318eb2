"""The markup that Pygments sees in a reStructuredText string, for highlights; the home of Pygments."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from pygments.lexers import get_all_lexers
from pygments.token import Generic, Literal

from transtats_cli.checks.limits import NotChecked, refuse_longer_than

if TYPE_CHECKING:
    from pygments.lexers.markup import RstLexer

_LONGEST = 10_000
_MOST_WORK = 1_000_000
"""Characters times backticks, or times lines: the lexer takes half a second for so many, and then ever more."""
_LONGEST_WITH_CODE = 1_000
"""Code is read by a lexer of its language, and there are hundreds of those, some of them quadratic."""


def highlights(text: str) -> Iterator[tuple[int, int]]:
    """The markup of a text; raises NotChecked where the lexer would take too long."""
    yield from _spans(text)


@lru_cache(maxsize=1024)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    refuse_longer_than(_LONGEST_WITH_CODE if "::" in text and "code" in text else _LONGEST, text)
    if len(text) * max(text.count("`"), text.count("\n")) > _MOST_WORK:
        raise NotChecked("the string has too much markup for its length")
    spans: list[tuple[int, int]] = []
    start = 0
    for kind, part in _lexer().get_tokens(text):
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
def lexer_names() -> frozenset[str]:
    """The names of all languages that Pygments has a lexer for, as `get_lexer_by_name` compares them."""
    found: Iterable[tuple[str, Iterable[str], object, object]] = get_all_lexers()
    return frozenset(alias for _, aliases, _, _ in found for alias in aliases)


@cache
def _lexer() -> "RstLexer":
    # Imported late: only strings that are the same in both languages are lexed.
    from pygments.lexers.markup import RstLexer

    return RstLexer(stripnl=False)  # type: ignore[no-untyped-call]
