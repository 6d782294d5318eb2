"""Runs over many components store their documents in one database, which is as robust as single files."""

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
from transtats_cli.caching import database, store

CONTENT = [b"x" * 3000]


def load_document(directory: str, document_key: bytes, part_count: int) -> list[bytes] | None:
    (parts,) = store.load_documents(directory, (document_key,), part_count)
    return parts


def format_key(number: int) -> bytes:
    return b"key %d" % number


def save_many(directory: Path, numbers: range, part_contents: list[bytes] = CONTENT) -> None:
    with store.use_database(str(directory)):
        for number in numbers:
            store.save_document(str(directory), format_key(number), part_contents)


def count_loaded(directory: Path, numbers: range, part_contents: list[bytes] = CONTENT) -> int:
    """Return the number of documents that can be loaded. Each must have the content that was saved."""
    with store.use_database(str(directory)):
        loaded = [load_document(str(directory), format_key(number), 1) for number in numbers]
    assert all(found in (None, part_contents) for found in loaded)
    return sum(found is not None for found in loaded)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_many_documents_are_stored_in_one_file_and_loaded_one_by_one(directory: Path) -> None:
    save_many(directory, range(50))
    assert [path.name for path in directory.iterdir()] == ["documents.sqlite"]
    assert load_document(str(directory), format_key(7), 1) == CONTENT
    assert load_document(str(directory), format_key(50), 1) is None
    assert count_loaded(directory, range(60)) == 50


def test_a_document_can_be_loaded_before_it_is_written(directory: Path) -> None:
    with store.use_database(str(directory)):
        store.save_document(str(directory), b"a", [b"1"])
        assert load_document(str(directory), b"a", 1) == [b"1"]


def test_many_documents_are_loaded_together(directory: Path) -> None:
    save_many(directory, range(250))
    keys = [*map(format_key, range(240, 260)), *map(format_key, range(200)), format_key(3)]
    with store.use_database(str(directory)):
        store.save_document(str(directory), format_key(255), [b"new"])
        found = store.load_documents(str(directory), keys, 1)
    assert found == [CONTENT] * 10 + [None] * 5 + [[b"new"]] + [None] * 4 + [CONTENT] * 201


def test_a_row_that_is_no_text_counts_as_absent(directory: Path) -> None:
    save_many(directory, range(3))
    with closing(sqlite3.connect(directory / "documents.sqlite")) as connection, connection:
        connection.execute("UPDATE documents SET content = 1 WHERE number = 2")
    assert store.load_documents(str(directory), [*map(format_key, range(3))], 1) == [CONTENT, None, CONTENT]


