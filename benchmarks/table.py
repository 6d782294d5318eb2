"""Render rows as a text table or as a Markdown table, and format numbers for tables."""

from collections.abc import Sequence

from benchmarks.ratios import Ratio

Rows = Sequence[Sequence[str]]


def render_text(headings: Sequence[str], rows: Rows) -> str:
    """Return a text table. The first column is left-aligned, and all other columns are right-aligned."""
    widths = [max(len(row[column]) for row in [headings, *rows]) for column in range(len(headings))]
    lines = [
        _render_line(headings, widths),
        "─" * (sum(widths) + 2 * len(widths) - 2),
        *(_render_line(row, widths) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def _render_line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return "  ".join(cells).rstrip()


def render_markdown(headings: Sequence[str], rows: Rows) -> str:
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def format_number(value: float) -> str:
    """Format a number with about three significant digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def format_ratio(ratio: Ratio | None) -> str:
    return f"{format_number(ratio.median)}×" if ratio else "–"


def format_spread(ratio: Ratio | None) -> str:
    return f"{format_number(ratio.least)}–{format_number(ratio.most)}" if ratio else ""
