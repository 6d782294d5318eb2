"""Manual pages equal the help of the commands and are valid for the programs that show them."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from tests.fixture_types import Run
from transtats_cli.cli.group import COMMANDS, cli
from transtats_cli.cli.help import EXIT_STATUS_MEANINGS, render_man_page

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "man" / "man1"
UPDATE_HINT = "a help text changed: pytest tests/cli/test_man_pages.py --update-golden"
NAMES = [None, *COMMANDS]


def find_page(name: str | None) -> Path:
    return PAGES / (f"transtats-{name}.1" if name else "transtats.1")


def read_page(name: str | None) -> str:
    return find_page(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_in_the_repository_is_made_from_the_help(
    name: str | None, run: Run, request: pytest.FixtureRequest
) -> None:
    done = run("help", "--man", *filter(None, [name]))
    assert (done.status, done.stderr) == (0, "")
    if request.config.getoption("--update-golden"):
        find_page(name).write_bytes(done.stdout.encode())
    assert find_page(name).read_bytes().decode() == done.stdout, UPDATE_HINT


def test_each_page_belongs_to_a_command() -> None:
    assert {path.name for path in PAGES.iterdir()} == {find_page(name).name for name in NAMES}


def test_a_page_has_the_usual_sections_in_order() -> None:
    sections = [line.removeprefix(".SH ") for line in read_page("stats").splitlines() if line.startswith(".SH ")]
    assert sections == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_contains_every_option(name: str) -> None:
    text = read_page(name).replace("\\-", "-")
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = [name for each in command.params if isinstance(each, click.Option) for name in each.opts]
    assert [option for option in options if f"\\fB{option}\\fP" not in text] == []


def test_the_exit_statuses_are_those_of_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([0-9, ]+) \|", text, re.MULTILINE)
    assert {status for row in rows for status in row.split(", ")} == set(EXIT_STATUS_MEANINGS)


def test_characters_of_roff_are_printed_as_they_are() -> None:
    command = click.Command("x", help=".a 'b' \\c `d-e` ~^.\n\n'f.", epilog="\b\nExamples:\n  x 'y'\n  .z")
    lines = render_man_page(click.Context(command, info_name="x")).splitlines()
    assert "x \\- \\&.a \\(aqb\\(aq \\ec \\fBd\\-e\\fP \\(ti\\(ha" in lines
    assert lines[lines.index(".SH DESCRIPTION") + 1] == "\\(aqf."
    assert lines[lines.index(".nf") + 1 : lines.index(".fi")] == ["x \\(aqy\\(aq", "\\&.z"]


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="needs mandoc")
@pytest.mark.parametrize("name", NAMES)
def test_mandoc_finds_no_fault_but_the_missing_date(name: str | None) -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", find_page(name)], capture_output=True, text=True, check=False
    )
    # A date would change with each build.
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
@pytest.mark.parametrize("name", NAMES)
def test_groff_shows_a_page_without_a_warning(name: str | None) -> None:
    # -rHY=0 turns hyphenation off, so that no word is divided.
    command: list[str | Path] = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "-rHY=0", find_page(name)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "EXIT STATUS" in done.stdout.decode()
