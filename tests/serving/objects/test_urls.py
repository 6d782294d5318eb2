"""URLs are escaped, and the slug of a component is escaped twice."""

import pytest

from transtats_cli.component import Component
from transtats_cli.serving.objects.urls import UrlBuilder

ADDRESSES = UrlBuilder("https://example.org/weblate")


def component(project: str, slug: str) -> Component:
    return Component(project, slug, "/", "*.po")


@pytest.mark.parametrize(
    ("project", "slug", "expected"),
    [
        pytest.param("demo", "app", "demo/app", id="plain"),
        pytest.param("demo", "docs/manual", "demo/docs%252Fmanual", id="category"),
        pytest.param("d mo", "ä", "d%20mo/%25C3%25A4", id="odd"),
        pytest.param("demo", "\udce4", "demo/%255Cudce4", id="no UTF-8"),
    ],
)
def test_a_component_slug_is_one_path_segment(project: str, slug: str, expected: str) -> None:
    address = ADDRESSES.component_url(component(project, slug), "statistics")
    assert address == f"https://example.org/weblate/api/components/{expected}/statistics/"


def test_in_web_page_urls_a_category_is_a_path_segment() -> None:
    assert (
        ADDRESSES.web_page_url("projects", "demo", "docs/manual")
        == "https://example.org/weblate/projects/demo/docs/manual/"
    )


def test_a_translation_is_below_its_component() -> None:
    address = ADDRESSES.translation_url(component("demo", "app"), "sr@latin", "file")
    assert address == "https://example.org/weblate/api/translations/demo/app/sr@latin/file/"


def test_links_end_in_the_format_of_the_request() -> None:
    urls = UrlBuilder("https://example.org", "json")
    assert urls.project_url("demo", "statistics") == "https://example.org/api/projects/demo/statistics.json"
    assert urls.web_page_url("projects", "demo") == "https://example.org/projects/demo/"
