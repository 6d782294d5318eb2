"""`transtats report`: pages as files."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, RunAt, WriteTree
from tests.git_repositories import ScriptedRepository, po
from tests.hostile_project import HEAD, SETTINGS, STRINGS, TEMPLATE
from tests.page_parser import parse_page
from tests.static_report.site_links import find_dead_links, find_unlinked_pages

EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_PAGE_SIZE = 300_000
POLICY = (
    "default-src 'none'; style-src 'self' file:; img-src 'self' file:; script-src 'self' file:; base-uri 'none';"
    " form-action 'self' file:"
)
FURTHER_SETTINGS = r"""
[project.CON.component.aux]
path = "reserved"
filemask = "*.po"
[project.Case.component.App]
path = "upper"
filemask = "*.po"
[project.case.component.app]
path = "lower"
filemask = "*.po"
"""


def format_po(*pairs: tuple[str, str]) -> str:
    return "\n".join([HEAD, *(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in pairs)])


def read_contents(top: Path) -> dict[str, bytes]:
    return {str(path.relative_to(top)): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def examples(run_at: RunAt, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the examples."""
    home = tmp_path_factory.mktemp("examples")
    done = run_at(home, "report", "--root", EXAMPLES, "--output", home / "report", "--no-cache")
    assert done.status == 0, done.stderr
    return home / "report"


