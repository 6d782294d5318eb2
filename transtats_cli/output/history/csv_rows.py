"""CSV: a row for each language at each commit. Formulas are escaped."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from transtats_cli.history import ComponentHistory, LanguageFigures
from transtats_cli.output import View
from transtats_cli.output.csv_rows import cell
from transtats_cli.output.history import rows
from transtats_cli.statistics import Statistics

_WHEN = ("commit", "tag", "date")
_ANY = LanguageFigures("", "", "", Statistics())


def render(histories: Iterable[ComponentHistory], view: View) -> Iterator[str]:
    yield _lines([[*_WHEN, *rows.language(_ANY)]])
    for history in histories:
        for entry in history.entries:
            when = rows.entry(entry)
            told = [when.get(key, "") for key in _WHEN]
            yield _lines([*told, *rows.language(each).values()] for each in entry.figures.languages)


def _lines(values: Iterable[list[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(map(cell, row) for row in values)
    return text.getvalue()
