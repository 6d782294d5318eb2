"""`--check-time` of all commands that check strings: strings after the time limit are not checked, with one warning."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
LENGTHS = (19, 19, 60)
"""Lengths of the slow strings. The longest string reaches the limit for searches in one string: half a second."""
SLOW = "".join(
    f'\n#, regex:r"^(a|a)+$"\nmsgid "s{n}"\nmsgstr "{"a" * length}{n}"\n' for n, length in enumerate(LENGTHS)
)
FAILING = '\nmsgid "Stop."\nmsgstr "Halt"\n'
SHORT_CHECK_TIME = ("--check-time", "0.1")
"""Option with a time limit that the checks of the first slow string exceed."""
WARNING = "de.po: strings are not checked: the checks took too much processor time; --check-time sets the limit"


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
def test_strings_after_the_time_limit_are_not_checked_with_one_warning(
    run: Run, project: Path, command: tuple[str, ...], status: int
) -> None:
    done = run(*command, *SHORT_CHECK_TIME)
    assert done.status == status
    assert done.stderr.count(WARNING) == 1


def test_the_time_limit_does_not_affect_a_gate_that_needs_no_checks(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--fail-under", "100", "--no-cache", *SHORT_CHECK_TIME)
    assert (done.status, WARNING in done.stderr) == (0, False)


def test_a_quiet_gate_prints_why_a_limit_cannot_be_checked(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--max-failing", "9", "--no-cache", "--quiet", *SHORT_CHECK_TIME)
    assert done.status == 3
    assert "demo/app: limits on failing strings cannot be checked, for lack of time" in done.stderr
    assert "(2 strings)" in done.stderr


def test_a_baseline_is_not_written_if_strings_are_not_checked(run: Run, project: Path) -> None:
    done = run("gate", "demo", "app", "--baseline", "base", "--update-baseline", "--no-cache", *SHORT_CHECK_TIME)
    assert done.status == 2
    assert "so base is not written" in done.stderr
    assert not (project / "base").exists()


def test_results_of_incomplete_checks_are_not_cached(run: Run, project: Path) -> None:
    options = ("stats", "demo", "app", "--format", "csv", "--cache-dir", "cache")
    assert WARNING in run(*options, *SHORT_CHECK_TIME).stderr
    again = run(*options)
    assert WARNING not in again.stderr
    assert "takes too long" in again.stderr


def test_the_warning_of_diff_names_the_file_of_both_sides_once(run: Run, repository: Path) -> None:
    done = run("diff", "demo", "app", *SHORT_CHECK_TIME)
    assert "warning: demo/app/de.po: strings are not checked" in done.stderr


def test_history_prints_a_warning_and_does_not_cache_incomplete_checks(run: Run, repository: Path) -> None:
    options = ("history", "demo", "app", "--cache-dir", "cache")
    warning = "2 strings in 1 commit, from "
    assert warning in run(*options, *SHORT_CHECK_TIME).stderr
    assert warning not in run(*options).stderr


@pytest.mark.parametrize("value", ["-1", "soon"])
def test_an_invalid_check_time_is_an_error(run: Run, project: Path, value: str) -> None:
    done = run("stats", "demo", "app", "--check-time", value)
    assert (done.status, "--check-time" in done.stderr) == (2, True)


def test_an_environment_variable_sets_the_check_time(run: Run, project: Path) -> None:
    done = run("units", "demo", "app", env={"TRANSTATS_CHECK_TIME": "0.1"})
    assert done.stderr.count(WARNING) == 1


@pytest.mark.parametrize("value", ["nan", "-1", "much"])
def test_the_error_for_an_invalid_check_time_names_the_option(run: Run, project: Path, value: str) -> None:
    done = run("stats", "demo", "app", "--check-time", value)
    assert done.status == 2
    assert "Invalid value for '--check-time'" in done.stderr
