"""Files of a data set in a directory and at a URL."""

import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any, ClassVar

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output.store import FileStore
from transtats_cli.fleet.roots.addresses import mask_address


@pytest.fixture(params=["directory", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    if request.param == "directory":
        return FileStore(str(tmp_path / "new"))
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    return FileStore(f"memory://{uuid.uuid4().hex}/new")


def test_a_file_is_written_listed_read_and_removed(store: FileStore) -> None:
    assert store.list_sizes("a") == {}
    store.write("a/b.txt", b"one")
    store.write("a/b.txt", b"two")
    store.write("top.txt", b"")
    assert [*store.list_sizes("")] == ["a", "top.txt"]
    assert store.list_sizes("a") == {"b.txt": 3}
    assert store.read("a/b.txt") == b"two"
    with store.open("a/b.txt") as file:
        file.seek(1)
        assert file.read() == b"wo"
    store.remove("a/b.txt")
    store.remove("a/b.txt")
    assert store.list_sizes("a") == {}


def test_a_missing_file_is_an_error_with_its_name(store: FileStore) -> None:
    for read in (store.read, store.open):
        with pytest.raises(TranstatsError, match=r"a/b\.txt cannot be read"):
            read("a/b.txt")


def test_a_write_that_fails_leaves_the_old_content_and_no_other_file(tmp_path: Path) -> None:
    store = FileStore(str(tmp_path))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").touch()
    with pytest.raises(TranstatsError, match="folder cannot be written"):
        store.write("folder", b"new")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


def test_no_bucket_is_created(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    from fsspec.implementations.memory import MemoryFileSystem
    from fsspec.registry import _registry

    class Buckets(MemoryFileSystem):  # type: ignore[misc]
        protocol = "s3"
        store: ClassVar[dict[str, Any]] = {}
        pseudo_dirs: ClassVar[list[str]] = [""]

        def makedirs(self, path: str, exist_ok: bool = False) -> None:
            raise AssertionError(path)

        def pipe_file(self, path: str, value: bytes, **options: Any) -> None:
            if "typo" in path:
                raise FileNotFoundError(path)
            super().pipe_file(path, value, **options)

    monkeypatch.setitem(_registry, "s3", Buckets)
    FileStore("s3://bucket/a").write("b/c", b"1")
    assert FileStore("s3://bucket/a").read("b/c") == b"1"
    with pytest.raises(TranstatsError, match="s3://typo/a/b/c cannot be written: there is no such bucket or directory"):
        FileStore("s3://typo/a").write("b/c", b"1")


def test_the_url_of_a_local_directory_is_the_directory(tmp_path: Path) -> None:
    FileStore(f"file://{tmp_path}/a%20b").write("c", b"1")
    assert (tmp_path / "a b" / "c").read_bytes() == b"1"


@pytest.mark.parametrize(
    ("end", "path"),
    [("/a%20b", "/a b"), ("localhost/a#b", "/a#b"), ("/a?b", "/a?b"), ("/%E9", "/\udce9")],
    ids=["escape", "number sign", "question mark", "not UTF-8"],
)
@pytest.mark.parametrize("scheme", ["file", "FILE", "local"])
def test_the_path_in_a_url_is_that_of_the_directory(scheme: str, end: str, path: str) -> None:
    assert FileStore(f"{scheme}://{end}").address == path


@pytest.mark.parametrize("address", ["", "file://", "file://host/statistics", "local://statistics"])
def test_an_address_without_a_path_is_an_error(address: str) -> None:
    with pytest.raises(TranstatsError, match=r"is empty|begins with file:///"):
        FileStore(address)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        pytest.param("nosuch://user:secret@host/a", "nosuch://***@host/a", id="user and password"),
        pytest.param("nosuch://user:sec@ret/a@host/a", "nosuch://***@ret/a@host/a", id="password with @"),
        pytest.param("nosuch://user:sec/ret@host/a", "nosuch://***@host/a", id="password with a slash"),
        pytest.param("nosuch://host/a?b=1&sig=secret", "nosuch://host/a?b=1&sig=***", id="signature"),
        pytest.param("file://user:secret@host/a", "file://***@host/a", id="local directory"),
    ],
)
def test_an_address_is_shown_like_that_of_a_root(address: str, shown: str) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    with pytest.raises(TranstatsError) as error:
        FileStore(address)
    assert str(error.value).startswith((f"{shown}/ cannot be opened", f"{shown}: the URL"))
    assert mask_address(address) == shown


def test_an_error_of_a_library_is_shown_without_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec", reason="needs the extra fleet")
    from fsspec.implementations.memory import MemoryFileSystem
    from fsspec.registry import _registry

    class Refusing(MemoryFileSystem):  # type: ignore[misc]
        def cat_file(self, path: str, **options: Any) -> bytes:
            raise ValueError(f"me may not read {path} with se cret at https://me:se%20cret@host/a?sig=secret")

    monkeypatch.setitem(_registry, "refusing", Refusing)
    with pytest.raises(TranstatsError) as error:
        FileStore("refusing://me:se%20cret@host/a").read("b")
    reason = "*** may not read refusing://***:***@host/a/b with *** at https://***:***@host/a?sig=***"
    assert str(error.value) == f"refusing://***@host/a/b cannot be read: {reason}"


def test_messages_of_libraries_for_remote_files_are_not_printed() -> None:
    program = "import logging, transtats_cli.fleet; logging.getLogger('gcsfs.core').error('cannot move')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
