"""Stamps of several files."""

from pathlib import Path

import pytest

from transtats_cli.caching.stamps import read_file_stamp, read_stamps


@pytest.fixture(params=[pytest.param(3, id="a few files"), pytest.param(40, id="many files")])
def paths(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Paths of files in a folder, the folder itself, and the folder above it."""
    (tmp_path / "po").mkdir()
    names = [f"po/{number}.po" for number in range(request.param)]
    for name in names:
        (tmp_path / name).write_text(name)
    return [*names, "po", "."]


def test_the_stamp_contains_the_stamp_of_each_path(tmp_path: Path, paths: list[str]) -> None:
    assert read_stamps(str(tmp_path), paths) == [
        value for path in paths for value in read_file_stamp(str(tmp_path / path))
    ]


def test_a_link_has_its_own_stamp(tmp_path: Path, paths: list[str]) -> None:
    (tmp_path / "po/1.po").unlink()
    (tmp_path / "po/1.po").symlink_to("2.po")
    stamp = read_stamps(str(tmp_path), paths)
    assert stamp[5:10] == read_file_stamp("po/1.po", (tmp_path / "po/1.po").lstat())


@pytest.mark.parametrize("missing", ["po/nothing.po", "po/0.po/below", "po/\0"])
def test_the_stamp_is_empty_if_a_path_is_not_accessible(tmp_path: Path, paths: list[str], missing: str) -> None:
    assert read_stamps(str(tmp_path), [*paths, missing]) == []


def test_the_stamp_is_empty_if_the_folder_is_not_accessible(tmp_path: Path, paths: list[str]) -> None:
    assert read_stamps(str(tmp_path / "nothing"), paths) == []
