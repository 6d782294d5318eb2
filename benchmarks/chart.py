"""Render bar charts of costs as text for a terminal and as SVG."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH = 50
"""Number of characters of the longest bar in text."""
EIGHTH_BLOCKS = " ▏▎▍▌▋▊▉"
LINE, LABEL, PICTURE, VALUE = 18, 150, 560, 80
"""Height of a line, and widths of the labels, of the whole picture and of the values. SVG units."""


class Bar(NamedTuple):
    label: str
    value: float
    text: str
    is_ours: bool


class BarGroup(NamedTuple):
    """Bars of a chart with a common scale: the longest bar fills the width."""

    title: str
    bars: Sequence[Bar]


def render_text(groups: Sequence[BarGroup]) -> str:
    lines = []
    width = max((len(bar.label) for group in groups for bar in group.bars), default=0)
    for group in groups:
        lines += ["", group.title]
        most = max(bar.value for bar in group.bars)
        lines += [f"  {bar.label.ljust(width)}  {_render_bar(bar.value / most)} {bar.text}" for bar in group.bars]
    return "\n".join(lines).lstrip("\n") + "\n"


def _render_bar(share: float) -> str:
    eighths = round(share * WIDTH * 8)
    return "█" * (eighths // 8) + EIGHTH_BLOCKS[eighths % 8].strip() if eighths else "▏"


def render_svg(groups: Sequence[BarGroup], caption: str) -> str:
    """Return a bar chart as SVG, with colours that are readable on light and on dark backgrounds."""
    parts, top = [], LINE
    for group in groups:
        top += LINE
        parts.append(f'<text x="0" y="{top}" font-weight="bold">{escape(group.title)}</text>')
        most = max(bar.value for bar in group.bars)
        for bar in group.bars:
            top += LINE
            parts.append(_render_svg_bar(bar, top, max(1.0, bar.value / most * (PICTURE - LABEL - VALUE))))
        top += LINE // 2
    height = top + 2 * LINE
    parts.append(f'<text x="0" y="{height - LINE // 2}" font-size="10">{escape(caption)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE} {height}" width="{PICTURE}" height="{height}"'
        ' font-family="sans-serif" font-size="12" fill="#888">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _render_svg_bar(bar: Bar, top: int, length: float) -> str:
    fill = "#2a9d5c" if bar.is_ours else "#9aa5b1"
    return (
        f'<text x="{LABEL - 8}" y="{top}" text-anchor="end">{escape(bar.label)}</text>'
        f'<rect x="{LABEL}" y="{top - 11}" width="{length:.1f}" height="13" fill="{fill}"/>'
        f'<text x="{LABEL + length + 6:.1f}" y="{top}">{escape(bar.text)}</text>'
    )
