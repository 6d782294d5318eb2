"""The README says what the program does: its outputs, commands, formats and recipes are run or looked up."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from transtats_cli.cli.group import COMMANDS, cli
from transtats_cli.output import RENDERERS
from transtats_cli.settings.keys import FORMATS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def table(heading: str) -> Iterator[list[str]]:
    """The rows of the first table below a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return iter(rows[2:])


SESSIONS = [block for block in blocks("console") if block.startswith("$ ")]


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.splitlines()[0][2:])
def test_a_session_prints_what_it_shows(session: str, run: Callable, request: pytest.FixtureRequest) -> None:
    command = session.splitlines()[0]
    done = run(*shlex.split(command)[2:], cwd=ROOT, env={"COLUMNS": "100"})
    shown = f"{command}\n{done.stdout}"
    if request.config.getoption("--update-golden"):
        README.write_text(README.read_text(encoding="utf-8").replace(session, shown), encoding="utf-8")
    else:
        assert (done.status, session) == (0, shown)


def test_the_record_shown_is_the_second_one(run: Callable, request: pytest.FixtureRequest) -> None:
    (block,) = blocks("json")
    record = json.loads(run("stats", "gettext", "hello", "--root", "examples", cwd=ROOT).stdout)["results"][1]
    shown = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--update-golden"):
        README.write_text(README.read_text(encoding="utf-8").replace(block, shown), encoding="utf-8")
    else:
        assert block == shown


def test_the_two_commands_are_one_line_each_and_need_only_python() -> None:
    commands = [block for block in blocks("console") if not block.startswith("$ ")]
    assert len(commands) == 2
    for command in commands:
        assert command.count("\n") == 1
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert ".venv/bin/transtats stats" in commands[0]
    assert ".venv/bin/pytest" in commands[1]


def test_every_command_is_listed_with_its_help() -> None:
    context = click.Context(cli)
    listed = {row[0].strip("`").removeprefix("transtats "): row[1] for row in table("Commands")}
    assert list(listed) == list(COMMANDS)
    for name, said in listed.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.help is not None
        assert said == " ".join(command.help.split("\n\n")[0].split())


def test_the_tree_for_contributors_names_every_part_there_is() -> None:
    (tree,) = blocks("text")
    named = re.findall(r"[\w.]+(?:\.py|/)", tree)
    assert all((ROOT / "transtats_cli" / name).exists() for name in named[1:])
    folders = {f"{path.parent.name}/" for path in (ROOT / "transtats_cli").glob("*/__init__.py")}
    assert folders <= set(named)


def test_every_option_that_is_named_exists() -> None:
    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in COMMANDS]
    known = {option for command in commands if command for parameter in command.params for option in parameter.opts}
    known |= {
        option for command in commands if command for parameter in command.params for option in parameter.secondary_opts
    }
    others = {"--help", "--version", "--quiet", "--editable"}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT)) - known - others == set()


def test_every_output_and_every_file_format_is_listed() -> None:
    assert [row[0].strip("`") for row in table("Outputs")] == list(RENDERERS)
    assert {row[0].strip("`") for row in table("Files")} == set(FORMATS)


def test_the_exit_statuses_are_those_of_the_program() -> None:
    from transtats_cli.cli import group

    listed = {status for row in table("Exit status") for status in row[0].split(", ")}
    ours = {group.NOT_DONE, group.DONE_IN_PART, group.OUR_BUG, group.INTERRUPTED, group.OUTPUT_GONE}
    assert listed == {"0", "1"} | {str(status) for status in ours}


def _bash(script: str, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    """Run a recipe with `transtats` meaning the one under test."""
    command = tmp_path / "transtats"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m transtats_cli "$@"\n')
    command.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_the_recipe_for_ci_fails_while_a_language_is_behind(tmp_path: Path) -> None:
    (recipe,) = blocks("bash")
    assert _bash(recipe, tmp_path).returncode == 1
    assert _bash(recipe.replace("90", "60").replace("c_format=0", "c_format=1"), tmp_path).returncode == 0
    assert _bash(recipe.replace("hello", "absent"), tmp_path).returncode == 2


def test_every_address_and_every_option_of_the_server_is_listed() -> None:
    from transtats_cli.serving.routes import ROUTES

    section = TEXT.split("\n## Serve\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    firsts = [re.findall("`(.+?)`", row.split(" | ")[0]) for row in rows]
    assert [each[0] for each in firsts if each[0].startswith("/")] == [place.path for place in ROUTES]
    listed = {name for each in firsts for name in each if name.startswith("--")}
    command = cli.get_command(click.Context(cli), "serve")
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
    assert listed == options - {"--root", "--quiet", "--verbose", "--debug", "--color"}


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_the_server_answers_as_it_is_asked_there(tmp_path: Path) -> None:
    (recipe,) = blocks("sh")
    start, *asked = recipe.splitlines()
    python = [sys.executable, "-m", "transtats_cli"]
    argv = shlex.split(start.removesuffix(" &").replace("8000", "0"))[1:]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    with subprocess.Popen(
        [*python, *argv], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            port = server.stdout.readline().strip().removesuffix("/api/").rpartition(":")[2]
            for line in asked:
                command = shlex.split(line.replace("8000", port))
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
                assert done.returncode == 0, done.stderr
                assert "translated_percent" in done.stdout, line
        finally:
            server.terminate()


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = blocks("python")
    monkeypatch.chdir(ROOT)
    exec(compile(example, "README", "exec"), {})  # noqa: S102  the README's own text
    assert capsys.readouterr().out.splitlines()[1] == "German: 6 of 6 strings, 0 words left"


def test_the_settings_shown_are_read(tree: Callable) -> None:
    from transtats_cli import settings

    (example,) = blocks("toml")
    loaded = settings.load(str(tree({"transtats.toml": example})))
    assert loaded.components()


def test_what_cannot_be_decided_is_listed_with_the_reason() -> None:
    from transtats_cli.checks.undecidable import UNDECIDABLE

    rows = list(table("Find mistakes"))
    assert {check: row[1] for row in rows for check in re.findall("`(.+?)`", row[0])} == UNDECIDABLE
