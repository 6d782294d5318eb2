"""Pages of a server: every link leads to a page, and hostile names and texts are escaped."""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest

from tests.fixture_types import WriteTree
from tests.page_parser import parse_page
from tests.serving.conftest import Serve, Server, write_files

pytestmark = pytest.mark.slow

MAX_PAGE_BYTES = 300_000
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
_VARIANTS = re.compile(r"[?&](sort|order|show|name|q|checksum)=")


def crawl(server: Any, largest: int = 400) -> dict[str, Any]:
    """Return the responses to all links of the site, by path. Links are followed from pages without a query."""
    paths = ["/"]
    replies: dict[str, Any] = {}
    while paths and len(replies) < largest:
        path = paths.pop()
        if path in replies:
            continue
        reply = replies[path] = server.get(path)
        if not reply.headers.get("content-type", "").startswith("text/html"):
            continue
        page = parse_page(reply.body)
        targets = [
            *page.values("href", "a"),
            *page.values("href", "link"),
            *page.values("src", "script"),
        ]
        for target in targets:
            address = urldefrag(urljoin(server.base_url + path, target))[0]
            assert address.startswith(f"{server.base_url}/"), (path, target)
            following = address.removeprefix(server.base_url)
            if following not in replies and not ("?" in path and _VARIANTS.search(following)):
                paths.append(following)
    return replies


def test_every_link_of_the_examples_leads_to_a_small_page(examples_server: Server) -> None:
    replies = crawl(examples_server)
    assert {path: reply.status for path, reply in replies.items() if reply.status != 200} == {}
    pages = {path: reply for path, reply in replies.items() if reply.headers["content-type"].startswith("text/html")}
    assert len(pages) > 50
    assert {path for path, reply in pages.items() if len(reply.body) > MAX_PAGE_BYTES} == set()
    assert {reply.headers["content-security-policy"] for reply in pages.values()} == {POLICY}


def test_the_urls_of_a_record_lead_to_pages(demo_server: Server) -> None:
    (record, *_) = demo_server.get("/api/components/demo/app/statistics/").json["results"]
    for key in ("url", "translate_url"):
        reply = demo_server.get(record[key].removeprefix(demo_server.base_url))
        assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert record["name"] in reply.body.decode()


def test_every_link_of_a_component_with_a_percent_sign_leads_to_a_page(
    serve: Callable[..., Any], tmp_path: Path, po: Callable[..., str]
) -> None:
    root = write_files(tmp_path / "root", {f"demo/{slug}/po/de.po": po("de", a="") for slug in ("50%25", "n%2Fo")})
    replies = crawl(serve(root))
    assert {path: reply.status for path, reply in replies.items() if reply.status != 200} == {}
    assert any("/n%25252Fo/de/file/" in path for path in replies)


def test_hostile_names_and_texts_are_escaped(serve: Callable[..., Any], hostile_root: Path) -> None:
    server = serve(hostile_root)
    replies = crawl(server)
    assert {path: reply.status for path, reply in replies.items() if reply.status != 200} == {}
    for path, reply in replies.items():
        if not reply.headers["content-type"].startswith("text/html"):
            continue
        page = parse_page(reply.body)
        # The page of a search does not update itself.
        scripts = [attributes for tag, attributes in page.elements if tag == "script"]
        assert len(page.values("src", "script")) == len(scripts) == 3, path
        assert not [tag for tag, _ in page.elements if tag in ("i", "b")], path
        assert all(address.startswith("/widget/") for address in page.values("src", "img")), path
        attributes = {name for _, given in page.elements for name in given}
        assert not {name for name in attributes if name.startswith("on") or name == "style"}, path
        assert not any(character in reply.body.decode() for character in "\u202e\x07"), path
        assert len(reply.body) < MAX_PAGE_BYTES, path
    shown = "".join(reply.body.decode() for reply in replies.values())
    shown = re.sub("</?(span|ins|del)[^>]*>", "", shown)
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown
    to_do = server.get("/translate/hostile/docs/manual/de/?q=is%3Auntranslated").body.decode()
    assert "&lt;script&gt;missing&lt;/script&gt;" in re.sub("</?(span|code)[^>]*>", "", to_do)


