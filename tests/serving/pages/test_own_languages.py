"""Tables show the rows of the reader's languages first, by the header Accept-Language."""

import re

import pytest

from tests.serving.conftest import Serve, Server, write_files
from transtats_cli.serving.http.exchange import parse_languages

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.fixture(scope="module")
def site(serve_all: Serve, tmp_path_factory: pytest.TempPathFactory) -> Server:
    codes = ("de", "fr", "pt", "pt_BR", "en_GB", "zh_Hans", "zh_Hant", "nb_NO", "sr@latin", "it")
    files = {f"demo/app/po/{code}.po": 'msgid "Hello."\nmsgstr "x"\n' for code in codes}
    return serve_all(write_files(tmp_path_factory.mktemp("site"), files))


def read_own_languages(server: Server, path: str, languages: str) -> list[str]:
    body = server.get(path, {"Accept": BROWSER, "Accept-Language": languages}).body.decode()
    own = body.partition('<tbody class="own">')[2].partition("</tbody>")[0]
    return re.findall(r'class="code-name">(.*?)<', own)


@pytest.mark.parametrize(
    ("languages", "codes"),
    [
        pytest.param("de", ["de"], id="one"),
        pytest.param("fr;q=0.5, de", ["de", "fr"], id="order of preference"),
        pytest.param("de-AT,de;q=0.9", ["de"], id="without its country"),
        pytest.param("pt-BR,pt;q=0.5", ["pt_BR"], id="with its country"),
        pytest.param("sr", ["sr_Latn"], id="with any script"),
        pytest.param("zh-TW,zh-CN;q=0.5", ["zh_Hant", "zh_Hans"], id="by other codes of the language"),
        pytest.param("no", ["nb"], id="by an older code"),
        pytest.param("en-US,en;q=0.5", [], id="the source and its other varieties are left out"),
        pytest.param("en-GB,en;q=0.5", ["en_GB"], id="a variety of the source"),
        pytest.param("ja, *;q=0.1", [], id="no such language"),
        pytest.param("de;q=0", [], id="unwanted"),
    ],
)
@pytest.mark.parametrize("path", ["/projects/demo/app/", "/projects/demo/-/", "/languages/", "/checks/end_stop/"])
def test_the_rows_of_the_languages_of_the_reader_come_first(
    site: Server, path: str, languages: str, codes: list[str]
) -> None:
    assert read_own_languages(site, path, languages) == codes


def test_the_table_below_has_all_rows_and_a_filter_shows_only_what_it_selects(site: Server) -> None:
    headers = {"Accept": BROWSER, "Accept-Language": "de"}
    body = site.get("/projects/demo/app/", headers).body.decode()
    assert len(re.findall('<tr[^>]* data-tags="de ', body)) == 2
    assert 'class="own"' not in site.get("/projects/demo/app/?name=fr", headers).body.decode()


def test_cached_pages_are_those_of_the_language(site: Server) -> None:
    path = "/languages/"
    german, french = ({"Accept": BROWSER, "Accept-Language": each} for each in ("de", "fr"))
    first = site.get(path, german)
    assert "Accept-Language" in first.headers["vary"].split(", ")
    assert site.get(path, french).headers["etag"] != first.headers["etag"]
    assert site.get(path, {**german, "If-None-Match": first.headers["etag"]}).status == 304
    assert site.get(path, {**french, "If-None-Match": first.headers["etag"]}).status == 200
    # Another spelling of the same preferences has the same page.
    assert site.get(path, {"Accept": BROWSER, "Accept-Language": "DE;q=0.9"}).headers["etag"] == first.headers["etag"]


def test_the_api_is_the_same_in_all_languages(site: Server) -> None:
    reply = site.get("/api/languages/", {"Accept-Language": "de"})
    assert "Accept-Language" not in reply.headers["vary"]


@pytest.mark.parametrize("header", [b"", b",;q=,", b"x" * 5000, b"de;q=1e9", b"\xff", b"de;q=0.1.2"])
def test_malformed_languages_are_left_out(header: bytes) -> None:
    assert parse_languages(header) == ()
