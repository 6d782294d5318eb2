"""Totals have the numbers of a translation, and their own names and URLs."""

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.report import Record
from transtats_cli.serving import objects
from transtats_cli.serving.objects import UrlBuilder
from transtats_cli.statistics import Statistics
from transtats_cli.totals import RecordTotals

URLS = UrlBuilder("https://example.org")
GERMAN = language_by_code("de")
RECORD = Record(GERMAN, "de.po", Statistics())
COMPONENT = Component("demo", "app", "/", "*.po")


@pytest.mark.parametrize("extended", [False, True])
def test_totals_have_the_numbers_of_a_record_in_the_same_order(extended: bool) -> None:
    numbers = [key for key in record_fields(RECORD, COMPONENT, extended=extended) if key not in _NAMES]
    assert list(objects.totals_to_json("Demo", "", RecordTotals(), extended=extended)) == [*numbers, "name", "url"]
    in_project = objects.project_language_to_json("demo", GERMAN, RecordTotals(), URLS, extended=extended)
    assert list(in_project) == [*numbers, *_NAMES]


def test_the_urls_of_totals_lead_to_web_pages() -> None:
    in_project = objects.project_language_to_json("demo", GERMAN, RecordTotals(), URLS)
    assert in_project["url"] == "https://example.org/projects/demo/-/de/"
    assert in_project["translate_url"] == "https://example.org/translate/demo/-/de/"


_NAMES = ["code", "name", "url", "translate_url"]
