"""Render the history of a component as CSV: a row for each language at each commit. Formulas are escaped."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from transtats_cli.history import ComponentHistory, LanguageFigures
from transtats_cli.output import View
from transtats_cli.output.csv_text import csv_cell
from transtats_cli.output.history.json_format import entry_fields, language_fields
from transtats_cli.statistics import Statistics

_COMMIT_FIELDS = ("commit", "tag", "date")
_ANY_LANGUAGE = LanguageFigures("", "", "", Statistics())


def render(history: ComponentHistory, view: View) -> Iterator[str]:
    yield _csv_text([[*_COMMIT_FIELDS, *language_fields(_ANY_LANGUAGE)]])
    for entry in history.entries:
        values = entry_fields(entry)
        commit = [values.get(key, "") for key in _COMMIT_FIELDS]
        yield _csv_text([*commit, *language_fields(each).values()] for each in entry.figures.languages)


def _csv_text(values: Iterable[list[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(map(csv_cell, row) for row in values)
    return text.getvalue()