@pytest.mark.parametrize(
    ("path", "status", "text"),
    [
        pytest.param("/translate/demo/app/de/?checksum=0", 200, "There is no such string", id="string"),
        pytest.param("/translate/demo/app/de/?page=9", 404, "Invalid page", id="page"),
        pytest.param("/translate/demo/app/de/?q=state:nope", 200, "there is no state:nope", id="query"),
        pytest.param("/translate/demo/app/de/?q=%3Cscript%3E(", 200, 'value="&lt;script&gt;("', id="script in query"),
        pytest.param("/translate/demo/app/de/?q=zzz", 200, "No string matches", id="no match"),
        pytest.param("/projects/demo/app/?name=zzz", 200, "None matches", id="no row"),
        pytest.param("/search/?q=state:nope", 400, "there is no state:nope", id="query of a search"),
        pytest.param("/search/?q=state:nope", 400, "<code>file is:untranslated</code>", id="examples of queries"),
        pytest.param("/search/?q=%22%3Cb%3E", 400, 'value="&#34;&lt;b&gt;"', id="markup in the query of a search"),
        pytest.param("/search/?q=zzz", 200, "No string matches. Searched all", id="search without a match"),
        pytest.param("/login", 404, "Not Found", id="no login without tokens"),
    ],
)
def test_errors_are_explained_on_a_page(demo_server: Server, path: str, status: int, text: str) -> None:
    reply = demo_server.get(path)
    assert (reply.status, reply.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert text.lower() in reply.body.decode().lower()


def test_the_figures_of_the_page_of_a_language_are_those_of_the_api(demo_server: Server) -> None:
    numbers = demo_server.get("/api/translations/demo/app/cs/statistics/").json
    body = demo_server.get("/projects/demo/app/cs/").body.decode()
    assert f"<strong>{numbers['translated_percent']}%</strong>" in body
    assert f"({numbers['total_words'] - numbers['translated_words']} words)" in body


def test_pages_name_the_components_without_a_language(demo_server: Server) -> None:
    for path in ("/languages/", "/projects/demo/-/"):
        body = demo_server.get(path).body.decode()
        assert "1 of 2" in body
        assert re.search('<td class="number wide c-not-begun"><a href="[^"]*#not-begun">1</a></td>', body)
    body = demo_server.get("/").body.decode()
    assert re.search("components that a language has not begun</dt><dd><a [^>]*sort=not-begun[^>]*>[1-9]", body)
    for path in ("/languages/cs/", "/projects/demo/-/cs/"):
        body = demo_server.get(path).body.decode()
        assert re.search(
            r"<strong>[0-9.]+%</strong> [a-z]+ in 1 component begun, <strong>[0-9.]+%</strong> in all 2", body
        )
        assert '<a href="/translate/demo/docs/manual/en/">Manual</a> 1 string (2 words)</li>' in body
        assert "with 1 string (2 words) to translate" in body


def test_the_strings_of_the_source_language_are_those_of_its_file(serve: Serve, tmp_path: Path) -> None:
    files = {
        "po/en.po": 'msgid "New"\nmsgstr ""\n\nmsgid "Both"\nmsgstr ""\n\nmsgid "Newest"\nmsgstr ""\n',
        "po/de.po": 'msgid "Both"\nmsgstr "Beide"\n\nmsgid "Old"\nmsgstr "Alt"\n',
    }
    server = serve(write_files(tmp_path / "root", files))
    assert server.get("/api/translations/root/po/en/").json["total"] == 2
    for path in ("/projects/root/po/en/", "/languages/en/"):
        assert "<strong>3</strong> strings in the source language" in server.get(path).body.decode()
    address = "/translate/root/po/en/"
    page = parse_page(server.get(address).body)
    checksums = [each.removeprefix("s") for each in page.values("id", "article")]
    shown = [server.get(f"{address}?checksum={each}").body.decode() for each in checksums]
    assert [re.findall("<h1><bdi[^>]*>(.*)</bdi>", each) for each in shown] == [["Both"], ["New"], ["Newest"]]


def test_the_page_of_the_source_language_counts_strings_and_no_work(demo_server: Server) -> None:
    body = demo_server.get("/languages/en/").body.decode()
    assert parse_page(body.encode()).values("data-title", "th") == ["Name", "Strings", "Failing"]
    assert [word for word in (" left<", "Unfinished", "Nearest", "–<") if word in body] == []


def test_a_file_in_place_of_which_another_one_counts_is_named(serve: Serve, tmp_path: Path) -> None:
    files = {f"po/{code}.po": 'msgid "a"\nmsgstr "b"\n' for code in ("de", "tr", "tr_TR")}
    server = serve(write_files(tmp_path / "root", files))
    for path, is_named in (("projects/root/po", True), ("languages/tr", True), ("languages/de", False)):
        body = server.get(f"/{path}/").body.decode()
        assert ("<code>po/tr_TR.po</code>: <code>po/tr.po</code> counts" in body) == is_named


def test_the_links_between_pages_of_strings_keep_the_page_size(demo_server: Server) -> None:
    first = demo_server.get("/translate/demo/app/cs/?page_size=1").body.decode()
    assert '<a rel="next" href="?page_size=1&amp;page=2">' in first
    second = demo_server.get("/translate/demo/app/cs/?page_size=1&page=2").body.decode()
    assert '<a rel="prev" href="?page_size=1">' in second


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/projects/demo/?name=zz", "?"),
        ("/projects/demo/-/?name=zz", "?"),
        ("/checks/?name=zz", "?"),
    ],
)
def test_a_filter_without_matches_has_a_link_to_the_whole_table(demo_server: Server, path: str, address: str) -> None:
    assert f'None matches. <a href="{address}">Show all</a>' in demo_server.get(path).body.decode()


