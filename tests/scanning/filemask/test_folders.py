"""Shared listings of folders, and the work for many masks."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from tests.settings.test_growth import steps
from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.problems import Problem
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.filemask.folders import FolderListings, find_matches
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import outline_component

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
MASKS = [
    "*",
    "*.po",
    "app1*.po",
    "app1.*",
    "app*.po",
    "*.app3.po",
    "a*1*.po",
    "app10.*.po",
    "*p",
    "\U0010ffff*",
    "none*",
]
NAMES = [
    *(f"app{number}.de.po" for number in range(30)),
    *(f"fr.app{number}.po" for number in range(30)),
    *(".app1.de.po", "app1.po", "app1", "\U0010ffff", "\U0010ffff\U0010ffff.po", "ü.po", "p"),
]


FOLDER_MASKS = [
    "*/app3.po",
    "*/APP3.po",
    "*/none.po",
    "*/app1*.po",
    "*/deep/app.*.po",
    "*/deep/none/app.po",
    "m1*/app1*.po",
    "*m3/app3.po",
    "*/*/app.*.po",
    ".hidden/*.po",
    "*/link/*.po",
]
FOLDER_NAMES = [
    *(f"m{number}/app{number}.po" for number in range(20)),
    *(f"m{number}/deep/app.de.po" for number in range(10)),
    *("m3/APP3.po", "m3/app3.po/app3.po", ".hidden/app3.po", "m4/.app3.po", "file.po", "m5/app3.po"),
]
PATHS_AND_MASKS = [
    pytest.param("aa{}/app{}.po", "*/app{}.po", id="a name"),
    pytest.param("aa{}/LC_MESSAGES/app{}.po", "*/LC_MESSAGES/app{}.po", id="a name in deeper folders"),
    pytest.param("aa{}/app{}-de.po", "*/app{}-*.po", id="a beginning"),
    pytest.param("aa{}/de-app{}.po", "*/*-app{}.po", id="an end"),
    pytest.param("po/aa{}/m{}/app.po", "po/*/m{}/app.po", id="a folder"),
]
"""Paths and masks of trees in which each of many components is in a folder of its own."""


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the folders that are listed, in order. A folder is included once for each listing."""
    listed: list[str] = []
    scandir, listdir = os.scandir, os.listdir

    def record_calls(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda path=".": (listed.append(os.path.basename(os.path.normpath(path))), function(path))[1]

    monkeypatch.setattr(os, "scandir", record_calls(scandir))
    monkeypatch.setattr(os, "listdir", record_calls(listdir))
    return listed


def find_components(tree: WriteTree, number: int, name: str = "app{}.de.po") -> list[Component]:
    root = str(tree({f"po/{name.format(place)}": PO for place in range(number)}))
    return lookup.survey_components(root, settings.load_settings(root)).components


@pytest.mark.parametrize("mask", MASKS)
def test_matches_are_the_same_with_shared_listings(tree: WriteTree, mask: str) -> None:
    root = str(tree(dict.fromkeys(NAMES, "")))
    folders = FolderListings()
    expected = sorted(find_matches(root, mask))
    for _ in range(20):
        assert sorted(find_matches(root, mask, folders)) == expected


@pytest.fixture
def folders_and_links(tree: WriteTree) -> str:
    names = [name for name in FOLDER_NAMES if name != "m3/app3.po"]
    root = tree(dict.fromkeys(names, ""))
    (root / "linked").symlink_to("m7")
    (root / "m8/link").symlink_to("../m9/deep")
    (root / "nowhere").symlink_to("none")
    (root / "m6/app3.po").symlink_to("none")
    return str(root)


@pytest.mark.parametrize("mask", FOLDER_MASKS)
def test_matches_of_folder_masks_are_the_same_with_shared_listings(folders_and_links: str, mask: str) -> None:
    folders = FolderListings()
    expected = sorted(find_matches(folders_and_links, mask))
    for _ in range(20):
        assert sorted(find_matches(folders_and_links, mask, folders)) == expected


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every folder")
@pytest.mark.parametrize("mask", ["*/app3.po", "*/app*.po", "*/deep/app.*.po"])
@pytest.mark.parametrize("mode", [0o000, 0o300, 0o400])
def test_failures_are_the_same_with_shared_listings(folders_and_links: str, mask: str, mode: int) -> None:
    locked_folders = [os.path.join(folders_and_links, name) for name in ("m3", "m4")]
    for folder in locked_folders:
        os.chmod(folder, mode)
    folders = FolderListings()
    expected: list[Problem] = []
    try:
        matches = sorted(find_matches(folders_and_links, mask, None, expected))
        for _ in range(20):
            failures: list[Problem] = []
            assert sorted(find_matches(folders_and_links, mask, folders, failures)) == matches
            assert sorted(failures) == sorted(expected)
    finally:
        for folder in locked_folders:
            os.chmod(folder, 0o700)


def test_names_that_are_not_utf_8_are_found(tmp_path: Path) -> None:
    for name in (b"app\xff.de.po", *(b"app%d.de.po" % number for number in range(20))):
        try:
            (tmp_path / os.fsdecode(name)).touch()
        except OSError:
            pytest.skip("the file system rejects the name")
    folders = FolderListings()
    for _ in range(20):
        assert [path for path, *_ in find_matches(str(tmp_path), "app\udcff.*.po", folders)] == ["app\udcff.de.po"]


def test_a_new_search_finds_new_files(tree: WriteTree) -> None:
    root = tree({"po/de.po": PO})
    assert len(find_matches(str(root), "po/*.po")) == 1
    (root / "po/fr.po").touch()
    assert len(find_matches(str(root), "po/*.po")) == 2


def test_a_file_that_is_removed_during_a_run_has_no_status(tree: WriteTree) -> None:
    root = tree({"po/de.po": PO})
    folders = FolderListings()
    find_matches(str(root), "po/*.po", folders)
    (root / "po/de.po").unlink()
    (found,) = files.find_translation_files(Component("demo", "app", str(root), "po/*.po"), folders).translations
    assert found.stat_result is None


@pytest.mark.parametrize("number", [10, 20])
def test_a_survey_lists_a_folder_once_for_any_number_of_components(
    tree: WriteTree, listings: list[str], number: int
) -> None:
    assert len(find_components(tree, number)) == number
    assert listings.count("po") == 1


def test_all_components_of_a_run_share_listings(tree: WriteTree, listings: list[str]) -> None:
    components = find_components(tree, 12)
    listings.clear()
    reports = [
        report for report in scan_components(components, ScanOptions(runs_checks=False)) if isinstance(report, Report)
    ]
    assert [len(report.records) for report in reports] == [1] * 12
    assert listings.count("po") == 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("app{}.de.po", id="names with different beginnings"),
        pytest.param("de.app{}.po", id="names with different ends"),
    ],
)
def test_the_steps_grow_in_proportion_to_the_number_of_components(tree: WriteTree, name: str) -> None:
    def run(number: int) -> None:
        folders = FolderListings()
        components = find_components(tree, number, name)
        assert len([outline_component(each, folders) for each in components]) == number

    run(2)
    step_counts = [steps(partial(run, number)) for number in (100, 200)]
    assert step_counts[1] < 2.5 * step_counts[0]


