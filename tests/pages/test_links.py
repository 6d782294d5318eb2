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
    assert f"https://example.org{links.translation(component, 'de')}" == fields["url"]
    assert f"https://example.org{links.strings(component, 'de')}" == fields["translate_url"]


def test_the_addresses_of_a_badge_have_no_character_that_markup_languages_use() -> None:
    links = make_server_links("https://example.org/stats")
    assert links.find_badge is not None
    badge = links.find_badge(("projects", "a)&'b", "docs/manual", "de"))
    assert badge.picture == "/stats/widget/a)&'b/docs%252Fmanual/de/svg-badge.svg"
    assert badge.url == "https://example.org/stats/widget/a%29%26%27b/docs%252Fmanual/de/svg-badge.svg"
    assert badge.page_url == "https://example.org/stats/projects/a%29%26%27b/docs/manual/de/"
