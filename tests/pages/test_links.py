"""Addresses of pages."""

import pytest

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import make_server_links
from transtats_cli.report import Record
from transtats_cli.statistics import Statistics


@pytest.mark.parametrize("slug", ["app", "docs/manual", 'a"b?c#d%2F', "größe"])
def test_pages_have_the_addresses_of_a_record(slug: str) -> None:
    component = Component("demo", slug, "/srv", "*.po", base_url="https://example.org")
    fields = record_fields(Record(language_by_code("de"), "de.po", Statistics()), component)
    links = make_server_links("https://example.org/")
    assert links.translation(component, "de") == fields["url"]
    assert links.strings(component, "de") == fields["translate_url"]
