"""Render the history of a component as an SVG chart: the translated share over time.

The chart contains no script and no embedded font.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli.history import ComponentHistory
from transtats_cli.output import View
from transtats_cli.output.xml_text import escape_xml

_WIDTH, _HEIGHT = 860, 400
_PLOT_LEFT, _PLOT_TOP, _PLOT_RIGHT, _PLOT_BOTTOM = 48, 40, 640, 356
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c564b", "#7f7f7f")
"""Line colours.

The first six colours are from the palette of Okabe and Ito, which colour-blind people can distinguish.
"""
_DASHES = ("", "6 3", "2 3", "8 3 2 3")
"""Dash patterns of lines. When all colours are used, the colours are used again with the next pattern."""
_TOTAL_COLOUR = "#222222"
_MAX_LEGEND_LINES = 16
_LEGEND_ROW_HEIGHT = 19


class _ChartLine(NamedTuple):
    name: str
    values: Sequence[float | None]
    """Translated percentage at each commit. None if the commit does not contain the language."""
    colour: str
    width: float = 1.5
    dashes: str = ""

    @property
    def last_value(self) -> float:
        """Last value that is not None. 0 if there is none."""
        return next((value for value in reversed(self.values) if value is not None), 0.0)


def render_svg(histories: Sequence[ComponentHistory], view: View) -> Iterator[str]:
    (history,) = histories
    title = escape_xml(f"{'/'.join(history.names)}: translated, in percent")
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}"'
        ' font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>\n'
        f'<text x="{_PLOT_LEFT}" y="22" font-size="13" fill="{_TOTAL_COLOUR}">{title}</text>\n'
    )
    yield from _render_axes(history)
    lines = _create_chart_lines(history)
    times = history.commit_times
    yield from (_render_line(line, times) for line in lines)
    yield from _render_legend(lines)
    yield "</svg>\n"


def _create_chart_lines(history: ComponentHistory) -> list[_ChartLine]:
    """Return the line of the total, then the lines of the languages, the most translated language first."""
    found = [(name, history.translated_percentages(code)) for code, name in history.languages]
    languages = [
        _ChartLine(name, values, _COLOURS[place % len(_COLOURS)], dashes=_DASHES[place // len(_COLOURS) % len(_DASHES)])
        for place, (name, values) in enumerate(found)
    ]
    return [
        _ChartLine("Total", history.total_percentages, _TOTAL_COLOUR, 3),
        *sorted(languages, key=lambda line: -line.last_value),
    ]


def _render_axes(history: ComponentHistory) -> Iterator[str]:
    for value in range(0, 101, 25):
        height = _compute_vertical_position(value)
        yield f'<path d="M{_PLOT_LEFT} {height:g}H{_PLOT_RIGHT}" stroke="#dddddd"/>\n'
        yield f'<text x="{_PLOT_LEFT - 6}" y="{height + 4:g}" text-anchor="end" fill="#555555">{value}%</text>\n'
    ends = (("start", _PLOT_LEFT, history.entries[0]), ("end", _PLOT_RIGHT, history.entries[-1]))
    for anchor, place, entry in ends:
        date = (entry.commit.date or "")[:10]
        yield f'<text x="{place}" y="{_PLOT_BOTTOM + 20}" text-anchor="{anchor}" fill="#555555">{date}</text>\n'


def _render_line(line: _ChartLine, times: Sequence[int]) -> str:
    """Return the SVG path element of a line, with gaps at commits that do not contain the language."""
    first, last = min(times), max(times)
    span = (last - first) or 1
    steps: list[str] = []
    is_drawing = False
    for time, value in zip(times, line.values, strict=True):
        if value is not None:
            x = _PLOT_LEFT + (_PLOT_RIGHT - _PLOT_LEFT) * (time - first) / span
            place = f"{x:.1f} {_compute_vertical_position(value):.1f}"
            # A step, because a value stays the same until the next commit.
            steps.append(f"{'H' + place.split(' ')[0] + 'V' + place.split(' ')[1] if is_drawing else 'M' + place}")
        is_drawing = value is not None
    # A single commit is drawn as a short line, because a path without a length is invisible.
    steps += ["h1"] if len(steps) == 1 else []
    dashes = f' stroke-dasharray="{line.dashes}"' if line.dashes else ""
    style = f'fill="none" stroke="{line.colour}" stroke-width="{line.width:g}"{dashes} stroke-linejoin="round"'
    return f'<path d="{"".join(steps)}" {style}><title>{escape_xml(line.name)}: {line.last_value}%</title></path>\n'


def _render_legend(lines: Sequence[_ChartLine]) -> Iterator[str]:
    place = _PLOT_RIGHT + 16
    for row, line in enumerate(lines[:_MAX_LEGEND_LINES]):
        height = _PLOT_TOP + 4 + row * _LEGEND_ROW_HEIGHT
        dashes = f' stroke-dasharray="{line.dashes}"' if line.dashes else ""
        yield (
            f'<path d="M{place} {height}h18" stroke="{line.colour}" stroke-width="{line.width:g}"{dashes}/>\n'
            f'<text x="{place + 24}" y="{height + 4}" fill="#333333">'
            f"{line.last_value}% {escape_xml(_shorten_name(line.name))}</text>\n"
        )
    if len(lines) > _MAX_LEGEND_LINES:
        height = _PLOT_TOP + 8 + _MAX_LEGEND_LINES * _LEGEND_ROW_HEIGHT
        yield f'<text x="{place}" y="{height}" fill="#555555">and {len(lines) - _MAX_LEGEND_LINES} more</text>\n'


def _compute_vertical_position(value: float) -> float:
    return _PLOT_BOTTOM - (_PLOT_BOTTOM - _PLOT_TOP) * value / 100


def _shorten_name(name: str) -> str:
    return name if len(name) <= 20 else name[:19].rstrip() + "…"
