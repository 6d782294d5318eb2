"""Pages of the changes since a date: the numbers of `diff --since`, changed texts, and answers without a commit."""

import asyncio
import html
import json
import math
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository, po
from tests.serving.conftest import Serve
from tests.static_report.site_links import find_dead_links, find_unlinked_pages
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.pages.changed_strings import MAX_LISTED_CHANGES, ComponentChanges
from transtats_cli.pages.changes import PENDING_PERIOD, ChangeSelection, Period, make_changes_page
from transtats_cli.pages.links import make_server_links
from transtats_cli.pages.tables import TableBuilder
from transtats_cli.serving.data.comparisons import SharedComparer
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.data.component_state import make_comparison_kind
from transtats_cli.serving.data.workers import ServerWorkers
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import ServeOptions

DATE = "2023-11-16"
LONG = "Wort für Wort " * 80
SETTINGS = '[project.shop.component.site]\nfilemask = "site/*.json"\ntemplate = "site/en.json"\n'
WORDS = {
    "Translated": "translated",
    "Removed": "source_shrank",
    "Lost": "lost",
    "Became fuzzy": "became_fuzzy",
    "Source reworded": "source_reworded",
    "Reworded": "translation_reworded",
    "Began failing": "began_failing",
    "Fixed": "fixed",
}
"""Keys of the JSON of `diff` by the titles of the columns."""


