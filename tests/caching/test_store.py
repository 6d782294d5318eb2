"""All documents are in one database, which survives damage, killed processes and other users."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from tests.processes import start_process
from transtats_cli.caching import store

CONTENT = b"x" * 3000


def format_key(number: int) -> bytes:
    return b"key %d" % number


def save_many(directory: Path, numbers: range) -> None:
    with store.keep_database_open(str(directory)):
        for number in numbers:
            store.save_document(str(directory), format_key(number), CONTENT)


def count_loaded(directory: Path, numbers: range) -> int:
    """Return the number of documents that can be loaded. Each must have the content that was saved."""
    with store.keep_database_open(str(directory)):
        loaded = [store.load_document(str(directory), format_key(number)) for number in numbers]
    assert all(found in (None, CONTENT) for found in loaded)
    return sum(found is not None for found in loaded)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_documents_are_stored_in_one_file(directory: Path) -> None:
    save_many(directory, range(50))
    store.save_document(str(directory), format_key(50), CONTENT)
    assert [path.name for path in directory.iterdir()] == ["documents.sqlite"]
    assert count_loaded(directory, range(60)) == 51
    assert store.load_document(str(directory), format_key(7)) == CONTENT


def test_a_document_can_be_loaded_before_it_is_written(directory: Path) -> None:
    with store.keep_database_open(str(directory)):
        store.save_document(str(directory), b"a", b"1\n2")
        assert store.load_document(str(directory), b"a") == b"1\n2"
    store.save_document(str(directory), b"a", b"new")
    assert store.load_document(str(directory), b"a") == b"new"


def test_loading_creates_nothing(directory: Path) -> None:
    assert store.load_document(str(directory), b"a") is None
    assert store.measure_usage(str(directory)) == (0, 0)
    assert not directory.exists()


def test_a_row_that_is_no_text_counts_as_absent(directory: Path) -> None:
    save_many(directory, range(3))
    with closing(sqlite3.connect(directory / "documents.sqlite")) as connection, connection:
        connection.execute("UPDATE documents SET content = 1 WHERE number = 2")
    assert count_loaded(directory, range(3)) == 2


def test_documents_are_written_after_some_time(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_many(directory, range(10, 11))
    with store.keep_database_open(str(directory)):
        for number, seconds in enumerate((60.0, 60.0, -1.0)):
            monkeypatch.setattr(store, "_MAX_SECONDS_BETWEEN_WRITES", seconds)
            store.save_document(str(directory), format_key(number), CONTENT)
            with closing(sqlite3.connect(directory / "documents.sqlite")) as other:
                assert other.execute("SELECT count(*) FROM documents").fetchone() == (1 if seconds > 0 else 4,)


def test_clearing_the_cache_removes_the_database_and_no_other_file(directory: Path) -> None:
    save_many(directory, range(3))
    (directory / "of-somebody-else").touch()
    count, size = store.remove_documents(str(directory))
    assert count == 3
    assert size > 9000
    assert [path.name for path in directory.iterdir()] == ["of-somebody-else"]
    save_many(directory, range(1))
    assert count_loaded(directory, range(1)) == 1


def test_the_oldest_documents_are_removed_first(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_CACHE_BYTES", 300_000)
    for start in range(0, 300, 50):
        save_many(directory, range(start, start + 50))
    assert count_loaded(directory, range(200)) < 50
    assert count_loaded(directory, range(250, 300)) == 50
    assert (directory / "documents.sqlite").stat().st_size < 600_000


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(lambda content: content[:5000], id="cut"),
        pytest.param(lambda content: b"no database" * 500, id="not a database"),
        pytest.param(lambda content: content[:100] + b"\xff" * 4000 + content[4100:], id="overwritten pages"),
        pytest.param(lambda content: content.replace(b"xxxx", b"yyyy"), id="other contents"),
    ],
)
def test_a_damaged_database_is_ignored_and_replaced(directory: Path, damage) -> None:  # type: ignore[no-untyped-def]
    save_many(directory, range(50))
    path = directory / "documents.sqlite"
    path.write_bytes(damage(path.read_bytes()))
    count_loaded(directory, range(50))
    for _ in range(2):
        save_many(directory, range(50))
    assert count_loaded(directory, range(50)) == 50


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of Unix")
@pytest.mark.parametrize("mode", [0o775, 0o777])
def test_nothing_is_cached_if_other_users_can_write_to_the_directory(directory: Path, mode: int) -> None:
    save_many(directory, range(3))
    directory.chmod(mode)
    save_many(directory, range(3, 6))
    assert count_loaded(directory, range(6)) == 0
    directory.chmod(0o700)
    assert count_loaded(directory, range(6)) == 3


@pytest.mark.skipif(os.name != "posix", reason="needs the users of Unix")
def test_the_database_of_another_user_is_not_used(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_many(directory, range(3))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert count_loaded(directory, range(3)) == 0


@pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")
@pytest.mark.parametrize("kind", ["link", "link to the database", "pipe", "folder"])
def test_a_link_pipe_or_folder_in_place_of_the_database_is_not_used(directory: Path, tmp_path: Path, kind: str) -> None:
    save_many(directory, range(3))
    path, kept = directory / "documents.sqlite", tmp_path / "kept"
    path.rename(kept)
    empty = tmp_path / "empty"
    empty.touch()
    if kind.startswith("link"):
        path.symlink_to(empty if kind == "link" else kept)
    else:
        os.mkfifo(path) if kind == "pipe" else path.mkdir()
    content = kept.read_bytes()
    save_many(directory, range(3, 6))
    assert count_loaded(directory, range(6)) == 0
    assert empty.read_bytes() == b""
    assert kept.read_bytes() == content


def test_a_locked_database_is_ignored_without_an_exception(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_LOCK_TIMEOUT_SECONDS", 0.01)
    save_many(directory, range(3))
    other = sqlite3.connect(directory / "documents.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    save_many(directory, range(3, 6))
    assert count_loaded(directory, range(6)) == 0
    other.close()
    assert count_loaded(directory, range(6)) == 3


WRITER = """
import sys
from transtats_cli.caching import store
directory, start, stop = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for first in range(start, stop, 10):
    with store.keep_database_open(directory):
        for number in range(first, first + 10):
            store.save_document(directory, b"key %d" % number, b"x" * 3000)
