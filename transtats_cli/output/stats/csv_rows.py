"""Render reports as CSV: a row for each record. Formulas are escaped."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from transtats_cli.languages import Language
from transtats_cli.output import View
from transtats_cli.output.csv_text import csv_cell
from transtats_cli.plurals import PluralRule
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics

_EXAMPLE_RECORD = Record(Language("", "", PluralRule(1, "0")), "", Statistics())
"""Record from which the column titles are derived. The titles are written even if there are no records."""


def render_csv(reports: Iterable[Report], view: View) -> Iterator[str]:
    for number, report in enumerate(reports):
        owner = view.select_component_fields(report)
        text = StringIO()
        writer = csv.writer(text)
        if not number:
            writer.writerow([*owner, *view.select_fields(Report(report.component, ()), _EXAMPLE_RECORD)])
        for record in view.select_page_records(report):
            writer.writerow(map(csv_cell, [*owner.values(), *view.select_fields(report, record).values()]))
        yield text.getvalue()
