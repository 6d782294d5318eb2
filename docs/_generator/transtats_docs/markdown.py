"""Convert plain text and rows to Markdown."""

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\*_{}\[\]<>#|&$~])")


def prose(text: str) -> str:
    """Return Markdown that shows a text literally, except for its code spans.

    Raises ValueError for an unpaired backtick.
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        raise ValueError(f"{text!r} has an odd number of backticks")
    return "".join(code(part) if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts))


def code(text: str) -> str:
    """Return a Markdown code span. The text may contain backticks, and vertical bars inside of a table."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    blank = " " if "`" in text else ""
    return f"{fence}{blank}{text}{blank}{fence}".replace("|", "\\|")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table. The cells must be Markdown already."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
