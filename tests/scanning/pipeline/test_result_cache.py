"""What files told is remembered; whatever is wrong with a cache, the numbers never are."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.caching import store
from transtats_cli.component import CheckSettings, Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component
from transtats_cli.scanning.reading import safe_reading

pytestmark = pytest.mark.slow

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
LONG_AGO = 1_700_000_000.5


def po(target: str) -> str:
    return HEADER + f'msgid "One."\nmsgstr "{target}"\n\nmsgid "Two"\nmsgstr "{target}"\n'


def settle(*paths: Path) -> None:
    """Let the files look as if they had been there for long."""
    for path in paths:
        os.utime(path, (LONG_AGO, LONG_AGO))
    # The time of the last change of the inode cannot be set back.
    time.sleep(0.15)


@pytest.fixture
def component(tree: WriteTree) -> Component:
    root = tree({"po/de.po": po("Eins"), "po/fr.po": po("Un."), "po/ru.po": po("")})
    settle(*root.glob("po/*.po"))
    return Component("demo", "app", str(root), "po/*.po")


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are really read."""
    read: list[str] = []
    read_bytes = safe_reading.read_bytes
    monkeypatch.setattr(
        safe_reading,
        "read_bytes",
        lambda component, path, *rest: (read.append(path), read_bytes(component, path, *rest))[1],
    )
    return read


def scan(component: Component, directory: Path | str, **options: Any) -> Report:
    return scan_component(component, ScanOptions(cache_directory=str(directory), **options))


def test_an_unchanged_file_is_not_read_again(component: Component, directory: Path, read: list[str]) -> None:
    plain, first = scan(component, ""), scan(component, directory)
    read.clear()
    assert scan(component, directory) == first == plain
    assert read == []
    assert [record.statistics.failing for record in plain.translations] == [2, 2, 0]


def test_only_a_changed_file_is_read_again(component: Component, directory: Path, read: list[str]) -> None:
    scan(component, directory)
    read.clear()
    path = Path(component.root, "po/fr.po")
    path.write_text(po("Deux"))
    assert scan(component, directory) == scan(component, "")
    assert read.count("po/fr.po") == 2
    assert read.count("po/de.po") == 1


def test_a_change_of_the_same_length_and_time_is_noticed(component: Component, directory: Path) -> None:
    scan(component, directory)
    path = Path(component.root, "po/fr.po")
    path.write_text(po("Une"))
    os.utime(path, (LONG_AGO, LONG_AGO))
    assert scan(component, directory) == scan(component, "")


def test_a_file_that_has_just_been_written_is_not_trusted(
    component: Component, directory: Path, read: list[str]
) -> None:
    Path(component.root, "po/fr.po").write_text(po("Une"))
    scan(component, directory)
    read.clear()
    scan(component, directory)
    assert read == ["po/fr.po"]


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
def test_other_settings_are_another_question(component: Component, directory: Path, changed: dict[str, Any]) -> None:
    scan(component, directory)
    other = component._replace(**changed)
    assert scan(other, directory) == scan(other, "")


def test_other_options_are_another_question(component: Component, directory: Path) -> None:
    scan(component, directory)
    for options in ({"runs_checks": False}, {"with_file_notes": True}, {"with_source": True}, {"languages": ("de",)}):
        assert scan(component, directory, **options) == scan(component, "", **options)


def repeating(language: str) -> str:
    """A file with a dozen translations that have two sources each: two such files have more than a server looks at."""
    entries = (f'msgid "{source} {number}"\nmsgstr "{language} {number}"\n' for number in range(12) for source in "AB")
    return HEADER + "\n".join(entries)


def test_what_files_decide_together_follows_each_of_them(tree: WriteTree, directory: Path, read: list[str]) -> None:
    root = tree({"po/de.po": repeating("de")})
    component = Component("demo", "app", str(root), "po/*.po")
    seen = []
    for path, content in [
        ("de", repeating("de")),
        ("fr", repeating("fr")),
        ("it", "stray"),
        ("fr", None),
        ("it", repeating("it")),
        ("fr", po("Un.")),
    ]:
        file = root / f"po/{path}.po"
        file.unlink() if content is None else file.write_text(content)
        if content is not None:
            # Before the file has settled its numbers hold for this run only.
            assert scan(component, directory) == scan(component, "")
            settle(file)
        expected = scan(component, "")
        assert scan(component, directory) == expected
        read.clear()
        assert scan(component, directory) == expected
        assert read == [failure.path for failure in expected.failures]
        seen.append([record.statistics.failing for record in expected.translations])
    assert seen[0] == [24]
    assert seen[0] != seen[1][:1] == seen[2][:1]
    assert seen[3] == [24]


def test_a_changed_template_is_noticed(tree: WriteTree, directory: Path) -> None:
    root = tree({"en.po": po("One"), "de.po": po("Eins")})
    settle(*root.glob("*.po"))
    component = Component("demo", "app", str(root), "*.po", "po-mono", template="en.po")
    scan(component, directory)
    (root / "en.po").write_text(po("Another text"))
    assert scan(component, directory) == scan(component, "")


def test_what_is_remembered_is_not_told_of_a_file_that_lies_outside(
    component: Component, directory: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    scan(component, directory)
    folder, elsewhere = Path(component.root, "po"), tmp_path_factory.mktemp("elsewhere") / "po"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)
    assert scan(component, directory) == scan(component, "")
    assert len(scan(component, directory).failures) == 3


