"""A cached text is printed only if the files, the settings and the options are the same."""

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
from transtats_cli.report import Failure
from transtats_cli.reporting.text_cache import CachedText
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component

pytestmark = pytest.mark.slow

LONG_AGO = 1_700_000_000.5
STATS_OF_ALL = ("stats", "--all", "--format", "ndjson")


def format_po(target: str) -> str:
    return f'msgid ""\nmsgstr ""\n\nmsgid "One."\nmsgstr "{target}"\n'


def set_old_times(*paths: Path) -> None:
    """Set old modification times, so that results of the files are cached."""
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
            **{f"demo/app/po/{code}.po": format_po(code) for code in ("de", "fr", "nb")},
            **{f"demo/web/locale/{code}/LC_MESSAGES/web.po": format_po(f"{code}.") for code in ("de", "fr")},
            "elsewhere/it.po": format_po("Uno."),
            "demo/web/locale/nb/README": "no translations yet",
        }
    )
    set_old_times(*root.rglob("*.po"))
    return root


WITH_STAMPS = ScanOptions(with_stamps=True)


def look_up_text(
    directory: str, component: Component, render_key: str, lookup: ChangeLookup | None = None
) -> CachedText:
    text = CachedText(directory, component, render_key, lookup)
    CachedText.look_up([text])
    return text


def read_cached_text(component: Component, text: str = "", lookup: ChangeLookup | None = None) -> str | None:
    """Save a text of the component if one is given, and return the cached text."""
    found = look_up_text(f"{component.root}/.cache", component, "facts", lookup)
    if text:
        found.save_text(scan_component(component, WITH_STAMPS), text)
    return found.text


@pytest.fixture
def app(root: Path) -> Component:
    return Component("demo", "app", str(root / "demo/app"), "po/*.po")


def test_a_text_is_cached_for_one_component_and_one_set_of_options(app: Component) -> None:
    assert read_cached_text(app, "text\n\nof several lines \udcff\n") is None
    assert read_cached_text(app) == "text\n\nof several lines \\udcff\n"
    assert read_cached_text(app._replace(review=False)) is None
    assert look_up_text(f"{app.root}/.cache", app, "other facts").text is None


def test_a_text_is_not_cached_if_a_file_has_just_been_written(app: Component, root: Path) -> None:
    (root / "demo/app/po/de.po").write_text(format_po("Eins."))
    read_cached_text(app, "text")
    assert read_cached_text(app) is None


def test_a_warning_about_a_changed_linguas_file_is_printed_although_a_text_is_cached(run: Run, root: Path) -> None:
    linguas = root / "demo/app/po/LINGUAS"
    linguas.write_text("de fr nb\n")
    set_old_times(linguas)
    for _ in range(2):
        assert run(*STATS_OF_ALL).stderr == ""
    linguas.write_text("de fr nb xx\n")
    expected = "warning: demo/app/po/LINGUAS lists the language xx, but there is no file for it\n"
    assert [run(*STATS_OF_ALL).stderr for _ in range(2)] == [expected, expected]


def test_a_text_is_not_cached_if_a_file_changes_during_the_scan(app: Component, root: Path) -> None:
    def change_file(path: str) -> None:
        (root / "demo/app/po/de.po").write_text(format_po("Eins."))
        set_old_times(root / "demo/app/po/de.po")

    cached = look_up_text(str(root / ".cache"), app, "")
    cached.save_text(scan_component(app, WITH_STAMPS._replace(progress=change_file)), "text")
    assert look_up_text(str(root / ".cache"), app, "").text is None


def test_a_text_is_not_cached_if_a_file_is_added_after_the_folder_was_listed(app: Component, root: Path) -> None:
    listings = FolderListings()
    listings.list_folder(f"{app.root}/po/")
    (root / "demo/app/po/it.po").write_text(format_po("Uno."))
    set_old_times(root / "demo/app/po/it.po")
    cached = look_up_text(str(root / ".cache"), app, "")
    cached.save_text(scan_component(app, WITH_STAMPS, listings), "text")
    assert look_up_text(str(root / ".cache"), app, "").text is None


def test_a_cached_text_is_used_without_searching_the_folders(app: Component, monkeypatch: pytest.MonkeyPatch) -> None:
    read_cached_text(app, "text")
    monkeypatch.setattr(os, "scandir", None)
    assert read_cached_text(app) == "text"


