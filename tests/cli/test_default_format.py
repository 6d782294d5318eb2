"""Format of `stats` without `--format`: on a terminal, elsewhere, and with a choice of the user."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_progress import read_to_end
from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "Eins"\n'
TOTAL = "100.0\n"


@pytest.fixture
def shop(tree: WriteTree) -> Path:
    return tree({f"shop/{name}/de.po": PO for name in ("app", "site")})


SELECTIONS = [
    pytest.param(["shop", "app"], True, id="names"),
    pytest.param(["shop/app"], True, id="names in one word"),
    pytest.param(["shop/app/de.po"], True, id="file"),
    pytest.param(["shop"], False, id="project"),
    pytest.param(["shop/*"], False, id="pattern"),
    pytest.param(["--all"], False, id="all"),
    pytest.param(["--all", "--totals"], False, id="totals"),
    pytest.param(["--root", "shop/app"], False, id="no names"),
]


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("argv", "is_json"), SELECTIONS)
def test_a_terminal_shows_the_json_of_a_named_component_and_else_a_table(
    shop: Path, argv: list[str], is_json: bool
) -> None:
    import pty

    master, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
    command = [sys.executable, "-m", "transtats_cli", "stats", *argv]
    subprocess.run(command, cwd=shop, env=environment, stdout=terminal, check=True)
    os.close(terminal)
    shown = read_to_end(master)
    assert shown.startswith("{\r\n  ") if is_json else "━━━" in shown


@pytest.mark.parametrize(("argv", "_is_json"), SELECTIONS)
def test_elsewhere_the_output_is_json(run: Run, shop: Path, argv: list[str], _is_json: bool) -> None:
    done = run("stats", *argv)
    assert [*json.loads(done.stdout)] in (
        ["count", "next", "previous", "results"],
        ["next", "previous", "results", "count"],
    )
    assert run("stats", *argv, "--json").stdout == run("stats", *argv, "--format", "json").stdout == done.stdout


def test_the_option_overrides_the_variable_which_overrides_the_settings(run: Run, shop: Path, tree: WriteTree) -> None:
    table = run("stats", "--all", "--format", "table").stdout
    tree({"transtats.toml": 'format = "table"\n'})
    variable = {"TRANSTATS_FORMAT": "total"}
    assert run("stats", "--all").stdout == table
    assert run("stats", "--all", env=variable).stdout == run("stats", "shop", "app", env=variable).stdout == TOTAL
    assert run("stats", "--all", "--format", "table", env=variable).stdout == table
    assert run("stats", "--all", env={"TRANSTATS_FORMAT": ""}).stdout == table
    assert "Words left" in run("stats", "--all", "--left", env=variable).stdout


def test_other_commands_ignore_the_choice(run: Run, shop: Path) -> None:
    assert run("components", env={"TRANSTATS_FORMAT": "total"}) == run("components")


def test_an_unknown_format_is_an_error_with_its_place(run: Run, shop: Path, tree: WriteTree) -> None:
    done = run("stats", "--all", env={"TRANSTATS_FORMAT": "tabel"})
    assert (done.status, done.stdout) == (2, "")
    choices = "there are: json, table, csv, ndjson, markdown, html, total\n"
    assert done.stderr == f"Error: TRANSTATS_FORMAT: there is no format 'tabel' here (did you mean 'table'?); {choices}"
    tree({"transtats.toml": '# Tables\nformat = "xml"\n'})
    done = run("stats", "--all")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"Error: transtats.toml:2: format: there is no format 'xml' here; {choices}"
