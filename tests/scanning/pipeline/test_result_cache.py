"""Cached results of files. A damaged cache never changes the numbers."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from tests.processes import start_process
from transtats_cli.caching import store
from transtats_cli.component import CheckSettings, Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component

pytestmark = pytest.mark.slow

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
LONG_AGO = 1_700_000_000.5


def format_po(target: str) -> str:
    return HEADER + f'msgid "One."\nmsgstr "{target}"\n\nmsgid "Two"\nmsgstr "{target}"\n'


def set_old_times(*paths: Path) -> None:
    """Set an old modification time for files, so that their results are cached."""
    for path in paths:
        os.utime(path, (LONG_AGO, LONG_AGO))
    # The time of the last change of the inode cannot be set back.
    time.sleep(0.15)


@pytest.fixture
def component(tree: WriteTree) -> Component:
    root = tree({"po/de.po": format_po("Eins"), "po/fr.po": format_po("Un."), "po/ru.po": format_po("")})
    set_old_times(*root.glob("po/*.po"))
    return Component("demo", "app", str(root), "po/*.po")


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def scan_with_cache(component: Component, directory: Path | str, **options: Any) -> Report:
    return scan_component(component, ScanOptions(cache_directory=str(directory), **options))


def test_an_unchanged_file_is_not_read_again(component: Component, directory: Path, read_paths: list[str]) -> None:
    plain, first = scan_with_cache(component, ""), scan_with_cache(component, directory)
    read_paths.clear()
    assert scan_with_cache(component, directory) == first == plain
    assert read_paths == []
    assert [record.statistics.failing for record in plain.translations] == [2, 2, 0]


def test_only_a_changed_file_is_read_again(component: Component, directory: Path, read_paths: list[str]) -> None:
    scan_with_cache(component, directory)
    read_paths.clear()
    path = Path(component.root, "po/fr.po")
    path.write_text(format_po("Deux"))
    assert scan_with_cache(component, directory) == scan_with_cache(component, "")
    assert read_paths.count("po/fr.po") == 2
    assert read_paths.count("po/de.po") == 1


def test_a_change_with_the_same_length_and_modification_time_is_detected(component: Component, directory: Path) -> None:
    scan_with_cache(component, directory)
    path = Path(component.root, "po/fr.po")
    path.write_text(format_po("Une"))
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert scan_with_cache(component, directory) == scan_with_cache(component, "")


def test_the_result_of_a_file_that_was_just_written_is_not_cached(
    component: Component, directory: Path, read_paths: list[str]
) -> None:
    Path(component.root, "po/fr.po").write_text(format_po("Une"))
    scan_with_cache(component, directory)
    read_paths.clear()
    scan_with_cache(component, directory)
    assert read_paths == ["po/fr.po"]


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"review": False}, id="reviews"),
        pytest.param({"check_flags": "ignore-end-stop"}, id="flags"),
        pytest.param({"checks": CheckSettings(ignore=("end_stop",))}, id="checks"),
        pytest.param({"name": "One"}, id="a name that may stay untranslated"),
        pytest.param({"source_language": "fr"}, id="the source language"),
    ],
)
def test_results_of_other_settings_are_not_used(component: Component, directory: Path, changed: dict[str, Any]) -> None:
    scan_with_cache(component, directory)
    other = component._replace(**changed)
    assert scan_with_cache(other, directory) == scan_with_cache(other, "")


def test_results_of_other_options_are_not_used(component: Component, directory: Path) -> None:
    scan_with_cache(component, directory)
    for options in ({"runs_checks": False}, {"with_file_notes": True}, {"with_source": True}, {"languages": ("de",)}):
        assert scan_with_cache(component, directory, **options) == scan_with_cache(component, "", **options)


def format_repeated_translations(language: str) -> str:
    """Return a file with 12 translations of two sources each. Two such files have more than a server compares."""
    entries = (f'msgid "{source} {number}"\nmsgstr "{language} {number}"\n' for number in range(12) for source in "AB")
    return HEADER + "\n".join(entries)


def test_checks_that_compare_files_run_again_when_a_file_changes(
    tree: WriteTree, directory: Path, read_paths: list[str]
) -> None:
    root = tree({"po/de.po": format_repeated_translations("de")})
    component = Component("demo", "app", str(root), "po/*.po")
    failing_counts = []
    for path, content in [
        ("de", format_repeated_translations("de")),
        ("fr", format_repeated_translations("fr")),
        ("it", "stray"),
        ("fr", None),
        ("it", format_repeated_translations("it")),
        ("fr", format_po("Un.")),
    ]:
        file = root / f"po/{path}.po"
        file.unlink() if content is None else file.write_text(content)
        if content is not None:
            # The result of a file that was just written is not cached.
            assert scan_with_cache(component, directory) == scan_with_cache(component, "")
            set_old_times(file)
        expected = scan_with_cache(component, "")
        assert scan_with_cache(component, directory) == expected
        read_paths.clear()
        assert scan_with_cache(component, directory) == expected
        assert read_paths == [failure.path for failure in expected.failures]
        failing_counts.append([record.statistics.failing for record in expected.translations])
    assert failing_counts[0] == [24]
    assert failing_counts[0] != failing_counts[1][:1] == failing_counts[2][:1]
    assert failing_counts[3] == [24]


def test_a_changed_template_is_detected(tree: WriteTree, directory: Path) -> None:
    root = tree({"en.po": format_po("One"), "de.po": format_po("Eins")})
    set_old_times(*root.glob("*.po"))
    component = Component("demo", "app", str(root), "*.po", "po-mono", template="en.po")
    scan_with_cache(component, directory)
    (root / "en.po").write_text(format_po("Another text"))
    assert scan_with_cache(component, directory) == scan_with_cache(component, "")


def test_a_cached_result_is_not_used_for_a_file_outside_of_the_root(
    component: Component, directory: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scan_with_cache(component, directory)
    folder, elsewhere = Path(component.root, "po"), tmp_path_factory.mktemp("elsewhere") / "po"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)
    assert scan_with_cache(component, directory) == scan_with_cache(component, "")
    assert len(scan_with_cache(component, directory).failures) == 3


def test_a_broken_file_is_a_failure_in_every_scan(component: Component, directory: Path) -> None:
    path = Path(component.root, "po/fr.po")
    path.write_text("stray")
    set_old_times(path)
    assert scan_with_cache(component, directory).failures == scan_with_cache(component, directory).failures != ()


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "other"])
def test_a_damaged_cache_is_ignored_and_rebuilt(component: Component, directory: Path, damage: str) -> None:
    expected = scan_with_cache(component, directory)
    (document,) = directory.iterdir()
    content = document.read_bytes()
    middle = len(content) // 2
    document.write_bytes(
        {
            "empty": b"",
            "cut": content[:middle],
            "flipped": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :],
            "foreign": b"\x80\x04pickled nonsense",
            "other": b"00000000\n{}",
        }[damage]
    )
    assert scan_with_cache(component, directory) == expected
    assert scan_with_cache(component, directory) == expected


def test_a_cache_that_cannot_be_written_is_ignored(component: Component, tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file where a folder should be")
    assert scan_with_cache(component, tmp_path / "occupied") == scan_with_cache(component, "")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_killed_runs_leave_a_valid_cache(component: Component, directory: Path) -> None:
    expected = scan_with_cache(component, "")
    command = [sys.executable, "-m", "transtats_cli", "stats", "demo", "app", "--cache-dir", str(directory)]
    argv = [*command, "--root", component.root, "--filemask", component.filemask]
    for _ in range(8):
        with start_process(argv, stdout=subprocess.DEVNULL) as process:
            time.sleep(random.uniform(0.05, 0.4))  # noqa: S311  not for cryptography
            process.send_signal(signal.SIGKILL)
        assert scan_with_cache(component, directory) == expected


def change_shapes(value: object) -> Iterator[object]:
    """Yield copies of a JSON value. In each copy one part has another type or length."""
    others: list[object] = [None, 5, "x", True, [], {}, [[]], {"a": 1}]
    for other in others:
        if type(other) is not type(value):
            yield other
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        for changed in change_shapes(child):
            copy: Any = deepcopy(value)
            copy[key] = changed
            yield copy
    if isinstance(value, list):
        yield [*value, *value[:1]]


def test_a_document_with_values_of_other_types_is_ignored(tree: WriteTree, directory: Path) -> None:
    root = tree({"po/de.po": format_po("Eins"), "po/ru.po": format_po("")})
    set_old_times(*root.glob("po/*.po"))
    component = Component("demo", "app", str(root), "po/*.po")
    expected = scan_with_cache(component, directory)
    with closing(sqlite3.connect(directory / "documents.sqlite")) as database:
        rows = database.execute("SELECT content FROM documents").fetchall()
    assert len(rows) == 2
    for (document,) in rows:
        _, key, value = document.split(b"\n")
        for changed in change_shapes(json.loads(value)):
            store.save_document(str(directory), key, json.dumps(changed).encode())
            assert scan_with_cache(component, directory) == expected, f"{value} is {changed}"
        store.save_document(str(directory), key, value)
