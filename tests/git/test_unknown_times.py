"""Commits and files with times outside of the range of dates: only values that depend on the time are unknown."""

import csv
import json
import os
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import CopyRepository, ScriptedRepository

pytestmark = pytest.mark.slow

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPO-Revision-Date: 2020-01-01 00:00+0000\\n"\n{}'
ONE = '\nmsgid "One"\nmsgstr "{}"\n'
DATE_IN_FILE = "2020-01-01T00:00:00Z"

_IN_MEMORY = Path("/dev/shm")  # noqa: S108  a directory with another name is made in it

TIMES = [
    pytest.param("253402300800", id="year 10000"),
    pytest.param("67768036191694799", id="the last time of the system"),
    pytest.param("99999999999999999999999", id="too large a number"),
    pytest.param("9" * 5000, id="5,000 digits"),
    pytest.param("-1", id="before 1970"),
    pytest.param("soon", id="no number"),
]


def commit_translations(made: ScriptedRepository) -> None:
    made.commit("one", {"po/de.po": PO.format(ONE.format("")), "po/fr.po": PO.format(ONE.format(""))})
    made.commit("two", {"po/de.po": PO.format(ONE.format("Eins"))})


@pytest.fixture
def demo(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository of two commits. The second one changes one of two translations."""
    return repository_copy("demo", commit_translations)


def set_time_of_last_commit(demo: ScriptedRepository, time: str) -> None:
    """Replace the last commit by a commit with a given time."""
    tree, parent = demo.git("rev-parse", "HEAD^{tree}"), demo.git("rev-parse", "HEAD~1")
    demo.store_commit(tree, time, parent=parent)


@pytest.mark.parametrize("time", TIMES)
def test_a_change_at_an_unknown_time_has_the_date_in_the_file(demo: ScriptedRepository, run: Run, time: str) -> None:
    set_time_of_last_commit(demo, time)
    done = run("stats", "demo", "po", "--root", demo.path)
    assert (done.status, done.stderr) == (0, "")
    changes = {each["code"]: each["last_change"] for each in json.loads(done.stdout)["results"]}
    assert changes["de"] == DATE_IN_FILE
    assert changes["fr"] == "2023-11-15T00:13:20Z"


@pytest.mark.parametrize("time", TIMES)
def test_history_shows_a_commit_at_an_unknown_time_without_a_date(
    demo: ScriptedRepository, run: Run, time: str
) -> None:
    set_time_of_last_commit(demo, time)
    history = ("history", "demo", "po", "--root", demo.path)
    done = run(*history, "--format", "csv")
    assert (done.status, done.stderr) == (0, "")
    dates = [row["date"] for row in csv.DictReader(StringIO(done.stdout)) if row["code"] == "de"]
    assert dates == ["2023-11-15T00:13:20Z", ""]
    assert '"date": null' in run(*history, "--format", "json").stdout.replace('"date":null', '"date": null')
    assert run(*history).stdout.startswith("demo/po: 2 commits, 2023-11-15 to an unknown date\n")
    assert run(*history, "--format", "svg").status == 0


def test_a_commit_at_an_unknown_time_belongs_to_no_period(demo: ScriptedRepository, run: Run) -> None:
    set_time_of_last_commit(demo, "253402300800")
    for choice in (["--every", "month"], ["--since", "2000-01-01", "--every", "commit"]):
        done = run("history", "demo", "po", *choice, "--format", "csv", "--root", demo.path)
        dates = [row["date"] for row in csv.DictReader(StringIO(done.stdout)) if row["code"] == "de"]
        assert dates == ["2023-11-15T00:13:20Z"]


def test_a_tag_of_a_commit_at_an_unknown_time_is_sorted_as_the_oldest(demo: ScriptedRepository, run: Run) -> None:
    set_time_of_last_commit(demo, "253402300800")
    demo.git("tag", "v1", "HEAD~1")
    demo.git("tag", "v2")
    done = run("history", "demo", "po", "--tags", "--format", "csv", "--root", demo.path)
    rows = [(row["tag"], row["date"]) for row in csv.DictReader(StringIO(done.stdout)) if row["code"] == "de"]
    assert rows == [("v2", ""), ("v1", "2023-11-15T00:13:20Z")]


@pytest.fixture
def tmpfs_folder() -> Iterator[Path]:
    """Directory in a file system that supports any modification time."""
    if not _IN_MEMORY.is_dir():
        pytest.skip("needs a file system that supports any time")
    with tempfile.TemporaryDirectory(dir=_IN_MEMORY) as path:
        yield Path(path)


@pytest.mark.parametrize("seconds", [253_402_300_800, 67_768_036_191_694_799, -62_135_596_801])
def test_a_file_with_an_unknown_modification_time_has_the_date_in_the_file(
    repository_at: type[ScriptedRepository], tmpfs_folder: Path, run: Run, seconds: int
) -> None:
    demo = repository_at(tmpfs_folder / "demo")
    demo.commit("one", {"po/de.po": PO.format(ONE.format("")), "po/fr.po": PO.format(ONE.format(""))})
    demo.write({"po/de.po": PO.format(ONE.format("Eins")), "po/it.po": PO.format(ONE.format(""))})
    for name in ("de.po", "it.po"):
        os.utime(demo.path / "po" / name, (seconds, seconds))
    done = run("stats", "demo", "po", "--root", demo.path)
    assert (done.status, done.stderr) == (0, "")
    changes = {each["code"]: each["last_change"] for each in json.loads(done.stdout)["results"]}
    assert (changes["de"], changes["it"]) == (DATE_IN_FILE, DATE_IN_FILE)