@pytest.fixture(scope="module")
def hostile(run_at: RunAt, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a project with hostile names and strings."""
    home = tmp_path_factory.mktemp("hostile")
    files = {
        "transtats.toml": SETTINGS + FURTHER_SETTINGS,
        "po/de.po": STRINGS,
        "po/app.pot": TEMPLATE,
        "reserved/de.po": STRINGS,
        "upper/de.po": STRINGS,
        "lower/de.po": STRINGS,
        "a\"<b>&'/c %?#d/de.po": STRINGS,
        "a\"<b>&'/c %?#d/sr@latin.po": STRINGS,
        "new\nline/x/fr.po": STRINGS,
    }
    for name, content in files.items():
        path = home / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    done = run_at(home, "report", "--root", home / "root", "--output", home / "report", "--all-strings")
    assert done.status == 0, done.stderr
    return home / "report"


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    """A project with two components."""
    return tree(
        {
            "shop/app/po/de.po": format_po(("Open.", "Auf"), ("Close", "Zu"), ("New", "")),
            "shop/app/po/cs.po": format_po(("Open.", "Otevřít."), ("Close", "Zavřít"), ("New", "Nový")),
            "shop/site/po/de.po": format_po(("Home", "")),
        }
    )


def test_every_link_of_the_examples_leads_to_a_page_and_every_page_has_a_link(examples: Path) -> None:
    assert len(list(examples.rglob("*.html"))) > 90
    assert list(find_dead_links(examples)) == []
    assert find_unlinked_pages(examples) == set()


def test_the_pages_of_the_examples_are_small(examples: Path) -> None:
    assert {path for path in examples.rglob("*") if path.stat().st_size > MAX_PAGE_SIZE} == set()


@pytest.mark.usefixtures("shop")
def test_a_second_report_writes_nothing_and_another_directory_gets_the_same_bytes(run: Run, tmp_path: Path) -> None:
    first = run("report", "--output", "a")
    assert (first.status, first.stdout) == (0, "")
    assert re.fullmatch(r"a: (\d+) files, \1 written\n", first.stderr)
    assert run("report", "--output", "a", "--no-cache").stderr.endswith("files, 0 written\n")
    run("report", "--output", "b", "--jobs", "1", env={"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"})
    assert read_contents(tmp_path / "a") == read_contents(tmp_path / "b")


def test_each_page_has_the_commit_and_its_day(run: Run, repository: Callable[[str], ScriptedRepository]) -> None:
    made = repository("made")
    commit = made.commit("Add", {"app/de.po": po({"Done": "Fertig"})})
    run("report", "--output", "../out", cwd=made.path)
    for page in (made.path.parent / "out").rglob("*.html"):
        assert f"as of commit {commit[:12]} of 2023-11-1" in page.read_text(), page


def test_a_change_writes_only_the_pages_that_show_it(run: Run, shop: Path) -> None:
    run("report", "--output", "out")
    before = read_contents(shop / "out")
    (shop / "shop/app/po/cs.po").write_text(format_po(("Open.", "Otevřít."), ("Close", "Zavřít"), ("New", "")))
    run("report", "--output", "out")
    after = read_contents(shop / "out")
    changed = {name for name in after if before.get(name) != after[name]}
    assert "projects/shop/components/app/cs/unfinished.html" in changed - before.keys()
    assert {name for name in changed if "/de/" in name or "/site/" in name} == set()


def test_pages_of_a_deleted_component_are_removed(run: Run, shop: Path) -> None:
    run("report", "--output", "out")
    (shop / "out" / "CNAME").write_text("example.org")
    (shop / "shop/site/po/de.po").unlink()
    done = run("report", "--output", "out")
    assert re.search(r"[0-9] removed$", done.stderr)
    assert not (shop / "out/projects/shop/components/site").exists()
    assert (shop / "out" / "CNAME").exists()
    assert list(find_dead_links(shop / "out")) == []


def test_only_failing_and_unfinished_strings_have_pages_unless_all_are_requested(run: Run, shop: Path) -> None:
    run("report", "--output", "out")
    folder = shop / "out/projects/shop/components/app/de"
    assert {path.name for path in folder.iterdir()} == {
        "index.html",
        "unfinished.html",
        "failing.html",
        "badge.svg",
    }
    assert "Close" not in (folder / "failing.html").read_text()
    run("report", "--output", "out", "--all-strings")
    text = (folder / "all.html").read_text()
    assert [text.count(f"String {number}<") for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert list(find_dead_links(shop / "out")) == []


def test_a_long_list_is_shortened_and_paged(run: Run, tree: WriteTree) -> None:
    root = tree({"shop/app/po/de.po": format_po(*((f"Word {number}", "") for number in range(260)))})
    run("report", "--output", "out")
    folder = root / "out/projects/shop/components/app/de"
    assert len(list(folder.glob("unfinished*.html"))) == 2
    text = (folder / "unfinished.html").read_text()
    assert "260 strings, of which this report shows 200" in text
    assert "Page 1 of 2" in text
    run("report", "--output", "out", "--all-strings")
    assert len(list(folder.glob("unfinished*.html"))) == 3
    assert "String 260<" in (folder / "unfinished-3.html").read_text()
    assert list(find_dead_links(root / "out")) == []


def test_a_failing_source_string_leads_to_its_failing_translations(run: Run, tree: WriteTree) -> None:
    failing = format_po(*((f"Word {number}.", f"Wort {number}") for number in range(259)), ("Last", "Zuletzt  hier"))
    root = tree({f"shop/app/po/{code}.po": failing for code in ("cs", "de")})
    run("report", "--output", "out")
    folder = root / "out/projects/shop/components/app/en"
    pages = [(folder / f"failing{number}.html").read_text() for number in ("", "-2", "-3")]
    assert [page.count("Checks fail in 2 languages") for page in pages] == [100, 100, 60]
    assert re.search(r'end_stop</a> in 2: <a href="../cs/failing-2.html#s\w+">cs</a>, <a href="../de/', pages[1])
    assert pages[2].count("end_stop</a> in 2: cs, de<") == 59, "the lists of the languages are shortened"
    assert re.search(r'<a href="failing-3.html\?check=double_space&amp;of=1&amp;pages=3#s\w+">', pages[0])
    assert list(find_dead_links(root / "out")) == []


def test_missing_strings_are_shown_as_texts(run: Run, tree: WriteTree) -> None:
    source = format_po(*((f"<b>{number}</b>", f"Text {number}") for number in range(12)))
    root = tree({"shop/app/po/en.po": source, "shop/app/po/de.po": format_po(("<b>0</b>", "Null"))})
    run("report", "--output", "out")
    text = (root / "out/projects/shop/components/app/de/unfinished.html").read_text()
    assert "11 strings. Missing in the file are 11, " in text
    assert "&lt;b&gt;</span>11<span" in text
    assert "update the file from <code>shop/app/po/en.po</code>" in text


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("argv", "components"),
    [
        pytest.param(["shop"], {"app", "site"}, id="project"),
        pytest.param(["shop", "app"], {"app"}, id="component"),
        pytest.param(["shop/site"], {"site"}, id="both names in one"),
        pytest.param(["*/a*"], {"app"}, id="pattern"),
    ],
)
def test_a_part_of_the_components_can_be_reported(
    run: Run, tmp_path: Path, argv: list[str], components: set[str]
) -> None:
    assert run("report", *argv, "--output", "out").status == 0
    assert {path.name for path in (tmp_path / "out/projects/shop/components").iterdir()} == components
    assert list(find_dead_links(tmp_path / "out")) == []


def test_dates_of_translations_are_shown_only_on_request(run: Run, tree: WriteTree) -> None:
    dated = HEAD.replace("UTF-8\\n", "UTF-8\\nPO-Revision-Date: 2026-01-31 12:00+0000\\n")
    root = tree({"shop/app/po/de.po": dated + '\nmsgid "a"\nmsgstr "b"\n'})
    run("report", "--output", "out")
    assert not any(b"ast change" in text for text in read_contents(root / "out").values())
    assert b"the translation files as of 2026-01-31, written by" in read_contents(root / "out")["index.html"]
    run("report", "--output", "out", "--dates")
    assert b"<dt>last change</dt><dd>2026-01-31</dd>" in read_contents(root / "out")["index.html"]


def test_hostile_names_are_safe_file_names(hostile: Path) -> None:
    paths = [path.relative_to(hostile).as_posix() for path in hostile.rglob("*")]
    assert [path for path in paths if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._~@/-]*", path)] == []
    assert len({path.casefold() for path in paths}) == len(paths)
    names = {name.partition(".")[0].casefold() for path in paths for name in path.split("/")}
    assert names.isdisjoint({"con", "prn", "aux", "nul"})
    assert list(find_dead_links(hostile)) == []
    assert find_unlinked_pages(hostile) == set()


def test_hostile_names_and_strings_are_escaped(hostile: Path) -> None:
    shown = ""
    for path in hostile.rglob("*.html"):
        page, text = parse_page(path.read_bytes()), path.read_text(encoding="utf-8")
        shown += text
        assert all(given["src"] for tag, given in page.elements if tag == "script"), path
        assert not [tag for tag, _ in page.elements if tag in ("i", "b")], path
        assert set(page.values("src", "img")) <= {"badge.svg", "../badge.svg"}, path
        names = {name for _, given in page.elements for name in given}
        assert not {name for name in names if name.startswith("on") or name == "style"}, path
        assert not any(character in text for character in "\u202e\x07"), path
        assert len(text) < MAX_PAGE_SIZE
    plain = re.sub(r'<span class="[a-z ]*">|</span>', "", shown)
    assert "&lt;img src=x onerror=alert(1)&gt;" in plain
    assert "&lt;script&gt;missing&lt;/script&gt;" in plain


def test_a_page_contains_a_policy_without_other_hosts(hostile: Path) -> None:
    for path in hostile.rglob("*.html"):
        policies = [value for value in parse_page(path.read_bytes()).values("content") if "default-src" in value]
        assert policies == [POLICY]


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_reported(run: Run, shop: Path) -> None:
    (shop / "shop/app/po/de.po").write_text("nonsense")
    (shop / "shop/app/po/it.po").symlink_to(shop.parent / "it.po")
    done = run("report", "--output", "out")
    assert done.status == 3
    page = (shop / "out/projects/shop/components/app/index.html").read_text()
    assert "<code>shop/app/po/de.po:1</code>" in page
    assert "<code>shop/app/po/it.po</code>: a link that leads out of .; copy the file" in page
    assert str(shop) not in "".join(text.decode() for text in read_contents(shop / "out").values())


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param([], "Missing option '--output'", id="no directory"),
        pytest.param(["--output", "shop"], "shop is not empty and contains no report", id="directory of others"),
        pytest.param(["--output", "transtats.log"], "is a file", id="file"),
        pytest.param(["nope", "--output", "out"], "nope", id="unknown project"),
        pytest.param(["shop", "nope", "--output", "out"], "nope", id="unknown component"),
    ],
)
def test_a_report_that_cannot_be_made_changes_nothing(run: Run, tmp_path: Path, argv: list[str], message: str) -> None:
    (tmp_path / "transtats.log").write_text("")
    before = read_contents(tmp_path / "shop")
    done = run("report", *argv)
    assert (done.status, message in done.stderr) == (2, True), done.stderr
    assert read_contents(tmp_path / "shop") == before
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("shop")
def test_a_missing_library_is_an_error_that_names_the_extra(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "jinja2.py").write_text('raise ModuleNotFoundError("no jinja2", name="jinja2")')
    environment = {**os.environ, "PYTHONPATH": str(blocked)}
    for argv in (["report", "--output", "out"], ["stats", "shop", "app", "--format", "html"]):
        done = subprocess.run(
            [sys.executable, "-m", "transtats_cli", *argv],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, b"pip install 'transtats-cli[report]'" in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("shop")
def test_quiet_prints_nothing(run: Run) -> None:
    assert run("report", "--output", "out", "--quiet") == (0, "", "")


@pytest.mark.usefixtures("shop")
def test_the_manifest_names_all_files(run: Run, tmp_path: Path) -> None:
    run("report", "--output", "out")
    names = read_contents(tmp_path / "out").keys() - {"transtats-report.json"}
    assert json.loads((tmp_path / "out/transtats-report.json").read_text())["files"].keys() == names
