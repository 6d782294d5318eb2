"""`--version` and `transtats help`."""

from importlib import metadata

import pytest

from tests.fixture_types import Run
from transtats_cli import __version__


def test_the_version_is_printed_with_those_of_the_most_important_libraries(run: Run) -> None:
    done = run("--version")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith(f"transtats {__version__} (weblate-language-data ")
    assert run("-V") == done


def test_the_option_for_all_libraries_needs_that_of_the_version(run: Run) -> None:
    assert run("-v", "--version") == run("--version", "-v")
    assert "-v follows the command: `transtats components -v`" in run("-v", "components").stderr


def test_the_verbose_version_names_each_library_that_decides_numbers(run: Run) -> None:
    names = "docutils lxml nh3 polib pyicumessageformat translate-toolkit weblate-language-data"
    first, *others = run("--version", "-v").stdout.splitlines()
    assert first == f"transtats {__version__}"
    assert sorted(others) == [f"{name} {metadata.version(name)}" for name in names.split()]


@pytest.mark.parametrize("name", ["stats", "help"])
def test_help_prints_the_help_of_a_command(name: str, run: Run) -> None:
    done = run("help", name)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: transtats {name} [OPTIONS]")
    assert done.stdout == run(name, "--help").stdout


def test_help_prints_the_help_of_an_inner_command(run: Run) -> None:
    assert run("help", "fleet", "merge") == run("fleet", "merge", "--help")


def test_help_for_an_inner_command_of_a_command_without_any_is_an_error(run: Run) -> None:
    done = run("help", "stats", "run")
    assert (done.status, done.stderr.splitlines()[-1]) == (2, "Error: 'transtats stats' has no command 'run'.")


def test_help_without_a_command_prints_the_help_of_the_program(run: Run) -> None:
    assert run("help") == run("--help")


def test_help_for_an_unknown_command_names_a_similar_one(run: Run) -> None:
    done = run("help", "stat")
    assert (done.status, done.stdout) == (2, "")
    assert "No such command 'stat'. Did you mean 'stats'?" in done.stderr
    assert "Did you mean 'units --todo'?" in run("todo").stderr
