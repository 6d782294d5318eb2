"""Pages of unknown names, and of files that cannot be read, say what is missing and where to go on."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Serve, Server, write_files

NOTICE = "<code>demo/app/po/cs.po:2</code>"
TEXT = 'msgid "Hello"\nmsgstr ""\n'
BROKEN = 'msgid "a"\nmsgstr "b\n'


@pytest.fixture(scope="module")
def wagtail(serve_all: Serve, tmp_path_factory: pytest.TempPathFactory) -> Server:
    paths = ("admin/po/pt_BR.po", "admin/po/de.po", "docs/manual/po/de.po")
    files = {f"wagtail/{path}": TEXT for path in paths}
    settings = '[project.wagtail.component."docs/manual"]\nfilemask = "po/*.po"\n'
    return serve_all(write_files(tmp_path_factory.mktemp("site"), {**files, "transtats.toml": settings}))


def read_main(body: bytes) -> str:
    """Return the HTML of the content of a page, with links as `text [address]`."""
    main = body.decode().partition("<main")[2].partition("</main>")[0].partition(">")[2]
    return html.unescape(" ".join(re.sub(r'<a href="(.*?)">(.*?)</a>', r"\2 [\1]", main).split()))


@pytest.mark.parametrize(
    ("path", "sentence", "nearest", "listing"),
    [
        pytest.param(
            "/projects/wagtial/",
            "There is no project 'wagtial'.",
            ["wagtail [/projects/wagtail/]"],
            "All projects [/]",
            id="project",
        ),
        pytest.param(
            "/projects/zzzzzzzz/", "There is no project 'zzzzzzzz'.", [], "All projects [/]", id="nothing similar"
        ),
        pytest.param(
            "/projects/wagtail/admn/",
            "There is no component 'admn' in wagtail.",
            ["admin [/projects/wagtail/admin/]"],
            "All components of wagtail [/projects/wagtail/]",
            id="component",
        ),
        pytest.param(
            "/translate/wagtail/manual/de/?q=x",
            "There is no component 'manual' in wagtail.",
            ["docs/manual [/projects/wagtail/docs/manual/]"],
            "All components of wagtail [/projects/wagtail/]",
            id="component before a language",
        ),
        pytest.param(
            "/projects/wagtail/docs/manul/",
            "There is no component 'docs/manul' in wagtail.",
            ["docs/manual [/projects/wagtail/docs/manual/]"],
            "All components of wagtail [/projects/wagtail/]",
            id="component with a slash",
        ),
        pytest.param(
            "/translate/wagtail/admin/pt-br/",
            "There is no language 'pt-br' in admin.",
            ['Portuguese (Brazil) [/projects/wagtail/admin/pt_BR/] <span class="code-name">pt_BR</span>'],
            "All languages of admin [/projects/wagtail/admin/]",
            id="language of a component",
        ),
        pytest.param(
            "/projects/wagtail/-/dd/",
            "There is no language 'dd' in wagtail.",
            ['German [/projects/wagtail/-/de/] <span class="code-name">de</span>'],
            "All languages of wagtail [/projects/wagtail/-/]",
            id="language of a project",
        ),
        pytest.param(
            "/languages/pt/",
            "There is no language 'pt'.",
            ['Portuguese (Brazil) [/languages/pt_BR/] <span class="code-name">pt_BR</span>'],
            "All languages [/languages/]",
            id="language",
        ),
    ],
)
def test_an_unknown_name_is_shown_with_the_nearest_names_and_the_way_back(
    wagtail: Server, path: str, sentence: str, nearest: list[str], listing: str
) -> None:
    reply = wagtail.get(path)
    assert reply.status == 404
    found = read_main(reply.body)
    assert f"<p>{sentence}</p>" in found
    assert re.findall("<p>Nearest: (.*?)</p>", found) == nearest
    assert f"<p>{listing}</p>" in found


def test_the_links_of_a_page_that_does_not_exist_lead_to_pages(wagtail: Server) -> None:
    addresses = re.findall(r'<a href="(/.*?)">', wagtail.get("/projects/wagtail/manal/").body.decode())
    assert addresses
    assert {wagtail.get(html.unescape(each)).status for each in addresses} == {200}


def test_a_mistyped_path_is_a_page_in_a_browser_and_json_elsewhere(wagtail: Server) -> None:
    browser = {"Accept": "text/html,*/*;q=0.8"}
    assert b"All projects" in wagtail.get("/project/wagtail/", browser).body
    assert wagtail.get("/project/wagtail/").json["type"] == "client_error"
    assert wagtail.get("/api/project/", browser).json["type"] == "client_error"


def test_a_long_and_hostile_name_is_shortened_and_escaped(wagtail: Server) -> None:
    body = wagtail.get(f"/projects/{'%3Cb%3E%E2%80%AE' * 300}/").body
    assert b"<b>" not in body
    assert "\u202e" not in body.decode()
    assert len(body) < 4000


def test_an_unreadable_file_is_named_on_the_pages_that_lack_it(
    serve: Callable[..., Any], project: Path, until: Callable[..., None]
) -> None:
    (project / "demo/app/po/cs.po").write_text(BROKEN, encoding="utf-8")
    server = serve(project)
    for path in ("/projects/demo/app/", "/projects/demo/app/de/", "/projects/demo/", "/", "/projects/demo/app/cs/"):
        until(lambda path=path: NOTICE.encode() in server.get(path).body)
        assert str(project) not in server.get(path).body.decode()
    assert server.get("/projects/demo/app/cs/").status == 404


def test_an_unreadable_file_is_named_in_a_report(run: Run, project: Path) -> None:
    (project / "demo/app/po/cs.po").write_text(BROKEN, encoding="utf-8")
    top = project.parent / "report"
    assert run("report", "--root", project, "--output", top).status == 3
    for folder in ("", "projects/demo", "projects/demo/components/app", "projects/demo/components/app/de"):
        page = (top / folder / "index.html").read_text(encoding="utf-8")
        assert NOTICE in page, folder
        assert str(project) not in page


def test_the_strings_of_a_file_that_became_unreadable_have_its_place_and_the_reason(
    serve: Callable[..., Any], project: Path, until: Callable[..., None]
) -> None:
    server = serve(project)
    assert server.get("/translate/demo/app/cs/").status == 200
    (project / "demo/app/po/cs.po").write_text(BROKEN, encoding="utf-8")
    until(lambda: server.get("/translate/demo/app/cs/").status == 404)
    assert "cs.po:2" in read_main(server.get("/translate/demo/app/cs/").body)


def test_the_page_of_an_unknown_language_names_those_of_the_component(wagtail: Server) -> None:
    found = read_main(wagtail.get("/projects/wagtail/admin/xx/").body)
    assert "<p>These exist: English [/projects/wagtail/admin/en/]" in found