@pytest.fixture
def shop(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """A repository with every kind of change since DATE, in two components."""
    made = repository("shop")
    before = {
        "Gone": "Weg",
        "Lost": "Verloren",
        "Doubtful": "Zweifelhaft",
        "Stop.": "Halt.",
        "Good.": "Gut",
        "Long": LONG,
    }
    site = {"site/en.json": '{"close": "Close the window"}', "site/de.json": '{"close": "Fenster zu"}'}
    app = {"app/de.po": po({"Done": "", **before}), "app/fr.po": po({"Done": "Fait"})}
    made.commit("Add", {"transtats.toml": SETTINGS, **app, **site})
    after = {
        "Lost": "",
        "Doubtful": "~Zweifelhaft",
        "Stop.": "Halt",
        "Good.": "Gut.",
        "New one": "Neu <b>",
        "New": "",
        "Long": f"{LONG}!",
    }
    made.commit("Translate", {"app/de.po": po({"Done": "Fertig", **after})}, hours=72)
    made.write({"site/en.json": '{"close": "Close the dialog"}', "app/cs.po": po({"Done": ""})})
    return made


def read_rows(body: bytes, place: int = 0) -> dict[str, dict[str, str]]:
    """Return the cells of a table by the name of the row and the title of the column."""
    table = re.findall(r"(?s)<table.*?</table>", body.decode())[place]
    head, *rows = [re.findall(r"(?s)<t[hd]\b.*?</t[hd]>", row) for row in re.findall(r"(?s)<tr.*?</tr>", table)]
    texts = [[html.unescape(re.sub(r"<.*?>|[▲▼]", "", cell)).strip() for cell in row] for row in (head, *rows)]
    return {row[0]: dict(zip(texts[0], row, strict=True)) for row in texts[1:]}


def read_diff(run: Run, root: Path, *names: str) -> dict[str, dict[str, Any]]:
    """Return the languages of `diff --since`, by name and code."""
    done = run("diff", *names, "--since", DATE, "--format", "json", "--units", cwd=root)
    assert done.status == 0, done.stderr
    return {f"{each['name']} {each['language']}": each for each in json.loads(done.stdout)["languages"]}


def check_rows(rows: dict[str, dict[str, str]], languages: dict[str, dict[str, Any]]) -> None:
    """Fail unless a table has the numbers of `diff` for each changed language."""
    assert rows
    for name, language in languages.items():
        numbers = {title: language[key]["strings"] for title, key in WORDS.items()}
        new = language["source_grew"]
        numbers["New and translated"] = new["translated"]["strings"]
        numbers["New and untranslated"] = new["strings"] - new["translated"]["strings"]
        if any(numbers.values()):
            assert {title: int(rows[name].get(title, 0)) for title in numbers} == numbers, name
        if name in rows and language["after"]:
            (share,) = [text for title, text in rows[name].items() if title.endswith(" now")]
            assert share == f"{language['after']['percent']}%"


def wait_for(server: Any, until: Callable[..., None], path: str) -> bytes:
    """Return a page after all its components have been compared."""
    until(lambda: b"being computed" not in server.get(path).body)
    body: bytes = server.get(path).body
    return body


def test_a_page_has_the_numbers_of_diff(
    serve: Serve, run: Run, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    app, site = (read_diff(run, shop.path, "shop", slug) for slug in ("app", "site"))
    server = serve(shop.path)
    for names, languages in (("shop/app/", app), ("shop/site/", site)):
        check_rows(read_rows(wait_for(server, until, f"/changes/{names}?since={DATE}")), languages)
    for path in ("/changes/", "/changes/shop/"):
        page = wait_for(server, until, f"{path}?since={DATE}")
        german, total = read_rows(page)["German de"], [app["German de"], site["German de"]]
        reworded = sum(each["source_reworded"]["strings"] for each in total)
        assert (german["Source reworded"], german["Lost"]) == (str(reworded), str(app["German de"]["lost"]["strings"]))
        assert list(read_rows(page, 1)) == ["app", "site"]
        assert f'href="/changes/shop/app/?since={DATE}"'.encode() in page


def test_the_changes_of_several_projects_are_counted_by_project(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    settings = f'{SETTINGS}[project.blog.component.posts]\nfilemask = "posts/*.po"\n'
    shop.commit("Add", {"transtats.toml": settings, "posts/de.po": po({"Read": ""})}, hours=96)
    shop.write({"posts/de.po": po({"Read": "Lies"}), "app/cs.po": po({"Done": "Hotovo"})})
    page = wait_for(serve(shop.path), until, "/changes/?since=2023-11-23")
    assert {name: row["Translated"] for name, row in read_rows(page, 1).items()} == {"blog": "1", "shop": "1"}
    assert b'<a href="/changes/blog/?since=2023-11-23"><bdi>blog</bdi></a>' in page


def test_a_report_has_the_numbers_of_diff_and_pages_without_dead_links(run: Run, shop: ScriptedRepository) -> None:
    languages = read_diff(run, shop.path, "shop", "app")
    done = run("report", "--since", DATE, "--all-strings", "--output", "../out", cwd=shop.path)
    assert done.status == 0, done.stderr
    top = shop.path.parent / "out"
    page = (top / "changes/shop/components/app/index.html").read_bytes()
    check_rows(read_rows(page), languages)
    pattern = '<h3 id="began-failing-[^>]*>[^<]*<code>app/<wbr>de.po:18</code> <a href="([^"]*)#s[0-9a-f]{16}">Show the'
    assert re.findall(pattern, page.decode()) == ["../../../../projects/shop/components/app/de/failing.html"]
    assert list(read_rows((top / "changes/shop/index.html").read_bytes(), 1)) == ["app", "site"]
    assert list(read_rows((top / "languages/de/changes/index.html").read_bytes())) == ["shop/app", "shop/site"]
    assert list(find_dead_links(top)) == []
    assert find_unlinked_pages(top) == set()
    assert f">Changes since {DATE}</a>" in (top / "index.html").read_text()


def test_a_report_without_the_option_has_no_such_pages(run: Run, shop: ScriptedRepository) -> None:
    run("report", "--output", "../out", cwd=shop.path)
    top = shop.path.parent / "out"
    assert not (top / "changes").exists()
    assert "Changes" not in (top / "index.html").read_text()


@pytest.mark.parametrize(
    ("since", "message"),
    [
        pytest.param("yesterday", "--since: 'yesterday' is not a date", id="no date"),
        pytest.param("2001-01-01", "--since: no commit is so old", id="too early"),
    ],
)
def test_a_report_since_a_wrong_date_is_not_written(
    run: Run, shop: ScriptedRepository, since: str, message: str
) -> None:
    done = run("report", "--since", since, "--output", "../out", cwd=shop.path)
    assert (done.status, message in done.stderr) == (2, True), done.stderr
    assert not (shop.path.parent / "out").exists()


def test_a_component_lists_old_and_new_texts(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    page = wait_for(serve(shop.path), until, f"/changes/shop/app/?since={DATE}").decode()
    assert "German: began failing: the source ends with a full stop, the translation does not" in page
    assert "Neu &lt;b&gt;" in re.sub("</?(ins|span)[^>]*>", "", page)
    assert '<p class="text" lang="de" dir="ltr">Halt<del class="del">.</del></p>' in page
    assert re.search(r'<p class="text" lang="de" dir="ltr">… [^/]*<ins class="ins">!</ins></p>', page)
    assert re.search(r'<a href="/translate/shop/app/de/\?checksum=[0-9a-f]{16}">Show the string</a>', page)
    assert f'<a href="/changes/shop/app/?since={DATE}&amp;language=de"><bdi>German</bdi></a>' in page


def test_a_language_of_a_component_lists_all_changes_of_each_kind(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    server = serve(shop.path)
    overview = wait_for(server, until, f"/changes/shop/app/?since={DATE}").decode()
    path = f"/changes/shop/app/?since={DATE}&language=de"
    links = re.findall(r'<a href="([^"]*language=de&amp;kind=([^"]*))">([0-9]+)</a>', overview)
    assert {kind for _, kind, _ in links} >= {"translated", "new+and+untranslated", "removed", "fixed"}
    for address, kind, count in links:
        assert server.get(html.unescape(address)).body.count(b"<article") == int(count), kind
    removed = server.get(f"{path}&kind=removed").body.decode()
    assert '<p class="text" lang="de" dir="ltr">Weg</p>' in removed
    assert "not in the file" in removed


def test_a_string_that_only_the_template_lost_has_no_text_after_the_change(
    serve: Serve, repository: Callable[[str], ScriptedRepository], until: Callable[..., None]
) -> None:
    shop = repository("stale")
    shop.commit("Add", {"po/shop.pot": po({"One": "", "Two": ""}), "po/de.po": po({"One": "Eins", "Two": "Zwei"})})
    shop.write({"po/shop.pot": po({"One": ""})})
    page = wait_for(serve(shop.path), until, f"/changes/?since={DATE}&language=de&kind=removed").decode()
    assert page.count(">Zwei</p>") == page.count("no longer in the template") == 1


def test_a_report_lists_all_translated_strings_and_some_of_many_others(run: Run, shop: ScriptedRepository) -> None:
    old, todo = ([f"A {word} text with thirty letters {number}" for number in range(900)] for word in ("done", "new"))
    shop.commit("Add", {"app/de.po": po({**dict.fromkeys(old, "Alt"), **dict.fromkeys(todo, "")})}, hours=96)
    long = " ".join(["Ein Satz mit 29 Buchstaben ist"] * 9)
    done = {source: f"{long} {source}" for source in todo[:120]}
    shop.write({"app/de.po": po({**dict.fromkeys(old, "Neu"), **dict.fromkeys(todo, ""), **done, "Next": ""})})
    assert run("report", "--since", "2023-11-23", "--output", "../out", cwd=shop.path).status == 0
    page = (shop.path.parent / "out/languages/de/changes/index.html").read_text()
    assert re.search(r"This page lists 1\D000 of 1\D021 changes", page)
    assert "Reworded (880 of 900)</h2>" in page
    assert "New and untranslated (" not in page
    assert page.count(long) == 120
    # A number is a link only if the list has all of its strings.
    assert {*re.findall(r'<a href="([^"]*)">(120|1|900)</a>', page)} == {
        ("#translated", "120"),
        ("#translated-1", "120"),
    }
    overview = (shop.path.parent / "out/changes/index.html").read_text()
    assert {*re.findall(r'<a href="([^"]*)">(120|1|900)</a>', overview)} == {
        ("../languages/de/changes/index.html#translated", "120"),
        ("shop/components/app/index.html#translated", "120"),
    }


def test_each_number_of_a_report_leads_to_a_place_on_its_page(run: Run, shop: ScriptedRepository) -> None:
    shop.write({"app/fr.po": po({"Done": "Fait", "New": "Neuf"})})
    assert run("report", "--since", DATE, "--output", "../out", cwd=shop.path).status == 0
    page = (shop.path.parent / "out/changes/shop/components/app/index.html").read_text()
    assert {*re.findall('href="#([^"]+)"', page)} <= {*re.findall(' id="([^"]+)"', page)}


def test_a_number_without_a_list_leads_to_the_new_source_strings_or_to_the_sorted_table(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("shop")
    files = ["app/app.pot", *(f"app/{code}.po" for code in "cs da de el es fi fr hu it ja ko nl".split())]
    made.commit("Add", {path: po({"Old": ""}) for path in files})
    made.write({path: po({"Old": "", **{f"Text {number}": "" for number in range(90)}}) for path in files})
    assert run("report", "--since", DATE, "--output", "../out", cwd=made.path).status == 0
    top = made.path.parent / "out/changes"
    component, overview = ((top / name).read_text() for name in ("shop/components/app/index.html", "index.html"))
    assert component.count('<a href="#new-sources">90</a>') == 12
    assert re.search(r'<a href="#new-sources">1\D080</a>', component)
    assert '<a href="?sort=new-and-untranslated-strings#changed">' in overview


def test_a_share_that_falls_because_of_new_source_strings_has_their_number(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    shop.write({"app/app.pot": po({f"Text {number}": "" for number in range(12)})})
    shop.commit("Add a template", {}, hours=100)
    more = {f"Text {number}": "" for number in range(20)}
    shop.write({"app/app.pot": po(more), "app/fr.po": po({"Text 1": "Texte"})})
    server, path = serve(shop.path), "/changes/shop/app/?since=2023-11-23"
    rows = read_rows(wait_for(server, until, path))
    assert rows["French fr"]["All strings"] == "+8"
    source_strings = server.get(path).body.decode().partition("counted once for all languages: 8 new, 0 removed")[2]
    assert re.findall("Text 1[0-9]", source_strings.partition("</details>")[0]) == [f"Text {n}" for n in range(12, 20)]


def test_a_long_list_of_changes_has_pages(serve: Serve, shop: ScriptedRepository, until: Callable[..., None]) -> None:
    shop.write({"app/de.po": po({f"Text {number}": f"{number}" for number in range(250)})})
    server, path = serve(shop.path), f"/changes/shop/app/?since={DATE}&language=de&kind=new+and+translated"
    wait_for(server, until, path)
    pages = [server.get(f"{path}&page={number}").body.decode() for number in (1, 2, 3)]
    assert [page.count("<article") for page in pages] == [100, 100, 50]
    assert f'<a rel="next" href="{html.escape(path)}&amp;page=3">' in pages[1]


def test_too_many_changes_are_counted_but_not_listed(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    texts = [f"Text {number}" for number in range(MAX_LISTED_CHANGES // 2 + 1)]
    shop.write({f"app/{code}.po": po(dict.fromkeys(texts, "")) for code in ("de", "fr")})
    server, path = serve(shop.path), f"/changes/shop/app/?since={DATE}"
    page = wait_for(server, until, path)
    assert b"too many changes for a list" in page
    assert b"<article" not in page
    assert wait_for(server, until, f"{path}&language=fr").count(b"<article") == 100


def test_the_changes_of_a_language_are_listed_by_component(
    serve: Serve, run: Run, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    german = {f"shop/{slug}": read_diff(run, shop.path, "shop", slug)["German de"] for slug in ("app", "site")}
    server = serve(shop.path)
    page = wait_for(server, until, "/changes/?since=2023-11-16&language=de")
    check_rows(read_rows(page), german)
    assert b"shop/app: became fuzzy" in page
    links = re.findall(r'href="([^"]*kind=[^"]*)">([0-9]+)</a>', server.get(f"/changes/?since={DATE}").body.decode())
    assert links
    for address, count in links:
        assert server.get(html.unescape(address)).body.count(b"<article") == int(count), address
    kinds = re.findall(r"<span>\(([0-9]+)\)</span>", page.decode())
    assert f"{sum(map(int, kinds))} changes</p>" in page.decode()
    source = wait_for(server, until, "/changes/?since=2023-11-16&language=en").decode()
    assert "Changes do not include the source language" in source
    assert "/changes/" not in server.get("/languages/en/").body.decode().partition("<main")[2]
    assert "There is no language" in server.get(f"/changes/?since={DATE}&language=xx").body.decode()


def test_outdated_strings_are_counted_on_request(
    serve: Serve, run: Run, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    path = f"/changes/shop/site/?since={DATE}"
    outdated = [each for each in read_diff(run, shop.path, "shop", "site")["German de"]["units"] if each["outdated"]]
    rows = read_rows(wait_for(serve(shop.path, "--outdated"), until, path))
    assert rows["German de"]["Outdated"] == str(len(outdated)) == "1"
    page = wait_for(serve(shop.path), until, path)
    assert "Outdated" not in read_rows(page)["German de"]
    assert b"source reworded; its translation is the old one" in page


def test_an_open_page_has_new_numbers_after_a_change(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    server, path = serve(shop.path), f"/changes/shop/app/?since={DATE}"
    assert "Czech cs" in read_rows(wait_for(server, until, path))
    shop.write({"app/cs.po": po({"Done": "Hotovo"})})
    until(lambda: read_rows(server.get(path).body)["Czech cs"].get("New and translated") == "1")


@pytest.mark.parametrize(
    ("since", "status", "text"),
    [
        pytest.param("nope", 400, "since: &#39;nope&#39; is not a date; write a date such as 2026-01-31", id="no date"),
        pytest.param(
            "2001-01-01", 200, "No commit is from 2001-01-01 or before, so this is the oldest", id="too early"
        ),
        pytest.param("2999-01-01", 200, "There are no changes: 2999-01-01 is in the future.", id="future"),
        pytest.param("2024-06-01", 200, '">Show the changes in the 30 days to 2023-11-1', id="no change"),
    ],
)
def test_a_page_without_changes_has_the_reason(
    serve: Serve, shop: ScriptedRepository, until: Callable[..., None], since: str, status: int, text: str
) -> None:
    shop.git("checkout", "--quiet", ".")
    shop.git("clean", "--quiet", "--force")
    server = serve(shop.path)
    path = f"/changes/?since={since}"
    until(lambda: text in server.get(path).body.decode())
    assert server.get(path).status == status
    assert f'name="since" value="{since}"' in server.get(path).body.decode()


def test_the_period_of_a_chart_ends_with_the_last_commit_as_that_of_the_page_of_changes(
    serve: Serve, run: Run, shop: ScriptedRepository, until: Callable[..., None]
) -> None:
    shop.git("checkout", "--quiet", ".")
    shop.commit("Translate", {"app/fr.po": po({"Done": "Terminé"})}, hours=20 * 24)
    shop.commit("Program", {"main.c": ""}, hours=20 * 24)
    server = serve(shop.path)
    until(lambda: b"What changed in these 30 days" in server.get("/").body)
    assert b'<a href="/changes/shop/?since=2023-11-28">What changed in these 30 days</a>' in server.get("/").body
    for path in ("/changes/shop/", "/changes/shop/?since=2023-11-28", "/changes/shop/?since=30+days"):
        page = wait_for(server, until, path).decode()
        assert "To 2023-12-28, the last commit:" in page
        assert '<a href="/changes/shop/?since=2023-11-28" aria-current="true">30 days</a>' in page
        assert list(read_rows(page.encode())) == ["Czech cs", "French fr"]
    command = re.findall(r"<code data-copy>transtats ([^<]*)</code>", page)[0]
    assert "French" in run(*shlex.split(html.unescape(command)), cwd=shop.path).stdout


def test_a_tree_without_git_and_a_repository_without_commits_have_no_changes(
    serve: Serve, project: Path, repository: Callable[[str], ScriptedRepository], until: Callable[..., None]
) -> None:
    server = serve(project)
    until(lambda: b"because the served directory is not in a git repository" in server.get("/changes/").body)
    made = repository("empty")
    made.write({"app/de.po": po({"Done": ""})})
    empty = serve(made.path)
    until(lambda: b"because the git repository has no commits yet" in empty.get("/changes/").body)


def test_a_new_component_is_named(serve: Serve, shop: ScriptedRepository, until: Callable[..., None]) -> None:
    shop.write({"docs/po/de.po": po({"Read": "Lies"}), "docs/po/fr.po": po({"Read": "Lis"})})
    page = wait_for(serve(shop.path), until, f"/changes/?since={DATE}")
    assert b"<li>shop/docs: did not exist then, so it is not compared.</li>" in page
    assert "Complete (of what is compared) now" in read_rows(page)["German de"]


def test_a_page_of_a_language_does_not_exist(serve: Serve, shop: ScriptedRepository) -> None:
    server = serve(shop.path)
    assert [server.get(f"/changes/{path}/").status for path in ("shop/app/de", "nope", "shop/nope")] == [404] * 3


def test_a_page_shows_how_many_components_have_been_compared() -> None:
    components = [Component("demo", slug, "/", "*.po") for slug in ("app", "site")]
    links, selection = make_server_links(), ChangeSelection(Period(DATE, DATE, "0" * 40))
    page = make_changes_page(components, {"demo/app": ComponentChanges()}, selection, links, TableBuilder({}))
    assert b"The changes are being computed: 1 of 2 components." in page.render(links)
    pending = make_changes_page(components, {}, ChangeSelection(PENDING_PERIOD), links, TableBuilder({}))
    assert b"The changes are being computed." in pending.render(links)


def test_the_changes_since_a_few_dates_are_kept_while_they_are_in_use(shop: ScriptedRepository) -> None:
    async def scenario() -> None:
        cache = ComponentCache(ServeOptions(str(shop.path), ""), lambda _: None)
        try:
            periods = [cache.get_period(since) for since in (DATE, *(f"2024-01-0{day}" for day in range(1, 8)))]
            kind = make_comparison_kind((await periods[0].get()).commit)
            state = cache.get_component_state(next(iter((await cache.index.get()).components.values())))
            changes = await state.get_cached(kind).get()
            with pytest.raises(HttpProblem, match="too many other dates"):
                cache.get_period("2024-01-09")
            assert await state.get_cached(kind).get() is changes
            for period in periods:
                await period.get()
                period.valid_until = -math.inf
            cache.get_period("2024-01-09")
            assert cache.get_period("2024-01-01") is periods[1]
            assert await state.get_cached(kind).get() is not changes
        finally:
            cache.workers.end_processes()

    asyncio.run(scenario())


class RecordingWorkers(ServerWorkers):
    """Workers that record the number of components of each comparison, and compare nothing."""

    def __init__(self) -> None:
        self.counts: list[int] = []

    async def run_task(self, turn: Any, function: Any, *arguments: Any, topic: str = "") -> Any:
        self.counts.append(len(arguments[0]))
        await asyncio.sleep(0)
        return [TranstatsError("no")] * len(arguments[0])


def test_components_that_are_requested_together_share_a_checkout() -> None:
    workers = RecordingWorkers()

    async def scenario() -> None:
        comparer = SharedComparer(ServeOptions("/", ""), workers)
        components = [Component("demo", f"app{number}", "/", "*.po") for number in range(60)]
        compared = (comparer.compare(each, commit) for each in components for commit in ("a", "b"))
        found = await asyncio.gather(*compared, return_exceptions=True)
        assert {str(each) for each in found} == {"no"}

    asyncio.run(scenario())
    assert sorted(workers.counts) == [10, 10, 25, 25, 25, 25]
