"""CSV: a row for each language at each commit. Formulas are escaped."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from transtats_cli.history import Course, Figures
from transtats_cli.output import View
from transtats_cli.output.csv_rows import cell
from transtats_cli.output.history import rows
from transtats_cli.statistics import Statistics

_WHEN = ("commit", "tag", "date")
_ANY = Figures("", "", "", Statistics())


def render(courses: Iterable[Course], view: View) -> Iterator[str]:
    yield _lines([[*_WHEN, *rows.language(_ANY)]])
    for course in courses:
        for moment in course.moments:
            when = rows.moment(moment)
            told = [when.get(key, "") for key in _WHEN]
            yield _lines([*told, *rows.language(each).values()] for each in moment.state.languages)


def _lines(values: Iterable[list[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(map(cell, row) for row in values)
    return text.getvalue()
