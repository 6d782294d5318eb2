"""CSV: a row for each record, safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from transtats_cli.envelope import fields
from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.visible import visible
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics

_ANY_RECORD = Record(Language("", "", PluralRule(1, "0")), "", Statistics())
"""Has the keys of all records, also where there are none."""
_STARTS_A_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Some spreadsheets also take the wide forms, and skip blanks before them."""


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    for number, report in enumerate(reports):
        component = report.component
        owner = [component.project, component.slug] if view.several else []
        text = StringIO()
        writer = csv.writer(text)
        if not number:
            titles = ["project", "component"] if view.several else []
            writer.writerow(titles + list(fields(_ANY_RECORD, component, extended=view.extended)))
        for record in view.records(report):
            values = [*owner, *fields(record, component, extended=view.extended).values()]
            writer.writerow(map(cell, values))
        yield text.getvalue()


def cell(value: Any) -> Any:
    """Return the value on one line, with a quote in front of what a spreadsheet would calculate."""
    if not isinstance(value, str):
        return value
    shown = visible(value)
    return f"'{shown}" if shown.lstrip().startswith(_STARTS_A_FORMULA) else shown
