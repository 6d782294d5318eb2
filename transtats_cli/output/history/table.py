"""Render the history of a component as a table: a sparkline, first and last percentage, and change of each language."""

from collections.abc import Iterator, Sequence

from transtats_cli.history import Commit, ComponentHistory
from transtats_cli.output import View
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.text_table import Column, TextTable, draw_table

_COLUMNS = (
    Column("Language", preferred_width=20),
    Column("Code"),
    Column("Translated", removal_rank=1),
    Column("First", is_number=True, removal_rank=3),
    Column("Last", is_number=True),
    Column("Change", is_number=True, removal_rank=2),
)
_BAR_CHARACTERS = "▁▂▃▄▅▆▇█"
_MISSING_VALUE = "·"
MAX_SPARKLINE_LENGTH = 32
"""Maximum length of a sparkline in characters. A longer series is sampled."""


def render_table(histories: Sequence[ComponentHistory], view: View) -> Iterator[str]:
    for number, history in enumerate(histories):
        if view.has_several_components:
            yield from ["\n"] if number else []
            yield f"{escape_controls('/'.join(history.names))}: "
        yield from _render_component(history, view)


def _render_component(history: ComponentHistory, view: View) -> Iterator[str]:
    first, *_, last = (history.entries[0], history.entries[-1])
    commits = format_count(len(history.entries), "commit")
    yield f"{commits}, {_format_commit_day(first.commit)} to {_format_commit_day(last.commit)}\n\n"
    series = [(name, code, history.translated_percentages(code)) for code, name in history.languages]
    series.append(("Total", "", history.total_percentages))
    values = [value for _, _, row in series for value in row if value is not None]
    scale = min(values, default=0.0), max(values, default=100.0)
    yield from draw_table(
        TextTable(_COLUMNS, [_create_language_row(name, code, row, scale) for name, code, row in series]), view
    )


def _format_commit_day(commit: Commit) -> str:
    return commit.date[:10] if commit.date else "an unknown date"


def _create_language_row(
    name: str, code: str, values: Sequence[float | None], value_range: tuple[float, float]
) -> list[str]:
    known = [value for value in values if value is not None]
    if not known:
        return [name, code, "", "–", "–", ""]
    first, last = known[0], values[-1]
    change = "" if last is None else _format_change(last - first)
    return [name, code, draw_sparkline(values, value_range), f"{first}%", "–" if last is None else f"{last}%", change]


def _format_change(change: float) -> str:
    """Return a change in percentage points as text with its sign.

    The minus sign differs from the dash that marks missing values.
    """
    return f"{change:+.1f}".replace("-", "\N{MINUS SIGN}") if round(change, 1) else "0.0"


def draw_sparkline(values: Sequence[float | None], value_range: tuple[float, float]) -> str:
    """Return a sparkline with one character for each value. The value None is shown as a dot.

    If there are more than MAX_SPARKLINE_LENGTH values, only a sample of the values is shown. `value_range` contains the
    lowest and the highest value of all sparklines of the table.
    """
    low, high = value_range
    return "".join(
        _MISSING_VALUE if value is None else _choose_bar_character(value - low, high - low)
        for value in _sample_values(values)
    )


def _sample_values(values: Sequence[float | None]) -> list[float | None]:
    """Return at most MAX_SPARKLINE_LENGTH values at equal distances, with the first and the last value."""
    if len(values) <= MAX_SPARKLINE_LENGTH:
        return list(values)
    return [values[place * (len(values) - 1) // (MAX_SPARKLINE_LENGTH - 1)] for place in range(MAX_SPARKLINE_LENGTH)]


def _choose_bar_character(part: float, whole: float) -> str:
    # If all values are equal, all bars are full.
    return (
        _BAR_CHARACTERS[-1]
        if whole <= 0
        else _BAR_CHARACTERS[min(int(part / whole * len(_BAR_CHARACTERS)), len(_BAR_CHARACTERS) - 1)]
    )
