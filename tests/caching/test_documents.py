"""Documents store values for given facts. A document that is not valid is treated as absent."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.caching import documents
from transtats_cli.caching.documents import CacheDocument

PARTS = ({str: int}, [str])


def create_document(directory: Path | str, *facts: object, parts: Any = PARTS) -> CacheDocument:
    return CacheDocument(str(directory), *facts, part_shapes=parts)


def test_saved_values_are_loaded_only_for_the_same_facts(tmp_path: Path) -> None:
    create_document(tmp_path, "a", 1).save({"x": 5}, ["é\n", "\ud800"])
    loaded = create_document(tmp_path, "a", 1)
    assert [loaded.take_part(0), loaded.take_part(1)] == [{"x": 5}, ["é\n", "\ud800"]]
    assert create_document(tmp_path, "a", 2).take_part(0) is None


def test_a_part_can_be_taken_only_once(tmp_path: Path) -> None:
    create_document(tmp_path).save({"x": 5}, [])
    loaded = create_document(tmp_path)
    assert [loaded.take_part(0), loaded.take_part(0)] == [{"x": 5}, None]


def test_bytes_are_not_parsed_and_may_have_line_breaks_at_the_end(tmp_path: Path) -> None:
    create_document(tmp_path, parts=(bytes, bytes)).save(b"1", b"a\nb\n")
    loaded = create_document(tmp_path, parts=(bytes, bytes))
    assert [loaded.take_part(0), loaded.take_part(1)] == [b"1", b"a\nb\n"]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"x": "5"}, id="another type"),
        pytest.param(["x"], id="another container"),
        pytest.param(None, id="null"),
    ],
)
def test_a_part_of_another_shape_is_absent_and_the_other_parts_are_loaded(tmp_path: Path, value: object) -> None:
    create_document(tmp_path).save(value, ["a"])
    loaded = create_document(tmp_path)
    assert [loaded.take_part(0), loaded.take_part(1)] == [None, ["a"]]


def test_a_document_with_another_number_of_parts_is_absent(tmp_path: Path) -> None:
    create_document(tmp_path, parts=PARTS[:1]).save({"x": 5})
    assert create_document(tmp_path).take_part(0) is None


def test_no_document_is_cached_without_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    create_document("").save({"x": 5}, [])
    assert create_document("").take_part(0) is None
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_nowhere_in_the_package_is_no_error(tmp_path: Path) -> None:
    """Editors lock files with such links, and an editable install contains them."""
    (tmp_path / ".#module.py").symlink_to("user@host.1:2")
    assert documents._newest_modification_time(str(tmp_path)) == (tmp_path / ".#module.py").lstat().st_mtime_ns


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_of_libraries_that_cannot_be_read_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages"
    folder.mkdir()
    before = documents._list_distributions()
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    folder.chmod(0)
    try:
        assert documents._list_distributions() == before
    finally:
        folder.chmod(0o755)