@pytest.mark.parametrize(
    "more",
    [{"failures": (Failure("po/de.po", "not valid"),)}, {"warnings": ("left out",)}],
    ids=["a failure", "a warning"],
)
def test_a_text_is_not_cached_if_the_report_has_failures_or_warnings(app: Component, more: dict[str, Any]) -> None:
    cached = look_up_text(f"{app.root}/.cache", app, "facts")
    cached.save_text(scan_component(app, WITH_STAMPS)._replace(**more), "text")
    assert read_cached_text(app) is None


def test_a_text_is_not_cached_without_stamps(app: Component) -> None:
    look_up_text(f"{app.root}/.cache", app, "facts").save_text(scan_component(app), "text")
    assert read_cached_text(app) is None


def test_a_text_of_folders_is_not_cached(run: Run, tree: WriteTree) -> None:
    """The stamp of a folder does not change if a file in it is written again."""
    definition = '{"filemask": "meta/*", "file_format": "appstore", "template": "meta/en-US"}'
    names = ("en-US/title.txt", "de/title.txt", "de/short_description.txt", "en-US/short_description.txt")
    root = tree({"demo/store/component.json": definition, **{f"demo/store/meta/{name}": "Text" for name in names}})
    path = root / "demo/store/meta/de/short_description.txt"
    set_old_times(*root.rglob("*"))
    first = run(*STATS_OF_ALL).stdout
    path.write_text("")
    set_old_times(path, path.parent)
    assert run(*STATS_OF_ALL) == run(*STATS_OF_ALL, "--no-cache")
    assert run(*STATS_OF_ALL).stdout != first


def rewrite_file(root: Path) -> None:
    """Write other content with the same length and modification time."""
    path = root / "demo/app/po/de.po"
    path.write_text(format_po("d."))
    set_old_times(path)


def replace_by_a_link(root: Path) -> None:
    (root / "demo/app/po/de.po").unlink()
    (root / "demo/app/po/de.po").symlink_to("../../../elsewhere/it.po")


def move_folder_out(root: Path, folder: Path) -> None:
    elsewhere = root.with_name(f"{root.name}-elsewhere")
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)


def link_to_the_same_files(root: Path) -> None:
    """Replace a folder by a link to the same files outside of the root."""
    move_folder_out(root, root / "demo/app/po")


def link_a_folder(root: Path) -> None:
    move_folder_out(root, root / "demo/web/locale/de/LC_MESSAGES")


def replace_a_folder(root: Path) -> None:
    (root / "demo/web/locale/de").rename(root / "elsewhere/de")
    (root / "demo/web/locale/fr").rename(root / "demo/web/locale/de")


def add_a_folder(root: Path) -> None:
    path = root / "demo/web/locale/it/LC_MESSAGES/web.po"
    path.parent.mkdir(parents=True)
    path.write_text(format_po("Uno"))


def fill_an_empty_folder(root: Path) -> None:
    """Add a file below a folder that had no translations when the text was cached."""
    path = root / "demo/web/locale/nb/LC_MESSAGES/web.po"
    path.parent.mkdir()
    path.write_text(format_po("En"))


def add_a_file_in_the_folder_of_the_component(root: Path) -> None:
    (root / "elsewhere/nb.po").write_text(format_po("En."))


def create_link_target(root: Path) -> None:
    """Create a link and then its target."""
    (root / "demo/web/locale/it").symlink_to("../../../new")
    (root / "new/LC_MESSAGES").mkdir(parents=True)
    (root / "new/LC_MESSAGES/web.po").write_text(format_po("Uno"))


