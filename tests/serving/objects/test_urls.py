"""URLs of the API and of web pages are escaped. The slug of a component is escaped twice."""

import pytest

from transtats_cli.component import Component
from transtats_cli.serving.objects import UrlBuilder

URLS = UrlBuilder("https://example.org/weblate")


def make_component(project: str, slug: str) -> Component:
    return Component(project, slug, "/", "*.po")


@pytest.mark.parametrize(
    ("project", "slug", "expected"),
    [
        pytest.param("demo", "app", "demo/app", id="plain"),
        pytest.param("demo", "docs/manual", "demo/docs%252Fmanual", id="category"),
        pytest.param("d mo", "ä", "d%20mo/%25C3%25A4", id="space and umlaut"),
        pytest.param("demo", "\udce4", "demo/%255Cudce4", id="not UTF-8"),
    ],
)
def test_a_component_slug_is_one_path_segment(project: str, slug: str, expected: str) -> None:
    url = URLS.component_url(make_component(project, slug), "statistics")
    assert url == f"https://example.org/weblate/api/components/{expected}/statistics/"


def test_in_web_page_urls_a_category_is_a_path_segment() -> None:
    assert (
        URLS.web_page_url("projects", "demo", "docs/manual") == "https://example.org/weblate/projects/demo/docs/manual/"
    )


def test_a_translation_url_contains_project_component_and_language() -> None:
    url = URLS.translation_url(make_component("demo", "app"), "sr@latin", "file")
    assert url == "https://example.org/weblate/api/translations/demo/app/sr@latin/file/"


def test_links_end_in_the_format_of_the_request() -> None:
    urls = UrlBuilder("https://example.org", "json")
    assert urls.project_url("demo", "statistics") == "https://example.org/api/projects/demo/statistics.json"
    assert urls.web_page_url("projects", "demo") == "https://example.org/projects/demo/"
