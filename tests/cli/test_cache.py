"""`transtats cache`, and the cache options of other commands."""

import os
import time
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n'


@pytest.fixture
def project(tree: WriteTree) -> Path:
    root = tree({"demo/app/de.po": PO, "demo/app/fr.po": PO})
    for path in root.glob("demo/app/*.po"):
        os.utime(path, (1_700_000_000.5, 1_700_000_000.5))
    time.sleep(0.15)
    return root


def test_the_cache_is_in_the_cache_directory_of_the_user(run: Run, project: Path) -> None:
    first = run("stats", "demo", "app")
    assert "transtats: 2 documents" in run("cache", "info").stdout
    assert list((project / ".cache" / "transtats").iterdir())
    assert run("stats", "demo", "app") == first


def test_cache_clear_removes_the_cached_documents(run: Run, project: Path) -> None:
    run("stats", "demo", "app", "--cache-dir", project / "mine")
    assert run("cache", "clear", "--cache-dir", project / "mine").stdout.startswith("removed: ")
    assert ": 0 documents, 0.0 MB" in run("cache", "--cache-dir", project / "mine").stdout


def test_the_option_no_cache_writes_no_cache_directory(run: Run, project: Path) -> None:
    run("stats", "demo", "app", "--no-cache")
    assert not (project / ".cache").exists()


def test_the_numbers_are_the_same_with_any_number_of_jobs(run: Run, project: Path) -> None:
    outputs = {run("stats", "demo", "app", "--no-cache", "--jobs", jobs).stdout for jobs in ("1", "2", "8")}
    assert len(outputs) == 1


def test_zero_jobs_are_an_error(run: Run, project: Path) -> None:
    assert run("stats", "demo", "app", "--jobs", "0").status == 2


@pytest.mark.parametrize("action", ["info", "clear"])
def test_a_cache_directory_that_is_not_absolute_is_refused(run: Run, project: Path, action: str) -> None:
    """A run does not use such a directory. The command must not look for the cache in the current directory."""
    (project / "documents.sqlite").write_text("mine", encoding="utf-8")
    done = run("cache", action, env={"XDG_CACHE_HOME": "relative"})
    assert (done.status, done.stdout) == (2, "")
    assert "--cache-dir" in done.stderr
    assert (project / "documents.sqlite").exists()
