"""Statistics of components over their commits, and their formats.

The SVG chart shows the shares over time. It contains no script and no embedded font.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from transtats_cli.envelope import counts_and_percentages, whole_list
from transtats_cli.history.commits import Commit
from transtats_cli.history.component_history import ComponentHistory, add_histories
from transtats_cli.history.figures import ComponentFigures, HistoryEntry, LanguageFigures
from transtats_cli.measures import Share, describe_measure, format_change
from transtats_cli.output import View
from transtats_cli.output.formats import Output, Outputs, compact_json, create_outputs, csv_rows, json_output
from transtats_cli.output.text import escape_xml, format_count, shorten
from transtats_cli.output.text_table import Column, TableSection, TextTable, section_outputs
from transtats_cli.statistics import Statistics

_BAR_CHARACTERS = "▁▂▃▄▅▆▇█"
_MISSING_VALUE = "·"
MAX_SPARKLINE_LENGTH = 32
"""Maximum length of a sparkline in characters. A longer series is sampled."""
_EXAMPLE_FIGURES = LanguageFigures("", "", "", Statistics(), Share(0, 0))
"""Figures from which the titles of the CSV columns are derived."""
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
_MAX_NAME_LENGTH = 20
_LEGEND_ROW_HEIGHT = 19


MAX_COMPONENT_ROWS = 20
"""Maximum number of components in tables for people."""
_Row = tuple[str, str, Sequence[float | None]]
"""Name and code of a language or a component, and its shares."""


class HistoryResults(NamedTuple):
    """Histories of one component or of several components."""

    histories: Sequence[ComponentHistory]
    aligned_histories: Sequence[ComponentHistory] = ()
    """The same histories with entries at the same commits, if several components were selected.

    Each row then contains the names of the project and the component, and the outputs contain the sums of all.
    """

    @property
    def total(self) -> ComponentHistory:
        return add_histories(self.aligned_histories)

    @property
    def shown_history(self) -> ComponentHistory:
        """History of the only component, or of all together."""
        return self.total if self.aligned_histories else self.histories[0]

    @property
    def title(self) -> str:
        several = format_count(len(self.histories), "component")
        return several if self.aligned_histories else "/".join(self.histories[0].names)


def _create_sections(results: HistoryResults) -> Iterator[TableSection]:
    """Yield a section with the languages. If there are several components, one with their totals follows."""
    history = results.shown_history
    percentages = history.percentages_by_language
    rows: list[_Row] = [(name, code, percentages[code]) for code, name in history.languages]
    first, last = (_format_commit_day(history.entries[place].commit) for place in (0, -1))
    yield TableSection(
        f"{results.title}: {format_count(len(history.entries), 'commit')}, {first} to {last}",
        tables=[_create_table("Language", [*rows, ("Total", "", history.total_percentages)], history.measure)],
    )
    if not results.aligned_histories:
        return
    rows = [("/".join(each.names), "", each.total_percentages) for each in results.aligned_histories]
    left_out = len(rows) - MAX_COMPONENT_ROWS
    if left_out > 0:
        rows = sorted(rows, key=lambda row: -abs(_compute_change(row[-1]) or 0))[:MAX_COMPONENT_ROWS]
    title = "Components with the largest changes" if left_out > 0 else ""
    yield TableSection(title, tables=[_create_table("Component", rows, history.measure)])
    rest = f"{format_count(left_out, 'more component')}: --format csv has all. " if left_out > 0 else ""
    yield TableSection(text=f"{rest}`transtats history PROJECT/COMPONENT` prints the languages of a component.")


def _create_table(row_title: str, series: Sequence[_Row], measure: str) -> TextTable:
    """Return a table with a row for each language or component."""
    values = [value for _, _, row in series for value in row if value is not None]
    scale = min(values, default=0.0), max(values, default=100.0)
    columns = [
        Column(row_title),
        Column("Code"),
        Column(describe_measure(measure).title),
        Column("First", is_number=True),
        Column("Last", is_number=True),
        Column("Change", is_number=True),
    ]
    return TextTable(columns, [_create_row(name, code, row, scale) for name, code, row in series])


def _format_commit_day(commit: Commit) -> str:
    return commit.date[:10] if commit.date else "an unknown date"


def _create_row(name: str, code: str, values: Sequence[float | None], value_range: tuple[float, float]) -> list[str]:
    known = [value for value in values if value is not None]
    if not known:
        return [name, code, "", "–", "–", ""]
    first, last, difference = known[0], values[-1], _compute_change(values)
    change = "" if difference is None else format_change(difference)
    return [name, code, draw_sparkline(values, value_range), f"{first}%", "–" if last is None else f"{last}%", change]


def _compute_change(values: Sequence[float | None]) -> float | None:
    """Return the last value minus the first known one. None if one of them does not exist."""
    first = next((value for value in values if value is not None), None)
    return None if first is None or values[-1] is None else values[-1] - first


def draw_sparkline(values: Sequence[float | None], value_range: tuple[float, float]) -> str:
    """Return a sparkline with one character for each value. The value None is shown as a dot.

    If there are more than MAX_SPARKLINE_LENGTH values, only a sample of the values is shown. `value_range` contains the
    lowest and the highest value of all sparklines of the table.
    """
    low, high = value_range
    last = len(_BAR_CHARACTERS) - 1
    shown = values
    if len(values) > MAX_SPARKLINE_LENGTH:
        # At equal distances, with the first and the last value.
        gaps = MAX_SPARKLINE_LENGTH - 1
        shown = [values[place * (len(values) - 1) // gaps] for place in range(MAX_SPARKLINE_LENGTH)]
    return "".join(
        _MISSING_VALUE
        if value is None
        # If all values are equal, all bars are full.
        else _BAR_CHARACTERS[min(int((value - low) / (high - low) * (last + 1)), last) if high > low else last]
        for value in shown
    )


def _create_commit_fields(entry: HistoryEntry) -> dict[str, Any]:
    """Return the JSON fields of a commit: the commit id, the tag and the date.

    The tag is left out if tags are not requested. An unknown date is null.
    """
    tag = {"tag": entry.commit.tag} if entry.commit.tag else {}
    return {"commit": entry.commit.commit_id, **tag, "date": entry.commit.date}


# Cached, because most languages do not change from one commit to the next.
@cache
def _create_language_fields(figures: LanguageFigures, measure: str) -> dict[str, Any]:
    """Return the JSON fields of one language at one commit. The statistics have the same keys as in `stats`."""
    counts = counts_and_percentages(figures.statistics)
    share = {"measure": measure, "percent": figures.share.percent_done}
    return {"code": figures.code, "name": figures.name, "path": figures.path, **counts, **share}


def _create_total_fields(figures: ComponentFigures) -> dict[str, Any]:
    """Return the JSON fields of all languages together."""
    share = {"measure": figures.measure, "percent": figures.total_share.percent_done}
    return {**counts_and_percentages(figures.total_statistics), **share}


def _create_document(results: HistoryResults) -> Any:
    """Return an object for the component.

    If several components were selected, return the list of such objects, with the total at each commit.
    """
    documents = [
        {
            **_create_name_fields(history),
            "commits": [
                {
                    **_create_commit_fields(entry),
                    "total": _create_total_fields(entry.figures),
                    "languages": [
                        _create_language_fields(each, entry.figures.measure) for each in entry.figures.languages
                    ],
                }
                for entry in history.entries
            ],
        }
        for history in results.histories
    ]
    if not results.aligned_histories:
        return documents[0]
    totals = ({**_create_commit_fields(each), **_create_total_fields(each.figures)} for each in results.total.entries)
    return {**whole_list(documents), "total": [*totals]}


def _create_name_fields(history: ComponentHistory) -> dict[str, str]:
    return dict(zip(("project", "component"), history.names, strict=True))


def _iterate_commits(results: HistoryResults) -> Iterator[tuple[dict[str, Any], Sequence[LanguageFigures], str]]:
    """Yield the fields that all rows of a commit share, the statistics of each row, and the measure of the shares.

    If several components were selected, rows with the total at each commit come last.
    """
    has_several = bool(results.aligned_histories)
    for history in results.histories:
        names = _create_name_fields(history) if has_several else {}
        for entry in history.entries:
            yield {**names, **_create_commit_fields(entry)}, entry.figures.languages, entry.figures.measure
    for entry in results.total.entries:
        figures = entry.figures
        total = LanguageFigures("", "Total", "", figures.total_statistics, figures.total_share)
        yield {"project": None, "component": None, **_create_commit_fields(entry)}, [total], figures.measure


def _render_ndjson(results: HistoryResults, view: View) -> Iterator[str]:
    @cache
    def encode_language(figures: LanguageFigures, measure: str) -> str:
        return compact_json(_create_language_fields(figures, measure), for_terminal=view.is_terminal)

    for fields, languages, measure in _iterate_commits(results):
        start = compact_json(fields, for_terminal=view.is_terminal).removesuffix("}")
        yield "".join(f"{start},{encode_language(each, measure).removeprefix('{')}\n" for each in languages)


def _render_csv(results: HistoryResults, _: View) -> Iterator[str]:
    names = ("project", "component") if results.aligned_histories else ()
    keys = [*names, "commit", "tag", "date", *_create_language_fields(_EXAMPLE_FIGURES, "")]
    yield csv_rows([keys])
    for fields, languages, measure in _iterate_commits(results):
        rows = ({**fields, **_create_language_fields(each, measure)} for each in languages)
        yield csv_rows([row.get(key, "") for key in keys] for row in rows)


class _ChartLine(NamedTuple):
    name: str
    values: Sequence[float | None]
    """Share in percent at each commit. None if the commit does not contain the language."""
    colour: str
    width: float = 1.5
    dashes: str = ""

    @property
    def last_value(self) -> float:
        """Last value that is not None. 0 if there is none."""
        return next((value for value in reversed(self.values) if value is not None), 0.0)


def _render_svg(results: HistoryResults, _: View) -> Iterator[str]:
    history = results.shown_history
    title = escape_xml(f"{results.title}: {describe_measure(history.measure).phrase}, in percent")
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
    percentages = history.percentages_by_language
    languages = [
        _ChartLine(
            name,
            percentages[code],
            _COLOURS[place % len(_COLOURS)],
            dashes=_DASHES[place // len(_COLOURS) % len(_DASHES)],
        )
        for place, (code, name) in enumerate(history.languages)
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
            f"{line.last_value}% {escape_xml(shorten(line.name, _MAX_NAME_LENGTH))}</text>\n"
        )
    if len(lines) > _MAX_LEGEND_LINES:
        height = _PLOT_TOP + 8 + _MAX_LEGEND_LINES * _LEGEND_ROW_HEIGHT
        yield f'<text x="{place}" y="{height}" fill="#555555">and {len(lines) - _MAX_LEGEND_LINES} more</text>\n'


def _compute_vertical_position(value: float) -> float:
    return _PLOT_BOTTOM - (_PLOT_BOTTOM - _PLOT_TOP) * value / 100


OUTPUTS: Outputs[HistoryResults] = create_outputs(
    *section_outputs("history", _create_sections),
    json_output(_create_document),
    Output("ndjson", _render_ndjson),
    Output("csv", _render_csv),
    Output("svg", _render_svg),
)
