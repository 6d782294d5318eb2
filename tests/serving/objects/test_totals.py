"""Totals have the numbers of a translation, followed by their names and URLs."""

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.report import Record, RecordTotals
from transtats_cli.serving import objects
from transtats_cli.statistics import Statistics

RECORD = Record(language_by_code("de"), "de.po", Statistics())
COMPONENT = Component("demo", "app", "/", "*.po")
NAMES = ["code", "name", "url", "translate_url"]


@pytest.mark.parametrize("extended", [False, True])
def test_totals_have_the_numbers_of_a_record_in_the_same_order(extended: bool) -> None:
    numbers = [key for key in record_fields(RECORD, COMPONENT, extended=extended) if key not in NAMES]
    totals = objects.totals_to_json(RecordTotals(), extended=extended, name="Demo", url="/")
    assert list(totals) == [*numbers, "name", "url"]