@pytest.mark.parametrize(("path", "mask"), PATHS_AND_MASKS)
def test_the_number_of_accessed_paths_grows_in_proportion_to_the_number_of_masks(
    tree: WriteTree, path: str, mask: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accessed_paths: list[object] = []
    for name in ("scandir", "lstat"):
        function = getattr(os, name)
        monkeypatch.setattr(os, name, lambda path, function=function: (accessed_paths.append(path), function(path))[1])

    def run(number: int) -> int:
        settings_file = "".join(
            f'[project.p.component.c{place}]\nfilemask = "{mask.format(place)}"\nlanguage_regex = ".*"\n'
            for place in range(number)
        )
        files = {path.format(place, place): PO for place in range(number)}
        root = str(tree({**files, "transtats.toml": settings_file}))
        accessed_paths.clear()
        locator = lookup.ComponentLocator(root)
        assert not locator.survey.problems
        reports = [outline_component(each, locator.listings) for each in locator.survey.components]
        assert [len(report.records) for report in reports] == [1] * number
        return len(accessed_paths)

    access_counts = [run(number) for number in (40, 80)]
    assert access_counts[1] < 2.2 * access_counts[0]


@pytest.mark.parametrize(("path", "mask"), PATHS_AND_MASKS)
def test_the_steps_of_masks_grow_in_proportion_to_the_number_of_folders(tree: WriteTree, path: str, mask: str) -> None:
    def run(number: int) -> None:
        root = str(tree({path.format(place, place): "" for place in range(number)}))
        folders = FolderListings()
        for place in range(number):
            assert len(find_matches(root, mask.format(place), folders)) == 1

    run(2)
    step_counts = [steps(partial(run, number)) for number in (60, 120)]
    assert step_counts[1] < 2.5 * step_counts[0]
