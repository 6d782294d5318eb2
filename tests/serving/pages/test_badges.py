"""Each page has a badge, and the texts that show the badge on other web pages."""

import html
import re
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Server

PLACES = {
    "project": "/projects/demo/",
    "component": "/projects/demo/app/",
    "translation": "/projects/demo/app/cs/",
    "language of a project": "/projects/demo/-/cs/",
}


def read_badge(page: str) -> tuple[str, dict[str, str]]:
    """Return the address of the picture, and the texts by markup language."""
    badge = page.partition('<details class="badge">')[2].partition("</details>")[0]
    (picture,) = re.findall('<img src="(.*?)"', badge)
    texts = re.findall(r"<dt>(.*?)</dt><dd><code data-copy=\"\1\">(.*?)</code>", badge, re.DOTALL)
    return picture, {markup: html.unescape(text) for markup, text in texts}


@pytest.mark.parametrize("path", PLACES.values(), ids=PLACES)
def test_a_page_shows_its_badge_with_absolute_addresses(demo_server: Server, path: str) -> None:
    picture, texts = read_badge(demo_server.get(path).body.decode())
    assert demo_server.get(picture).headers["content-type"] == "image/svg+xml; charset=utf-8"
    image, page = demo_server.base_url + picture, demo_server.base_url + path
    assert texts == {
        "Markdown": f"[![Translation status]({image})]({page})",
        "HTML": f'<a href="{page}"><img src="{image}" alt="Translation status"></a>',
        "reStructuredText": f".. image:: {image}\n   :alt: Translation status\n   :target: {page}",
        "AsciiDoc": f'image:{image}[Translation status,link="{page}"]',
    }


def test_the_badge_of_a_translation_has_its_share(demo_server: Server) -> None:
    page = demo_server.get("/projects/demo/app/cs/").body.decode()
    assert b">50%</text>" in demo_server.get(read_badge(page)[0]).body
    assert 'alt="50% translated"' in page


def test_a_language_of_the_only_project_has_its_badge(demo_server: Server) -> None:
    pages = [demo_server.get(path).body.decode() for path in ("/languages/cs/", "/projects/demo/-/cs/")]
    assert read_badge(pages[0]) == read_badge(pages[1])


def test_pages_without_an_own_share_have_no_badge(demo_server: Server) -> None:
    for path in ("/languages/", "/checks/", "/projects/demo/app/en/"):
        assert 'data-copy="Markdown"' not in demo_server.get(path).body.decode(), path


@pytest.fixture
def report(run: Run, project: Path) -> Path:
    top = project.parent / "report"
    assert run("report", "--root", project, "--output", top).status == 0
    return top


REPORT_FOLDERS = {
    "project": "projects/demo",
    "component": "projects/demo/components/app",
    "translation": "projects/demo/components/app/cs",
    "language of a project": "projects/demo/languages/cs",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_report_contains_the_badges_of_the_server(demo_server: Server, report: Path, place: str) -> None:
    folder = REPORT_FOLDERS[place]
    page = (report / folder / "index.html").read_text(encoding="utf-8")
    picture, texts = read_badge(page)
    served = demo_server.get(read_badge(demo_server.get(PLACES[place]).body.decode())[0])
    assert (report / folder / picture).read_bytes() == served.body
    assert texts["Markdown"] == f"[![Translation status](ADDRESS/{folder}/badge.svg)](ADDRESS/{folder}/index.html)"
    assert "Replace <code>ADDRESS</code> by the address of this report." in page
