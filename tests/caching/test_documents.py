"""Documents store values for given facts. A document that is not valid is treated as absent."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.caching import documents
from transtats_cli.caching.documents import CacheDocument

Words = dict[str, list[str]]


def create_document(directory: Path | str, *facts: object) -> CacheDocument[Words]:
    return CacheDocument(str(directory), Words, *facts)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_a_saved_value_is_loaded_only_for_the_same_facts(directory: Path) -> None:
    value = {"x": ["é\n", "\ud800"]}
    create_document(directory, "a", 1).save(value)
    assert create_document(directory, "a", 1).load() == value
    assert create_document(directory, "a", 2).load() is None


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"x": "5"}, id="another type"),
        pytest.param(["x"], id="another container"),
        pytest.param(None, id="null"),
    ],
)
def test_a_value_of_another_shape_is_absent(directory: Path, value: Any) -> None:
    create_document(directory).save(value)
    assert create_document(directory).load() is None


def test_no_document_is_cached_without_a_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    create_document("").save({"x": []})
    assert create_document("").load() is None
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
