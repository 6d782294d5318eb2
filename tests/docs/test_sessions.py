"""Commands in the README and the documentation print what the pages show.

A block of the language `console` whose first line begins with `$ ` is a session. All sessions of a page run in one
shell, which starts in a directory with a copy of examples/. A command must succeed, unless `echo $?` shows its exit
status. `--update-golden` writes the output of the commands into the pages.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fixture_types import Shell

ROOT = Path(__file__).parents[2]
SESSION = re.compile(r"(?<=^```console\n)\$ .*?(?=^```$)", re.DOTALL | re.MULTILINE)
PROMPT, STATUS = "$ ", "echo $?"
SEPARATOR = "\0"


def has_session(page: Path) -> bool:
    return SESSION.search(page.read_text(encoding="utf-8")) is not None


PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if has_session(page)]


class Command(NamedTuple):
    """A command of a session."""

    text: str
    may_fail: bool
    """True if the next command shows the exit status."""


def parse_commands(session: str) -> Iterator[Command]:
    lines = [line.removeprefix(PROMPT) for line in session.splitlines() if line.startswith(PROMPT)]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        yield Command(line, following == STATUS)


def write_script(commands: list[Command]) -> str:
    """Return a script that prints the output and the status of each command, each followed by a separator."""
    parts = [f"{command.text}\nstatus=$?; printf '\\0%s\\0' $status; (exit $status)" for command in commands]
    return "\n".join(["exec 2>&1", *parts])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("git") is None, reason="needs bash and git")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_on_a_page_print_the_output_on_the_page(
    page: Path, shell: Shell, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    if "| jq " in "".join(SESSION.findall(text)) and shutil.which("jq") is None:
        pytest.skip("needs jq")
    sessions = [list(parse_commands(session)) for session in SESSION.findall(text)]
    shutil.copytree(ROOT / "examples", tmp_path / "work" / "examples")
    # Git must not find a repository above the temporary directory.
    environment = {"COLUMNS": "100", "GIT_CEILING_DIRECTORIES": str(tmp_path / "work")}
    done = shell(
        write_script([command for commands in sessions for command in commands]), tmp_path / "work", environment
    )
    printed = iter(done.stdout.replace("\r\n", "\n").split(SEPARATOR))
    shown = iter(
        [
            "".join(_format_command(command, next(printed), next(printed)) for command in commands)
            for commands in sessions
        ]
    )
    expected = SESSION.sub(lambda _: next(shown), text)
    if request.config.getoption("--update-golden"):
        page.write_text(expected, encoding="utf-8")
    else:
        assert text == expected, "if the new output is right, pytest tests/docs/test_sessions.py --update-golden"


def _format_command(command: Command, output: str, status: str) -> str:
    """Return a command and its output as a page shows them."""
    assert status == "0" or command.may_fail, f"{command.text}: {output}"
    return f"{PROMPT}{command.text}\n{output}"
