"""Listings of folders, and the time that many masks in one folder take."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.settings.test_growth import steps
from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning import discovery
from transtats_cli.scanning.engine import ScanOptions, scan_every
from transtats_cli.scanning.folders import Folders
from transtats_cli.scanning.listing import outline
from transtats_cli.scanning.matching import matches

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


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The folders that are listed, in order, each as often as it is listed."""
    listed: list[str] = []
    scandir, listdir = os.scandir, os.listdir

    def recorded(function: Callable) -> Callable:
        return lambda path=".": (listed.append(os.path.basename(os.path.normpath(path))), function(path))[1]

    monkeypatch.setattr(os, "scandir", recorded(scandir))
    monkeypatch.setattr(os, "listdir", recorded(listdir))
    return listed


def components(tree: Callable, number: int, name: str = "app{}.de.po") -> list[Component]:
    root = str(tree({f"po/{name.format(place)}": PO for place in range(number)}))
    return discovery.survey(root, settings.load(root)).components


@pytest.mark.parametrize("mask", MASKS)
def test_shared_listings_change_no_match(tree: Callable, mask: str) -> None:
    root = str(tree(dict.fromkeys(NAMES, "")))
    folders = Folders()
    expected = sorted(matches(root, mask))
    for _ in range(20):
        assert sorted(matches(root, mask, folders)) == expected


def test_names_that_are_not_utf_8_are_found(tmp_path: Path) -> None:
    for name in (b"app\xff.de.po", *(b"app%d.de.po" % number for number in range(20))):
        try:
            (tmp_path / os.fsdecode(name)).touch()
        except OSError:
            pytest.skip("the file system takes no such name")
    folders = Folders()
    for _ in range(20):
        assert [path for path, *_ in matches(str(tmp_path), "app\udcff.*.po", folders)] == ["app\udcff.de.po"]


def test_a_new_run_sees_new_files(tree: Callable) -> None:
    root = tree({"po/de.po": PO})
    assert len(matches(str(root), "po/*.po")) == 1
    (root / "po/fr.po").touch()
    assert len(matches(str(root), "po/*.po")) == 2


def test_a_file_that_is_removed_during_a_run_has_no_status(tree: Callable) -> None:
    root = tree({"po/de.po": PO})
    folders = Folders()
    matches(str(root), "po/*.po", folders)
    (root / "po/de.po").unlink()
    assert matches(str(root), "po/*.po", folders) == [("po/de.po", ("de",), None)]


@pytest.mark.parametrize("number", [10, 20])
def test_a_survey_lists_a_folder_as_often_whatever_the_number_of_components(
    tree: Callable, listings: list[str], number: int
) -> None:
    assert len(components(tree, number)) == number
    # The walk lists it, and then the masks.
    assert listings.count("po") == 2


def test_all_components_of_a_run_share_listings(tree: Callable, listings: list[str]) -> None:
    found = components(tree, 12)
    listings.clear()
    reports = [report for report in scan_every(found, ScanOptions(checks=False)) if isinstance(report, Report)]
    assert [len(report.records) for report in reports] == [1] * 12
    assert listings.count("po") == 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("app{}.de.po", id="the beginnings of names differ"),
        pytest.param("de.app{}.po", id="the ends of names differ"),
    ],
)
def test_the_steps_grow_with_the_number_of_components(tree: Callable, name: str) -> None:
    def run(number: int) -> None:
        folders = Folders()
        found = components(tree, number, name)
        assert len([outline(each, folders, count_strings=False) for each in found]) == number

    run(2)
    taken = [steps(lambda number=number: run(number)) for number in (100, 200)]
    assert taken[1] < 2.5 * taken[0]
