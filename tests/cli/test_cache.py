"""`transtats cache`, and the options of other commands that are about it."""

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


def test_a_cache_is_kept_where_the_user_keeps_caches(run: Run, project: Path) -> None:
    first = run("stats", "demo", "app")
    assert "transtats: 1 documents" in run("cache", "info").stdout
    assert list((project / ".cache" / "transtats").iterdir())
    assert run("stats", "demo", "app") == first


def test_clearing_removes_it(run: Run, project: Path) -> None:
    run("stats", "demo", "app", "--cache-dir", project / "mine")
    assert run("cache", "clear", "--cache-dir", project / "mine").stdout.startswith("removed: ")
    assert ": 0 documents, 0.0 MB" in run("cache", "info", "--cache-dir", project / "mine").stdout


def test_without_a_cache_nothing_is_written(run: Run, project: Path) -> None:
    run("stats", "demo", "app", "--no-cache")
    assert not (project / ".cache").exists()


def test_the_numbers_are_the_same_with_any_number_of_jobs(run: Run, project: Path) -> None:
    outputs = {run("stats", "demo", "app", "--no-cache", "--jobs", jobs).stdout for jobs in ("1", "2", "8")}
    assert len(outputs) == 1


def test_no_jobs_are_no_answer(run: Run, project: Path) -> None:
    assert run("stats", "demo", "app", "--jobs", "0").status == 2