"""


def start_writer(directory: Path, start: int, stop: int) -> AbstractContextManager["subprocess.Popen[bytes]"]:
    return start_process([sys.executable, "-c", WRITER, str(directory), str(start), str(stop)])


def test_processes_that_write_at_the_same_time_lose_no_document(directory: Path) -> None:
    with start_writer(directory, 0, 300) as one, start_writer(directory, 300, 600) as other:
        assert [writer.wait(timeout=120) for writer in (one, other)] == [0, 0]
    assert count_loaded(directory, range(600)) == 600


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_writers_that_are_killed_at_any_moment_leave_a_valid_database(directory: Path) -> None:
    save_many(directory, range(10))
    for start in range(1000, 9000, 1000):
        with start_writer(directory, start, start + 1_000_000) as writer:
            time.sleep(random.uniform(0.1, 0.5))  # noqa: S311  any moment is good enough
            writer.send_signal(signal.SIGKILL)
        assert count_loaded(directory, range(10)) == 10
        count_loaded(directory, range(start, start + 1000))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_opens_the_database_for_itself(directory: Path) -> None:
    with store.keep_database_open(str(directory)):
        store.save_document(str(directory), format_key(0), CONTENT)
        child = os.fork()
        if not child:
            store.save_document(str(directory), format_key(1), CONTENT)
            os._exit(0)
        os.waitpid(child, 0)
    assert count_loaded(directory, range(2)) == 2