@pytest.mark.parametrize(
    "change",
    [
        rewrite_file,
        replace_by_a_link,
        link_to_the_same_files,
        link_a_folder,
        replace_a_folder,
        add_a_folder,
        fill_an_empty_folder,
        add_a_file_in_the_folder_of_the_component,
        create_link_target,
        lambda root: (root / "demo/app/po/it.po").write_text(format_po("Uno.")),
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
def test_a_change_of_files_or_settings_is_in_the_output(run: Run, root: Path, change: Callable[[Path], object]) -> None:
    run(*STATS_OF_ALL)
    documents = list((root / ".cache/transtats").iterdir())
    assert len(documents) == 6, "the statistics and the texts of three components"
    change(root)
    assert run(*STATS_OF_ALL) == run(*STATS_OF_ALL, "--no-cache")
    set_old_times(*(path for path in root.rglob("*.po") if path.exists()))
    expected = run(*STATS_OF_ALL, "--no-cache")
    assert [run(*STATS_OF_ALL), run(*STATS_OF_ALL)] == [expected, expected]


def test_each_set_of_options_has_its_own_cached_text(run: Run, root: Path) -> None:
    option_sets = [(), ("--extended",), ("--no-checks",), ("--language", "de"), ("--base-url", "https://a.example")]
    option_sets += [("--with-source",), ("--no-review",), ("--file-notes",), ("--verbose",), ("--jobs", "2")]
    for _ in range(2):
        for options in option_sets:
            assert run(*STATS_OF_ALL, *options) == run(*STATS_OF_ALL, *options, "--no-cache")


@pytest.mark.parametrize("damage", [b"", b"00000000\n", b"\x80\x04pickled nonsense"])
def test_a_damaged_cached_text_is_replaced(run: Run, root: Path, damage: bytes) -> None:
    first = run(*STATS_OF_ALL)
    for document in (root / ".cache/transtats").iterdir():
        document.write_bytes(damage)
    assert run(*STATS_OF_ALL) == run(*STATS_OF_ALL) == first


def test_a_cached_text_that_is_not_utf_8_is_none(app: Component) -> None:
    class Bytes(str):
        def encode(self, *_: object) -> bytes:
            return b"\xff"

    read_cached_text(app, Bytes("text"))
    assert read_cached_text(app) is None


def test_a_commit_discards_the_cached_text_only_if_dates_change(app: Component, root: Path) -> None:
    def git(*argv: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(root), *identity, *argv], check=True, capture_output=True)

    cache = str(root / ".cache")
    git("init")
    git("add", "demo")
    git("commit", "-m", "first")
    read_cached_text(app, "text", ChangeLookup(cache))
    assert read_cached_text(app, lookup=ChangeLookup(cache)) is None, "the dates of the files have not been looked up"
    lookup = ChangeLookup(cache)
    with_git_dates(scan_component(app), lookup=lookup)
    read_cached_text(app, "text", lookup)
    assert read_cached_text(app, lookup=ChangeLookup(cache)) == "text"
    git("commit", "--allow-empty", "-m", "second")
    assert read_cached_text(app, lookup=ChangeLookup(cache)) == "text"
    (root / "demo/app/po/de.po").write_text(format_po("another"), encoding="utf-8")
    git("commit", "--all", "-m", "third")
    (root / "demo/app/po/de.po").write_text(format_po("de"), encoding="utf-8")
    git("commit", "--all", "-m", "fourth")
    assert read_cached_text(app, lookup=ChangeLookup(cache)) is None
    (root / "demo/app/po/.git").mkdir()
    assert read_cached_text(app, lookup=ChangeLookup(cache)) is None


@pytest.mark.parametrize("folder", ["", "demo/app", "demo/app/po"])
def test_a_new_repository_discards_the_cached_text(app: Component, root: Path, folder: str) -> None:
    read_cached_text(app, "text", ChangeLookup())
    assert read_cached_text(app, lookup=ChangeLookup()) == "text"
    subprocess.run(["git", "init", str(root / folder)], check=True, capture_output=True)
    assert read_cached_text(app, lookup=ChangeLookup()) is None


ONE_BY_ONE = (
    "from transtats_cli.cli import main; from transtats_cli.reporting import many_components;"
    " many_components._BATCH_SIZES = (1,); main()"
)


def test_components_are_printed_in_order_with_any_batch_size(run: Run, root: Path) -> None:
    argv = (*STATS_OF_ALL, "--root", root, "--cache-dir", root / ".cache")
    expected = run(*argv).stdout
    set_old_times(*(root / "demo/app/po").iterdir())
    for _ in range(2):
        command = [sys.executable, "-W", "error", "-c", ONE_BY_ONE, *map(str, argv)]
        found = subprocess.run(command, capture_output=True, check=True, timeout=60, text=True)
        assert found.stdout == expected
    assert len(expected.splitlines()) == 6
