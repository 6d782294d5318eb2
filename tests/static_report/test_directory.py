"""Report in a directory: only changed files are written, and files of the user are kept."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.signals import call_clean_up_functions
from transtats_cli.static_report.directory import MANIFEST_NAME, write_report

FILES = [("index.html", b"home"), ("a/index.html", b"a"), ("a/b/x~1.html", b"x")]


def read_contents(top: Path) -> dict[str, bytes]:
    paths = (path for path in top.rglob("*") if path.is_file() and path.name != MANIFEST_NAME)
    return {path.relative_to(top).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return tmp_path / "new" / "report"


def test_a_report_is_written_into_a_new_directory(top: Path) -> None:
    assert write_report(str(top), FILES) == (3, 3, 0, ())
    assert read_contents(top) == dict(FILES)


def test_only_changed_files_are_written_again(top: Path) -> None:
    write_report(str(top), FILES)
    before = {name: (top / name).stat().st_ino for name, _ in FILES}
    manifest = (top / MANIFEST_NAME).stat().st_ino
    assert write_report(str(top), FILES) == (3, 0, 0, ())
    assert (top / MANIFEST_NAME).stat().st_ino == manifest
    assert write_report(str(top), [*FILES[:2], ("a/b/x~1.html", b"new")]) == (3, 1, 0, ())
    after = {name: (top / name).stat().st_ino for name, _ in FILES}
    assert [name for name in before if before[name] != after[name]] == ["a/b/x~1.html"]


def test_files_of_an_earlier_report_are_removed_with_their_empty_folders(top: Path) -> None:
    write_report(str(top), FILES)
    (top / "a" / "notes.txt").write_text("mine")
    assert write_report(str(top), FILES[:1]) == (1, 0, 2, ())
    assert read_contents(top) == {"index.html": b"home", "a/notes.txt": b"mine"}
    assert not (top / "a" / "b").exists()


def test_a_folder_of_an_earlier_report_may_be_a_file_now(top: Path) -> None:
    write_report(str(top), FILES)
    (top / "a" / "b" / "x~1.html").unlink()
    (top / "a" / "b").rmdir()
    (top / "a" / "b").write_text("mine")
    assert write_report(str(top), FILES[:2]) == (2, 0, 0, ())
    assert (top / "a" / "b").read_text() == "mine"


def test_a_file_that_the_user_has_changed_is_not_removed(top: Path) -> None:
    write_report(str(top), FILES)
    (top / "a" / "index.html").write_text("mine")
    assert write_report(str(top), FILES[:1]) == (1, 0, 1, ("a/index.html",))
    assert (top / "a" / "index.html").read_text() == "mine"


def test_a_damaged_page_is_written_again(top: Path) -> None:
    write_report(str(top), FILES)
    (top / "index.html").write_text("")
    assert write_report(str(top), FILES) == (3, 1, 0, ())


def test_a_directory_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(TranstatsError, match="is not empty and contains no report"):
        write_report(str(tmp_path), FILES)
    assert read_contents(tmp_path) == {"notes.txt": b"mine"}


def test_a_work_tree_without_files_counts_as_empty(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    write_report(str(tmp_path), FILES)
    assert read_contents(tmp_path) == {".git": b"gitdir: elsewhere", **dict(FILES)}


@pytest.mark.parametrize(
    "manifest",
    [
        pytest.param("nothing", id="not JSON"),
        pytest.param("[]", id="not an object"),
        pytest.param('{"transtats_report": 1}', id="no files"),
        pytest.param('{"transtats_report": 2, "files": {}}', id="other version"),
        pytest.param('{"transtats_report": 1, "files": {"../secret": "x"}}', id="path outside"),
        pytest.param('{"transtats_report": 1, "files": {"/etc/passwd": "x"}}', id="absolute path"),
        pytest.param('{"transtats_report": 1, "files": {"a/./b": "x"}}', id="dots"),
        pytest.param('{"transtats_report": 1, "files": {"a": 1}}', id="no hash"),
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_a_damaged_manifest_is_refused(tmp_path: Path, manifest: str) -> None:
    (tmp_path / MANIFEST_NAME).write_text(manifest)
    with pytest.raises(TranstatsError, match="is damaged"):
        write_report(str(tmp_path), FILES)


def test_links_in_the_directory_are_not_followed(top: Path, tmp_path: Path) -> None:
    """A link in place of a folder is an error. A link in place of a file is replaced."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("theirs")
    write_report(str(top), FILES[:1])
    (top / "index.html").unlink()
    (top / "index.html").symlink_to(outside / "index.html")
    write_report(str(top), [("index.html", b"new")])
    assert (outside / "index.html").read_text() == "theirs"
    (top / "a").symlink_to(outside)
    with pytest.raises(TranstatsError, match="is in the way of the report"):
        write_report(str(top), FILES)
    assert read_contents(outside) == {"index.html": b"theirs"}


def test_an_old_file_behind_a_link_is_not_removed(top: Path, tmp_path: Path) -> None:
    write_report(str(top), FILES)
    outside = tmp_path / "outside"
    (top / "a").rename(outside)
    (top / "a").symlink_to(outside)
    assert write_report(str(top), FILES[:1]).removed_count == 0
    assert read_contents(outside) == {"index.html": b"a", "b/x~1.html": b"x"}


def test_the_next_run_removes_the_files_of_an_interrupted_run(top: Path) -> None:
    def yield_and_interrupt() -> Iterator[tuple[str, bytes]]:
        yield from FILES[:2]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_report(str(top), yield_and_interrupt())
    assert json.loads((top / MANIFEST_NAME).read_text())["files"].keys() == {"index.html", "a/index.html"}
    assert write_report(str(top), FILES[:1]) == (1, 0, 1, ())
    assert read_contents(top) == {"index.html": b"home"}


def test_a_system_error_names_the_file(top: Path) -> None:
    top.parent.mkdir(parents=True)
    top.write_text("a file")
    with pytest.raises(TranstatsError, match="report cannot be written: "):
        write_report(str(top), FILES)


def test_an_error_names_the_file_that_a_directory_replaced(top: Path) -> None:
    write_report(str(top), FILES)
    (top / "index.html").unlink()
    (top / "index.html").mkdir()
    with pytest.raises(TranstatsError) as raised:
        write_report(str(top), FILES)
    assert str(raised.value).startswith(f"{top / 'index.html'} cannot be written: ")


def test_no_temporary_file_is_left(top: Path) -> None:
    write_report(str(top), FILES)
    assert [name for _, _, names in os.walk(top) for name in names if name.startswith(".")] == []


def test_a_signal_removes_the_file_that_is_being_written(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def end_by_signal(temporary: str, place: str) -> None:
        if place.endswith("x.html"):
            assert Path(temporary).read_bytes() == b"x"
            call_clean_up_functions()
            assert not Path(temporary).exists()
            raise KeyboardInterrupt
        replace(temporary, place)

    monkeypatch.setattr(os, "replace", end_by_signal)
    with pytest.raises(KeyboardInterrupt):
        write_report(str(top), [("b/x.html", b"x")])
