"""Table for people: each language with a sparkline, its first and last percentage, and the change."""

from collections.abc import Iterable, Iterator, Sequence

from transtats_cli.history import Commit, ComponentHistory
from transtats_cli.output import View
from transtats_cli.output.counted import counted
from transtats_cli.output.grid import Column, Grid, draw
from transtats_cli.output.history.sparkline import sparkline

_COLUMNS = (
    Column("Language", comfortable=20),
    Column("Code"),
    Column("Translated", rank=1),
    Column("First", is_number=True, rank=3),
    Column("Last", is_number=True),
    Column("Change", is_number=True, rank=2),
)


def render(histories: Iterable[ComponentHistory], view: View) -> Iterator[str]:
    for history in histories:
        first, *_, last = (history.entries[0], history.entries[-1])
        commits = counted(len(history.entries), "commit")
        yield f"{commits}, {_date(first.commit)} to {_date(last.commit)}\n\n"
        series = [(name, code, history.translated_percentages(code)) for code, name in history.languages]
        series.append(("Total", "", history.total_percentages))
        values = [value for _, _, row in series for value in row if value is not None]
        scale = min(values, default=0.0), max(values, default=100.0)
        yield from draw(Grid(_COLUMNS, [_row(name, code, row, scale) for name, code, row in series]), view)


def _date(commit: Commit) -> str:
    return commit.date[:10] if commit.date else "an unknown date"


def _row(name: str, code: str, values: Sequence[float | None], scale: tuple[float, float]) -> list[str]:
    known = [value for value in values if value is not None]
    if not known:
        return [name, code, "", "–", "–", ""]
    first, last = known[0], values[-1]
    change = "" if last is None else _signed(last - first)
    return [name, code, sparkline(values, scale), f"{first}%", "–" if last is None else f"{last}%", change]


def _signed(change: float) -> str:
    """Format a change with its sign. The minus sign differs from the dash that marks missing values."""
    return f"{change:+.1f}".replace("-", "\N{MINUS SIGN}") if round(change, 1) else "0.0"