def test_a_page_changes_with_the_files(
    serve: Callable[..., Any], project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    assert b"50.0%" in server.get("/projects/demo/app/cs/").body
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Nashle"), encoding="utf-8")
    until(lambda: b"50.0%" not in server.get("/projects/demo/app/cs/").body)


def test_the_page_of_checks_does_not_list_corrected_and_deleted_languages(
    serve: Callable[..., Any], project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    folder = project / "demo/app/po"
    for code in ("cs", "de", "fr"):
        (folder / f"{code}.po").write_text(po(code, **{"Open_it.": "Ok"}), encoding="utf-8")
    server = serve(project)
    cell = '<td class="number[^>]*><a [^>]*>{0}</a></td>'
    row = f">end_stop</code>.*?{cell * 2}"
    assert re.search(row.format(3), server.get("/checks/").body.decode())
    (folder / "cs.po").unlink()
    (folder / "de.po").write_text(po("de", **{"Open_it.": "Ok."}), encoding="utf-8")
    until(lambda: re.search(row.format(1), server.get("/checks/").body.decode()) is not None)
    assert b"demo/<wbr>app/<wbr>fr</a> (1)" in server.get("/checks/").body


def test_the_page_of_a_check_has_its_rule_and_the_translations_that_break_it(
    serve: Callable[..., Any], project: Path, po: Callable[..., str]
) -> None:
    for name in ("app", "list", "menu"):
        folder = project / "demo" / name / "po"
        folder.mkdir(parents=True, exist_ok=True)
        for code, text in (("cs", "Ok"), ("de", "Ok"), ("fr", "Ok.")):
            (folder / f"{code}.po").write_text(po(code, **{"Open_it.": text}), encoding="utf-8")
    server = serve(project)
    body = server.get("/checks/end_stop/").body.decode()
    assert "Source and translation both end with a full stop" in body
    assert "&#34;All is well.&#34;  -&gt;  &#34;Tout va bien&#34;" in body
    assert "the flag <code>ignore-end-stop</code>" in body
    assert '<a href="/search/?q=check%3Aend_stop">6 translations</a> of all languages' in body
    assert '<a href="/translate/demo/app/cs/?q=check%3Aend_stop"><bdi>Czech</bdi></a>' in body
    assert '<a href="/search/?q=check%3Aend_stop&amp;language=cs">Czech</a> 3</li>' in body
    assert "French" not in body
    assert "German" not in server.get("/checks/end_stop/?name=cze").body.decode()
    assert "No string breaks this rule." in server.get("/checks/kashida/").body.decode()


def test_a_finding_and_the_ids_of_checks_link_to_the_page_of_the_check(
    serve: Callable[..., Any], project: Path, po: Callable[..., str]
) -> None:
    (project / "demo/app/po/cs.po").write_text(po("cs", **{"Open_it.": "Ok"}), encoding="utf-8")
    server = serve(project)
    finding = 'the source ends with a full stop, the translation does not <a href="/checks/end_stop/">end_stop</a>'
    assert finding in server.get("/translate/demo/app/cs/").body.decode()
    checks = server.get("/checks/").body.decode()
    sentence = "Source and translation both end with a full stop, or neither of them, in any script."
    assert f'<a href="/checks/end_stop/">{sentence}</a>' in checks
    assert '<a href="/search/?q=check%3Aend_stop">1</a>' in checks
    translation = server.get("/projects/demo/app/cs/").body.decode()
    assert '<a class="code-name" href="/checks/end_stop/">end_stop</a>' in translation
    assert '<a href="/translate/demo/app/cs/?q=check%3Aend_stop">1</a>' in translation


def test_an_unknown_check_is_named_with_the_nearest_ones(demo_server: Server) -> None:
    response = demo_server.get("/checks/end-stop/")
    assert response.status == 404
    assert "There is no check &#39;end-stop&#39;." in response.body.decode()
    assert '<a href="/checks/end_stop/">end_stop</a>' in response.body.decode()


def test_the_strings_to_do_are_those_of_the_template_everywhere(serve: Callable[..., Any], tree: WriteTree) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    strings = [f'msgid "{text}"\nmsgstr "{{}}"\n' for text in ("Open", "Save", "Quit")]
    german = strings[0].format("Offen") + 'msgid "Old"\nmsgstr ""\n'
    french = strings[0].format("Ouvert") + strings[1].format("")
    template = "".join(each.format("") for each in strings)
    settings = '[project.shop.component.app]\nfilemask = "po/*.po"\nnew_base = "po/app.pot"\n'
    files = {"po/app.pot": header + template, "po/de.po": header + german, "po/fr.po": header + french}
    server = serve(tree({**files, "transtats.toml": settings}))
    component = server.get("/projects/shop/app/").body.decode()
    for code, missing in (("de", ("Save", "Quit")), ("fr", ("Quit",))):
        address = f"/translate/shop/app/{code}/?q=is%3Auntranslated"
        assert f'<a href="{address}">2</a>' in component
        translation = server.get(f"/projects/shop/app/{code}/").body.decode()
        assert f'href="{address}">2 strings to do (' in translation
        figures = translation.partition("<h2>Figures</h2>")[2]
        row = "translated of these" if code == "de" else "translated"
        cells = re.findall(r"<td[^>]*>(.*?)</td>", figures.partition(f'<th scope="row">{row}</th>')[2])
        assert (re.sub("<.*?>", "", cells[0]), cells[1]) == ("1", "33.3%")
        missing_row = translation.partition('<th scope="row">missing in the file</th>')[2]
        assert len(missing) == int(re.findall(r"[0-9]+(?=<)", missing_row)[0])
        to_do = server.get(address).body.decode()
        assert "To do <span>(2)</span>" in to_do
        assert '<p class="muted" role="status">2 strings</p>' in to_do
        assert to_do.count(">Missing string</a>") == len(missing)
        assert "update the file from <code>po/app.pot</code>" in to_do
        assert "<code data-copy>po/app.pot:8</code>" in to_do
        assert ">Old<" not in to_do
        file = server.get(f"{address}&format=csv")
        rows = [*csv.DictReader(file.body.decode().splitlines())]
        # The API has no address of a string that a file lacks.
        assert [(row["source.0"], bool(row["url"])) for row in rows] == [
            (text, text not in missing) for text in ("Save", "Quit")
        ]
        assert f"shop-app-{code}.csv" in file.headers["content-disposition"]
    # A program that downloads the list must not take a page for it.
    assert server.get("/translate/shop/app/fr/?q=is%3Anothing&format=csv").status == 400
    empty = server.get("/translate/shop/app/fr/?q=is%3Aempty").body.decode()
    assert "Untranslated <span>(2)</span>" in empty
    (first, last) = [each for each in parse_page(to_do.encode()).values("href", "a") if "&checksum=" in each]
    page = server.get(f"/translate/shop/app/fr/{last}").body.decode()
    assert ">Quit</p>" in page
    assert ">Quit</bdi>" in page.partition("<h1>")[2].partition("</h1>")[0]
    # The string has a page in each other language.
    (german,) = [each for each in parse_page(page.encode()).values("href", "a") if "/de/?checksum=" in each]
    assert ">Quit</p>" in server.get(german).body.decode()
    assert f'<a rel="prev" href="{first}">'.replace("&", "&amp;") in page


def test_the_page_of_a_string_shows_it_in_all_languages_on_request(demo_server: Server) -> None:
    strings = parse_page(demo_server.get("/translate/demo/app/de/?q=Hello").body)
    (string,) = [each for each in strings.values("href", "a") if "checksum=" in each]
    page = demo_server.get(f"/translate/demo/app/de/{string}").body
    (address,) = [each for each in parse_page(page).values("href", "a") if "languages=all" in each]
    texts = demo_server.get(f"/translate/demo/app/de/{address.partition('#')[0]}").body.decode()
    assert re.search(r'>Czech</a></dt>\s*<dd><p class="text"[^>]*>Ahoj</p></dd>', texts)
    assert "Ahoj" not in page.decode()


def test_the_number_of_failing_translations_leads_to_them_with_the_checks_that_fail(
    serve: Serve, tree: WriteTree, po: Callable[..., str]
) -> None:
    translations = {"cs": "Ahoj", "de": "Hallo.", "fr": "Salut", "pl": "Witaj."}
    files = {
        f"po/{code}.po": po(
            code,
            **{
                "Hello.": text,
                "Goodbye:": "bye." if code == "de" else "bye",
                "Wait…": "wait…" if code == "de" else "wait",
            },
        )
        for code, text in translations.items()
    }
    server = serve(tree({**files, "transtats.toml": '[project.shop.component.app]\nfilemask = "po/*.po"\n'}))
    path = "/translate/shop/app/en/"
    body = server.get(f"{path}?q=has:check").body.decode()
    addresses = re.findall(r'<a href="([^"]*)#languages">Checks fail in (.) languages</a>', body)
    assert [count for _, count in addresses] == ["4", "3", "2"]
    address = addresses[2][0]
    # A check leads to the source strings whose translations fail it, which `check:` does not find on any server.
    assert '<a href="?q=fails%3Aend_stop">end_stop <span>(2)</span>' in body
    # The list of one check keeps the title and all checks, and begins with the string that fails it in most languages.
    one_check = server.get(f"{path}?q=fails:end_stop").body.decode()
    assert "<h1>Failing strings: " in one_check
    assert '<a href="?q=fails%3Aend_stop" aria-current="true">end_stop <span>(2)</span>' in one_check
    assert '<a href="?q=fails%3Aend_ellipsis">' in one_check
    assert re.findall("(Hello|Goodbye|Wait).</p>", one_check) == ["Hello", "Goodbye"]
    assert 'href="?q=fails%3Aend_stop"' in server.get(f"{path}?q=check:end_stop").body.decode()
    assert 'href="/search/?q=fails%3Aend_stop&amp;language=en"' in server.get("/checks/end_stop/").body.decode()
    # Each language leads to the translation that fails.
    last = body.partition("Checks fail in 2 ")[2].partition("</ul>")[0]
    links = parse_page(last.encode()).values("href", "a")
    assert [each for each in links if "/checks/" in each] == ["/checks/multiple_failures/", "/checks/end_stop/"]
    for code, link, text in zip(("cs", "fr"), links[2:], ("Ahoj", "Salut"), strict=True):
        assert f"/{code}/" in link
        assert text in server.get(link).body.decode()
    page = server.get(f"{path}{address.replace('&amp;', '&')}").body.decode()
    assert (
        '<p>Checks fail in 2 languages, which are the first here: <a href="/checks/end_stop/">end_stop</a> in 2.</p>'
        in page
    )
    items = re.findall(r"(?s)<dt><a [^>]*>(\w+)</a>.*?<dd>(.*?)</dd>", page.partition('id="languages"')[2])
    assert [(name, "/checks/end_stop/" in item) for name, item in items] == [
        ("Czech", True),
        ("French", True),
        ("German", False),
        ("Polish", False),
    ]


def test_the_reference_has_the_places_and_notes_of_strings_whose_files_lack_them(
    serve: Serve, tree: WriteTree, po: Callable[..., str]
) -> None:
    english = po("en", Hello="").replace('msgid "Hello"', '#. Greeting\n#: main.c:7\nmsgid "Hello"')
    settings = '[project.shop.component.app]\nfilemask = "po/*.po"\n'
    server = serve(tree({"po/en.po": english, "po/de.po": po("de", Hello="Hallo"), "transtats.toml": settings}))
    for code in ("de", "en"):
        page = server.get(f"/translate/shop/app/{code}/").body.decode()
        assert "<dt>Note</dt><dd>Greeting</dd>" in page
        assert "<dt>Used in</dt><dd><code>main.c:7</code></dd>" in page


def test_the_page_of_a_monolingual_translation_counts_each_missing_string_once(
    serve: Callable[..., Any], tree: WriteTree
) -> None:
    files = {
        "web/en.json": '{"a": "Hello world", "b": "Bye", "c": "Yes"}',
        "web/de.json": '{"a": "Hallo"}',
        "transtats.toml": '[project.shop.component.web]\nfilemask = "web/*.json"\ntemplate = "web/en.json"\n',
    }
    body = serve(tree(files)).get("/projects/shop/web/de/").body.decode()
    assert "33.3% complete: 1 translated, 2 missing in the file" in body
    assert "2 strings to do" in body
    assert "in the template" in body


def test_strings_that_files_lack_are_shown_on_all_pages(serve: Callable[..., Any], hostile_root: Path) -> None:
    server = serve(hostile_root)
    pages = ("/", "/projects/hostile/", "/projects/hostile/docs/manual/", "/projects/hostile/-/de/", "/languages/de/")
    lacking = {path: "missing in the file" in server.get(path).body.decode() for path in pages}
    assert lacking == dict.fromkeys(pages, True)


def test_assets_are_cached_and_the_api_returns_no_html(demo_server: Server) -> None:
    style = demo_server.get("/static/style.css?v=1")
    assert (style.status, style.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert style.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert demo_server.get("/static/layout.html").status == 404
    assert demo_server.get("/static/..%2Ftemplates%2Flayout.html").status == 404
    api = demo_server.get("/api/", {"Accept": "text/html"})
    assert (api.status, api.json["errors"][0]["code"]) == (406, "not_acceptable")
    assert "form-action 'none'" in demo_server.get("/api/").headers["content-security-policy"]


def test_the_page_of_a_project_has_a_map_whose_cells_are_links(examples_server: Server) -> None:
    body = examples_server.get("/projects/gettext/").body.decode()
    table = body[body.index('<table class="map">') :].partition("</table>")[0]
    addresses = re.findall(r'<td class="level[0-5]"><a href="([^"]+)">[0-9]+</a></td>', table)
    assert len(addresses) > 1
    for address in addresses:
        assert examples_server.get(address).status == 200
    assert '<table class="map">' in examples_server.get("/").body.decode()


def test_source_texts_stand_once_with_a_link_to_their_translations(demo_server: Server) -> None:
    body = demo_server.get("/translate/demo/app/en/").body.decode()
    assert len(re.findall(">Hello</p>", body)) == 1
    address = re.findall('href="([^"]*)#languages">Translations<', body)[0]
    page = demo_server.get(f"/translate/demo/app/en/{address}").body.decode()
    assert '<section data-languages id="languages">' in page


def test_the_first_page_of_a_site_with_one_project_lists_its_components(demo_server: Server) -> None:
    body = demo_server.get("/").body.decode()
    assert "<h1>demo</h1>" in body
    assert '<a href="/projects/demo/docs/manual/">Manual</a>' in body.replace("<bdi>", "").replace("</bdi>", "")


@pytest.mark.parametrize("order", ["nearest", "farthest"])
def test_the_first_page_links_the_nearest_and_the_farthest_language(examples_server: Server, order: str) -> None:
    rows = examples_server.get(f"/languages/?show={order}").body.decode().split('<table class="rows"')[1]
    first = rows.split("<tbody>")[1].split('<a href="')[1].split('"')[0]
    assert re.search(f'{order}( to complete)? <a href="{first}">', examples_server.get("/").body.decode())
