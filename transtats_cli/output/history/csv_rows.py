"""Render the history of a component as CSV: a row for each language at each commit. Formulas are escaped."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from transtats_cli.history import ComponentHistory, LanguageFigures
from transtats_cli.output import View
from transtats_cli.output.csv_text import csv_cell
from transtats_cli.output.history.json_format import create_commit_fields, create_language_fields
from transtats_cli.statistics import Statistics

_COMMIT_FIELDS = ("commit", "tag", "date")
_EXAMPLE_FIGURES = LanguageFigures("", "", "", Statistics())


def render_csv(histories: Sequence[ComponentHistory], view: View) -> Iterator[str]:
    """Yield the rows. If several components were selected, the first columns are the project and the component."""
    names = ("project", "component") if view.has_several_components else ()
    yield _render_csv_rows([[*names, *_COMMIT_FIELDS, *create_language_fields(_EXAMPLE_FIGURES)]])
    for history in histories:
        names = history.names if view.has_several_components else ()
        for entry in history.entries:
            values = create_commit_fields(entry)
            commit = [values.get(key, "") for key in _COMMIT_FIELDS]
            yield _render_csv_rows(
                [*names, *commit, *create_language_fields(each).values()] for each in entry.figures.languages
            )


def _render_csv_rows(rows: Iterable[list[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(map(csv_cell, row) for row in rows)
    return text.getvalue()
