"""A scan reads only regular files within the boundary of the component."""

import os
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.scanning.filemask import files
from transtats_cli.scanning.reading import safe_reading


def make_component(root: Path, filemask: str = "po/*.po", **fields: Any) -> Component:
    return Component("demo", "app", str(root), filemask, **fields)


def test_a_link_out_of_the_boundary_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    root = tmp_path / "root"
    root.mkdir()
    (root / "de.po").symlink_to("../secret")
    with pytest.raises(UnreadableFile, match="leads out of"):
        safe_reading.read_bytes(make_component(root, "*.po"), "de.po")
    with pytest.raises(UnreadableFile, match="leads out of"):
        safe_reading.open_file(make_component(root, "*.po"), "de.po")
    assert safe_reading.read_bytes(make_component(root, "*.po", link_boundary=str(tmp_path)), "de.po") == b"x"


@pytest.mark.parametrize("place", ["de/app.po", "de"])
def test_a_path_that_became_a_link_out_of_the_root_after_the_listing_is_not_read(tmp_path: Path, place: str) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (root / "de", outside / "de"):
        folder.mkdir(parents=True)
        (folder / "app.po").write_bytes(b"x")
    component = make_component(root, "*/app.po")
    (listed,) = files.find_translation_files(component).translations
    assert safe_reading.read_bytes(component, listed.path, listed.stat_result) == b"x"
    (root / place).rename(tmp_path / "away")
    (root / place).symlink_to(outside / place)
    with pytest.raises(UnreadableFile, match="leads out"):
        safe_reading.read_bytes(component, listed.path, listed.stat_result)


def test_a_file_that_was_replaced_after_the_listing_is_read(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_bytes(b"old")
    (listed,) = files.find_translation_files(make_component(tmp_path, "*.po")).translations
    (tmp_path / "new").write_bytes(b"new")
    (tmp_path / "new").replace(tmp_path / "de.po")
    assert safe_reading.read_bytes(make_component(tmp_path, "*.po"), listed.path, listed.stat_result) == b"new"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes with names")
def test_a_directory_a_pipe_and_a_circular_link_are_errors(tmp_path: Path) -> None:
    (tmp_path / "de.po").mkdir()
    os.mkfifo(tmp_path / "fr.po")
    (tmp_path / "it.po").symlink_to("it.po")
    with pytest.raises(UnreadableFile, match="a directory, not a file"):
        safe_reading.read_bytes(make_component(tmp_path), "de.po")
    with pytest.raises(UnreadableFile, match="a pipe, not a file"):
        safe_reading.read_bytes(make_component(tmp_path), "fr.po")
    with pytest.raises(UnreadableFile, match="too many levels"):
        safe_reading.read_bytes(make_component(tmp_path), "it.po")
