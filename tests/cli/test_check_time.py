"""`--check-time` of all commands that check strings: a file of slow strings comes to an end, with one warning."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
LENGTHS = (19, 19, 60)
"""Lengths of the slow strings. The checks of the last one end at the limit of a search, which is half a second."""
SLOW = "".join(
    f'\n#, regex:r"^(a|a)+$"\nmsgid "s{n}"\nmsgstr "{"a" * length}{n}"\n' for n, length in enumerate(LENGTHS)
)
FAILING = '\nmsgid "Stop."\nmsgstr "Halt"\n'
LITTLE = ("--check-time", "0.1")
"""Used up by the first of the slow strings."""
WARNING = "de.po: 2 strings are not checked: the checks took too much processor time; --check-time sets the limit"


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree({"demo/app/de.po": HEADER + FAILING + SLOW, "demo/app/fr.po": HEADER + '\nmsgid "s0"\nmsgstr "x"\n'})


@pytest.fixture
def repository(project: Path) -> Path:
    environment = dict(os.environ)
    person = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    for arguments in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "x")):
        subprocess.run(["git", *person, *arguments], cwd=project, env=environment, check=True, capture_output=True)
    return project


@pytest.mark.parametrize(
    ("command", "status"),
    [
        pytest.param(("stats", "demo", "app", "--no-cache"), 0, id="stats of one component"),
        pytest.param(("stats", "--all", "--no-cache"), 0, id="stats of all"),
        pytest.param(("units", "demo", "app", "--failing"), 0, id="units"),
        pytest.param(("gate", "demo", "app", "--max-failing", "9", "--no-cache"), 3, id="gate by counts"),
        pytest.param(("gate", "demo", "app", "--max-check", "end_stop=9", "--no-cache"), 3, id="gate by strings"),
    ],
)
def test_what_is_left_when_the_time_is_used_up_is_not_checked(
    run: Run, project: Path, command: tuple[str, ...], status: int
) -> None:
    done = run(*command, *LITTLE)
    assert done.status == status
    assert done.stderr.count(WARNING) == 1


def test_a_gate_that_needs_no_checks_is_judged_in_full(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "100", "--no-cache", *LITTLE)
    assert (done.status, WARNING in done.stderr) == (0, False)


def test_a_gate_says_why_it_is_not_done_however_quiet_it_is(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--max-failing", "9", "--no-cache", "--quiet", *LITTLE)
    assert done.status == 3
    assert "demo/app: limits on failing strings cannot be checked: 2 strings not checked" in done.stderr


def test_a_baseline_is_not_written_from_strings_that_are_not_checked(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--baseline", "base", "--update-baseline", "--no-cache", *LITTLE)
    assert done.status == 2
    assert "so base is not written" in done.stderr
    assert not (project / "base").exists()


def test_what_is_not_checked_is_not_cached(run: Run, project: Path) -> None:
    options = ("stats", "demo", "app", "--format", "csv", "--cache-dir", "cache")
    assert WARNING in run(*options, *LITTLE).stderr
    again = run(*options)
    assert WARNING not in again.stderr
    assert "takes too long" in again.stderr


def test_a_diff_warns_of_both_sides(run: Run, repository: Path) -> None:
    done = run("diff", "demo", "app", *LITTLE)
    assert done.stderr.count("not checked: the checks took") == 2


def test_a_history_warns_and_caches_nothing_that_is_not_checked(run: Run, repository: Path) -> None:
    options = ("history", "demo", "app", "--cache-dir", "cache")
    warning = "2 strings in 1 commit, from "
    assert warning in run(*options, *LITTLE).stderr
    assert warning not in run(*options).stderr


@pytest.mark.parametrize("value", ["-1", "soon"])
def test_a_time_is_a_number_of_seconds(run: Run, project: Path, value: str) -> None:
    done = run("stats", "demo", "app", "--check-time", value)
    assert (done.status, "--check-time" in done.stderr) == (2, True)


def test_the_environment_sets_it_too(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", env={"TRANSTATS_CHECK_TIME": "0.1"})
    assert done.stderr.count(WARNING) == 1


@pytest.mark.parametrize("value", ["nan", "-1", "much"])
def test_a_time_that_is_no_number_of_seconds_is_refused(run: Run, project: Path, value: str) -> None:
    done = run("stats", "demo", "app", "--check-time", value)
    assert done.status == 2
    assert "Invalid value for '--check-time'" in done.stderr