def test_documents_are_written_after_some_time(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with store.use_database(str(directory)):
        for number, seconds in enumerate((60.0, 60.0, -1.0)):
            monkeypatch.setattr(database, "_MAX_SECONDS_BETWEEN_WRITES", seconds)
            store.save_document(str(directory), format_key(number), CONTENT)
            with closing(sqlite3.connect(directory / "documents.sqlite")) as other:
                assert other.execute("SELECT count(*) FROM documents").fetchone() == (0 if seconds > 0 else 3,)


def test_collected_documents_are_written_later(directory: Path) -> None:
    save_many(directory, range(1))
    with store.collect_documents(str(directory)) as collected:
        store.save_document(str(directory), format_key(1), CONTENT)
        assert load_document(str(directory), format_key(0), 1) == CONTENT
        assert load_document(str(directory), format_key(1), 1) == CONTENT
    assert count_loaded(directory, range(2)) == 1
    store.save_collected(str(directory), collected)
    assert count_loaded(directory, range(2)) == 2


def test_the_database_is_closed_after_each_block_that_collects_documents(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[database.DocumentDatabase | None] = []

    def create_and_note(path: str, max_bytes: int) -> database.DocumentDatabase | None:
        opened.append(create(path, max_bytes))
        return opened[-1]

    create = database.create_database
    monkeypatch.setattr(store, "create_database", create_and_note)
    for number in range(2):
        with store.collect_documents(str(directory)) as collected:
            store.save_document(str(directory), format_key(number), CONTENT)
        assert len(collected) == 1
    assert [each is not None and each.is_open for each in opened] == [False, False]


def test_a_database_that_was_damaged_between_two_blocks_is_replaced(directory: Path) -> None:
    save_many(directory, range(50))
    with store.collect_documents(str(directory)):
        assert load_document(str(directory), format_key(0), 1) == CONTENT
    (directory / "documents.sqlite").write_bytes(b"no database" * 5000)
    for _ in range(2):
        with store.collect_documents(str(directory)) as collected:
            assert load_document(str(directory), format_key(49), 1) is None
            store.save_document(str(directory), format_key(0), CONTENT)
        store.save_collected(str(directory), collected)
    assert count_loaded(directory, range(50)) == 1


def test_documents_are_not_collected_if_the_database_cannot_be_used(directory: Path) -> None:
    directory.mkdir()
    (directory / "documents.sqlite").mkdir()
    with store.collect_documents(str(directory)) as collected:
        store.save_document(str(directory), format_key(0), CONTENT)
    assert not collected


def test_without_a_directory_nothing_is_collected() -> None:
    with store.collect_documents("") as collected:
        pass
    store.save_collected("", collected)
    assert not os.path.lexists("documents.sqlite")


def test_without_a_database_documents_are_loaded_from_files(directory: Path) -> None:
    store.save_document(str(directory), format_key(1), CONTENT)
    keys = [format_key(0), format_key(1)]
    assert store.load_documents(str(directory), keys, 1) == [None, CONTENT]


def test_a_single_document_is_stored_in_the_database_if_the_database_exists(directory: Path) -> None:
    save_many(directory, range(3))
    store.save_document(str(directory), format_key(2), [b"new"])
    store.save_document(str(directory), format_key(3), [b"new"])
    assert [path.name for path in directory.iterdir()] == ["documents.sqlite"]
    assert [load_document(str(directory), format_key(number), 1) for number in (1, 2, 3)] == [
        CONTENT,
        [b"new"],
        [b"new"],
    ]
    assert store.measure_usage(str(directory)).document_count == 4


def test_a_new_database_replaces_the_files_of_documents(directory: Path) -> None:
    store.save_document(str(directory), b"a", [b"1"])
    save_many(directory, range(1))
    assert [path.name for path in directory.iterdir()] == ["documents.sqlite"]


def test_clearing_the_cache_removes_the_database(directory: Path) -> None:
    save_many(directory, range(3))
    used = store.remove_documents(str(directory))
    assert used.document_count == 3
    assert used.total_bytes > 9000
    assert list(directory.iterdir()) == []
    store.save_document(str(directory), b"a", [b"1"])
    assert load_document(str(directory), b"a", 1) == [b"1"]


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
def test_documents_remain_files_if_other_users_can_write_to_the_directory(directory: Path, mode: int) -> None:
    directory.mkdir()
    directory.chmod(mode)
    save_many(directory, range(3))
    assert len(list(directory.glob("*.transtats"))) == 3
    assert count_loaded(directory, range(3)) == 3


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_a_link_with_the_name_of_the_database_is_not_followed(directory: Path, tmp_path: Path) -> None:
    directory.mkdir(mode=0o700)
    linked_file = tmp_path / "linked_file"
    linked_file.write_bytes(b"")
    (directory / "documents.sqlite").symlink_to(linked_file)
    save_many(directory, range(3))
    assert linked_file.read_bytes() == b""
    assert count_loaded(directory, range(3)) == 3


def test_a_locked_database_is_ignored_without_an_exception(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_LOCK_TIMEOUT_SECONDS", 0.01)
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
    with store.use_database(directory):
        for number in range(first, first + 10):
            store.save_document(directory, b"key %d" % number, [b"x" * 3000])
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
    with store.use_database(str(directory)):
        store.save_document(str(directory), format_key(0), CONTENT)
        child = os.fork()
        if not child:
            store.save_document(str(directory), format_key(1), CONTENT)
            os._exit(0)
        os.waitpid(child, 0)
    assert count_loaded(directory, range(2)) == 2
