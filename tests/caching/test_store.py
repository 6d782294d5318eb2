"""The documents in a cache directory are listed, removed, and distinguished from other files."""

from pathlib import Path
from threading import Event, Thread

from transtats_cli.caching import store


def write_and_remove_documents(directory: Path, stopped: Event) -> None:
    while not stopped.is_set():
        for number in range(20):
            path = directory / f"{number:08x}.transtats.{number:016x}"
            path.touch()
            path.unlink()


def test_a_document_that_is_removed_meanwhile_does_not_hide_others(tmp_path: Path) -> None:
    for number in range(500):
        (tmp_path / f"{number:08x}.transtats").touch()
    stopped = Event()
    thread = Thread(target=write_and_remove_documents, args=(tmp_path, stopped))
    thread.start()
    try:
        assert min(store.measure_usage(str(tmp_path)).document_count for _ in range(200)) >= 500
    finally:
        stopped.set()
        thread.join()


def test_only_documents_are_removed_from_a_directory_with_other_files(tmp_path: Path) -> None:
    for name in ("00c94a8e.transtats", "00c94a8e.transtats.0123456789abcdef", ".transtats-baseline", "a.transtats.md"):
        (tmp_path / name).touch()
    assert store.remove_documents(str(tmp_path)).document_count == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".transtats-baseline", "a.transtats.md"]
