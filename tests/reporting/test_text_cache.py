"""What was printed is printed again only where everything that it was made from is the same."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.component import Component
from transtats_cli.report import Failure, Report
from transtats_cli.reporting.text_cache import CachedText
from transtats_cli.scanning.pipeline.scan import scan_component

pytestmark = pytest.mark.slow

LONG_AGO = 1_700_000_000.5
ALL = ("stats", "--all", "--format", "ndjson")


def po(target: str) -> str:
    return f'msgid ""\nmsgstr ""\n\nmsgid "One."\nmsgstr "{target}"\n'


def settle(*paths: Path) -> None:
    """Let the files look as if they had been there for long."""
    for path in paths:
        os.utime(path, (LONG_AGO, LONG_AGO))
    # The time of the last change of the inode cannot be set back.
    time.sleep(0.15)


@pytest.fixture
def root(tree: WriteTree) -> Path:
    root = tree(
        {
            "demo/app/component.json": '{"filemask": "po/*.po"}',
            "demo/web/component.json": '{"filemask": "locale/*/LC_MESSAGES/web.po"}',
            **{f"demo/app/po/{code}.po": po(code) for code in ("de", "fr", "nb")},
            **{f"demo/web/locale/{code}/LC_MESSAGES/web.po": po(f"{code}.") for code in ("de", "fr")},
            "elsewhere/it.po": po("Uno."),
        }
    )
    settle(*root.rglob("*.po"))
    return root


def answer(component: Component, text: str = "", lookup: ChangeLookup | None = None) -> str | None:
    """What is known of the component; what is printed now is remembered."""
    found = CachedText(f"{component.root}/.cache", component, "facts", lookup)
    if text:
        found.save_text(scan_component(component), text)
    return found.text


@pytest.fixture
def app(root: Path) -> Component:
    return Component("demo", "app", str(root / "demo/app"), "po/*.po")


def test_an_answer_is_known_as_long_as_nothing_changes(app: Component) -> None:
    assert answer(app, "text\n\nof several lines \udcff\n") is None
    assert answer(app) == "text\n\nof several lines \\udcff\n"
    assert answer(app._replace(review=False)) is None
    assert CachedText(f"{app.root}/.cache", app, "other facts", None).text is None


def test_files_that_have_just_been_written_are_not_trusted(app: Component, root: Path) -> None:
    (root / "demo/app/po/de.po").write_text(po("Eins."))
    answer(app, "text")
    assert answer(app) is None


def test_a_file_that_changes_while_it_is_read_is_another_question(app: Component, root: Path) -> None:
    asked = CachedText(str(root / ".cache"), app, "", None)
    (root / "demo/app/po/de.po").write_text(po("Eins."))
    asked.save_text(scan_component(app), "text")
    settle(root / "demo/app/po/de.po")
    assert CachedText(str(root / ".cache"), app, "", None).text is None


@pytest.mark.parametrize(
    "more",
    [{"failures": (Failure("po/de.po", "not valid"),)}, {"warnings": ("left out",)}],
    ids=["a failure", "a warning"],
)
def test_what_a_user_should_be_told_each_time_is_not_remembered(app: Component, more: dict[str, Any]) -> None:
    asked = CachedText(f"{app.root}/.cache", app, "facts", None)
    asked.save_text(Report(app, ())._replace(**more), "text")
    assert answer(app) is None


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"filemask": "po/*.xlf"}, id="no file"),
        pytest.param({"paths": {"it": "it.po"}}, id="a path outside of the mask"),
        pytest.param({"template": "templates/app.po", "file_format": "po-mono"}, id="a template outside of it"),
    ],
)
def test_what_other_files_decide_is_not_remembered(app: Component, more: dict[str, Any]) -> None:
    component = app._replace(**more)
    asked = CachedText(f"{app.root}/.cache", component, "facts", None)
    asked.save_text(Report(component, ()), "text")
    assert answer(component) is None


def rewrite(root: Path) -> None:
    """Other content of the same length, at the same time."""
    path = root / "demo/app/po/de.po"
    path.write_text(po("d."))
    settle(path)


def replace_by_a_link(root: Path) -> None:
    (root / "demo/app/po/de.po").unlink()
    (root / "demo/app/po/de.po").symlink_to("../../../elsewhere/it.po")


def move_out(root: Path, folder: Path) -> None:
    elsewhere = root.with_name(f"{root.name}-elsewhere")
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)


def link_to_the_same_files(root: Path) -> None:
    """The same files, but by a way that leads out of the tree."""
    move_out(root, root / "demo/app/po")


def link_a_folder(root: Path) -> None:
    move_out(root, root / "demo/web/locale/de/LC_MESSAGES")


def replace_a_folder(root: Path) -> None:
    (root / "demo/web/locale/de").rename(root / "elsewhere/de")
    (root / "demo/web/locale/fr").rename(root / "demo/web/locale/de")


def add_a_folder(root: Path) -> None:
    path = root / "demo/web/locale/it/LC_MESSAGES/web.po"
    path.parent.mkdir(parents=True)
    path.write_text(po("Uno"))


def fulfil_a_link(root: Path) -> None:
    """A link that led nowhere leads somewhere now."""
    (root / "demo/web/locale/it").symlink_to("../../../new")
    (root / "new/LC_MESSAGES").mkdir(parents=True)
    (root / "new/LC_MESSAGES/web.po").write_text(po("Uno"))


@pytest.mark.parametrize(
    "change",
    [
        rewrite,
        replace_by_a_link,
        link_to_the_same_files,
        link_a_folder,
        replace_a_folder,
        add_a_folder,
        fulfil_a_link,
        lambda root: (root / "demo/app/po/it.po").write_text(po("Uno.")),
        lambda root: (root / "demo/app/po/fr.po").unlink(),
        lambda root: (root / "demo/app/po/fr.po").rename(root / "demo/app/po/it.po"),
        lambda root: (root / "elsewhere/it.po").replace(root / "demo/app/po/fr.po"),
        lambda root: (root / "demo/app/po/it.po").hardlink_to(root / "elsewhere/it.po"),
        lambda root: (root / "demo/app/po/fr.po").write_text("stray"),
        lambda root: (root / "demo/app/po/nn.po").symlink_to("nb.po"),
        lambda root: (root / "demo/app/component.json").write_text('{"filemask": "po/?*.po", "check_flags": "x"}'),
        lambda root: (root / "demo/app/component.json").unlink(),
        lambda root: (root / "transtats.toml").write_text('base_url = "https://a.example"'),
        lambda root: (root / ".gitignore").write_text("web/\n"),
    ],
)
def test_whatever_changes_is_in_the_answer(run: Run, root: Path, change: Callable[[Path], object]) -> None:
    run(*ALL)
    documents = list((root / ".cache/transtats").iterdir())
    assert len(documents) == 6, "the numbers of three components, and their answers"
    change(root)
    assert run(*ALL) == run(*ALL, "--no-cache")
    settle(*(path for path in root.rglob("*.po") if path.exists()))
    expected = run(*ALL, "--no-cache")
    assert [run(*ALL), run(*ALL)] == [expected, expected]


def test_each_way_of_asking_has_its_own_answer(run: Run, root: Path) -> None:
    ways = [(), ("--extended",), ("--no-checks",), ("--language", "de"), ("--base-url", "https://a.example")]
    ways += [("--with-source",), ("--no-review",), ("--file-notes",), ("--verbose",), ("--jobs", "2")]
    for _ in range(2):
        for way in ways:
            assert run(*ALL, *way) == run(*ALL, *way, "--no-cache")


@pytest.mark.parametrize("damage", [b"", b"00000000\n", b"\x80\x04pickled nonsense"])
def test_a_damaged_answer_is_made_anew(run: Run, root: Path, damage: bytes) -> None:
    first = run(*ALL)
    for document in (root / ".cache/transtats").iterdir():
        document.write_bytes(damage)
    assert run(*ALL) == run(*ALL) == first


def test_an_answer_that_is_no_text_is_none(app: Component) -> None:
    class Bytes(str):
        def encode(self, *_: object) -> bytes:
            return b"\xff"

    answer(app, Bytes("text"))
    assert answer(app) is None


def test_a_commit_is_another_question_only_if_it_changes_dates(app: Component, root: Path) -> None:
    def git(*argv: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(root), *identity, *argv], check=True, capture_output=True)

    cache = str(root / ".cache")
    git("init")
    git("add", "demo")
    git("commit", "-m", "first")
    answer(app, "text", ChangeLookup(cache))
    assert answer(app, lookup=ChangeLookup(cache)) is None, "nobody has looked up when the files changed"
    lookup = ChangeLookup(cache)
    with_git_dates(scan_component(app), lookup=lookup)
    answer(app, "text", lookup)
    assert answer(app, lookup=ChangeLookup(cache)) == "text"
    git("commit", "--allow-empty", "-m", "second")
    assert answer(app, lookup=ChangeLookup(cache)) == "text"
    (root / "demo/app/po/de.po").write_text(po("another"), encoding="utf-8")
    git("commit", "--all", "-m", "third")
    (root / "demo/app/po/de.po").write_text(po("de"), encoding="utf-8")
    git("commit", "--all", "-m", "fourth")
    assert answer(app, lookup=ChangeLookup(cache)) is None
    (root / "demo/app/po/.git").mkdir()
    assert answer(app, lookup=ChangeLookup(cache)) is None


def test_a_repository_around_the_files_is_noticed(app: Component, root: Path) -> None:
    answer(app, "text", ChangeLookup())
    assert answer(app, lookup=ChangeLookup()) == "text"
    subprocess.run(["git", "init", str(root / "demo/app/po")], check=True, capture_output=True)
    assert answer(app, lookup=ChangeLookup()) is None


ONE_BY_ONE = (
    "from transtats_cli.cli import main; from transtats_cli.reporting import every; every.BATCH_SIZE = 1; main()"
)


def test_components_come_in_order_however_many_are_looked_at_at_once(run: Run, root: Path) -> None:
    argv = (*ALL, "--root", root, "--cache-dir", root / ".cache")
    expected = run(*argv).stdout
    settle(*(root / "demo/app/po").iterdir())
    for _ in range(2):
        command = [sys.executable, "-W", "error", "-c", ONE_BY_ONE, *map(str, argv)]
        found = subprocess.run(command, capture_output=True, check=True, timeout=60, text=True)
        assert found.stdout == expected
    assert len(expected.splitlines()) == 6