def test_a_broken_file_is_reported_every_time(component: Component, directory: Path) -> None:
    path = Path(component.root, "po/fr.po")
    path.write_text("stray")
    settle(path)
    assert scan(component, directory).failures == scan(component, directory).failures != ()


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "other"])
def test_a_damaged_cache_is_ignored_and_rebuilt(component: Component, directory: Path, damage: str) -> None:
    expected = scan(component, directory)
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
    assert scan(component, directory) == expected
    assert document.read_bytes() == content


def test_a_cache_that_cannot_be_written_is_no_error(component: Component, tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file where a folder should be")
    assert scan(component, tmp_path / "occupied") == scan(component, "")


def test_the_oldest_documents_go_first(directory: Path) -> None:
    directory.mkdir()
    for age in range(4):
        path = directory / f"{age:08x}.transtats"
        path.write_bytes(b"x" * 100)
        os.utime(path, (LONG_AGO - age, LONG_AGO - age))
    (directory / "of-somebody-else").write_bytes(b"x" * 1000)
    store.trim_documents(str(directory), max_bytes=250)
    assert sorted(path.name for path in directory.iterdir()) == [
        "00000000.transtats",
        "00000001.transtats",
        "of-somebody-else",
    ]
    assert store.remove_documents(str(directory)) == store.CacheUsage(str(directory), 2, 200)
    assert store.measure_usage(str(directory)) == store.CacheUsage(str(directory), 0, 0)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_runs_that_are_killed_at_any_moment_leave_a_good_cache(component: Component, directory: Path) -> None:
    expected = scan(component, "")
    command = [sys.executable, "-m", "transtats_cli", "stats", "demo", "app", "--cache-dir", str(directory)]
    argv = [*command, "--root", component.root, "--filemask", component.filemask]
    for _ in range(8):
        with subprocess.Popen(argv, stdout=subprocess.DEVNULL) as process:
            time.sleep(random.uniform(0.05, 0.4))  # noqa: S311  any moment will do
            process.send_signal(signal.SIGKILL)
        assert scan(component, directory) == expected


def test_all_documents_are_looked_at_once_for_many_new_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    looks: list[str] = []
    monkeypatch.setattr(store, "trim_documents", looks.append)
    monkeypatch.setattr(store, "_added_bytes_by_directory", {})
    monkeypatch.setattr(store, "_BYTES_BETWEEN_TRIMS", 1000)
    for number in range(100):
        store.save_document(str(tmp_path), b"%d" % number, [b"x" * 97])
    # Each takes about a hundred bytes: every tenth or so, and perhaps the first by chance.
    assert 8 <= len(looks) <= 11


def reshaped(value: object) -> Iterator[object]:
    """The value with one part of it replaced by something of another shape, at every place in turn."""
    others: list[object] = [None, 5, "x", True, [], {}, [[]], {"a": 1}]
    for other in others:
        if type(other) is not type(value):
            yield other
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        for changed in reshaped(child):
            copy: Any = deepcopy(value)
            copy[key] = changed
            yield copy
    if isinstance(value, list):
        yield [*value, *value[:1]]


def test_a_document_of_another_shape_counts_as_absent(tree: WriteTree, directory: Path) -> None:
    root = tree({"po/de.po": po("Eins"), "po/ru.po": po("")})
    settle(*root.glob("po/*.po"))
    component = Component("demo", "app", str(root), "po/*.po")
    expected = scan(component, directory)
    (document,) = directory.iterdir()
    key, *parts = document.read_bytes().partition(b"\n")[2].split(b"\n")
    for number, part in enumerate(parts):
        for changed in reshaped(json.loads(part)):
            lines = [*parts]
            lines[number] = json.dumps(changed).encode()
            store.save_document(str(directory), key, lines)
            assert scan(component, directory) == expected, f"part {number} is {changed}"


def test_a_link_under_a_document_s_name_is_not_followed(component: Component, directory: Path, tmp_path: Path) -> None:
    expected = scan(component, directory)
    (document,) = directory.iterdir()
    kept, victim = tmp_path / "kept", tmp_path / "victim"
    document.rename(kept)
    victim.write_text("precious")
    document.symlink_to(victim)
    assert scan(component, directory) == expected
    assert victim.read_text() == "precious"
    assert not document.is_symlink()
    document.unlink()
    document.symlink_to(kept)
    key = kept.read_bytes().split(b"\n")[1]
    assert store.load_document(str(directory), key, 2) is None


def test_a_link_under_the_temporary_name_is_not_followed(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if somebody could guess the name."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(os, "urandom", bytes)
    store.save_document(str(directory), b"key", [b"one"])
    (document,) = directory.iterdir()
    for suffix in (os.getpid(), bytes(8).hex()):
        directory.joinpath(f"{document.name}.{suffix}").symlink_to(victim)
    store.save_document(str(directory), b"key", [b"two"])
    assert victim.read_text() == "precious"
    assert store.load_document(str(directory), b"key", 1) == [b"one"]


def test_a_document_of_another_user_counts_as_absent(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save_document(str(directory), b"key", [b"one"])
    assert store.load_document(str(directory), b"key", 1) == [b"one"]
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert store.load_document(str(directory), b"key", 1) is None


def test_a_pipe_in_place_of_a_document_holds_nothing_up(directory: Path) -> None:
    store.save_document(str(directory), b"key", [b"one"])
    (document,) = directory.iterdir()
    document.unlink()
    os.mkfifo(document)
    assert store.load_document(str(directory), b"key", 1) is None
    store.save_document(str(directory), b"key", [b"two"])
    assert store.load_document(str(directory), b"key", 1) == [b"two"]
