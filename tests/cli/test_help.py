"""Help texts: the lists of commands and options, and the examples of each command."""

import shlex
import shutil
from pathlib import Path

import click
import pytest

from tests.fixture_types import Run, Shell, WriteTree
from transtats_cli.cli.command import EXAMPLES_TITLE
from transtats_cli.cli.group import COMMANDS, cli

MAX_SHORT_HELP_LENGTH = 45
INDENT = "  "
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "%s"\n'


def find_command(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def read_examples(name: str) -> list[str]:
    """Return the examples at the end of a command's help."""
    command = find_command(name)
    _, title, *lines = (command.epilog or "").split("\n")
    assert title == EXAMPLES_TITLE
    assert all(line.startswith(f"{INDENT}transtats {name}") for line in lines)
    return [line.removeprefix(INDENT) for line in lines]


EXAMPLES = [pytest.param(name, line, id=line) for name in COMMANDS for line in read_examples(name)]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_short_help_of_a_command_fits_and_is_a_sentence(name: str) -> None:
    command = find_command(name)
    whole = " ".join((command.help or "").split("\n\n")[0].split())
    assert command.get_short_help_str(MAX_SHORT_HELP_LENGTH) == whole
    assert whole.endswith(".")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_ends_with_at_least_two_examples(name: str) -> None:
    assert len(read_examples(name)) >= 2
    command = find_command(name)
    text = command.get_help(click.Context(command, info_name=f"transtats {name}"))
    listed = text.split(f"{INDENT}{EXAMPLES_TITLE}\n")[1].split("\n")
    assert listed == [f"{INDENT * 2}{line}" for line in read_examples(name)]


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_an_example_has_valid_options(name: str, line: str) -> None:
    _, _, *arguments = shlex.split(line.partition(" > ")[0].partition(" >> ")[0])
    find_command(name).make_context(name, arguments)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("git") is None, reason="needs bash and git")
def test_the_examples_of_the_help_run_without_an_error(shell: Shell, tree: WriteTree) -> None:
    catalogs = "src/shop/locale/{}/LC_MESSAGES/app.po"
    readme = {"src/shop/README.md": "<!-- transtats -->\n<!-- /transtats -->\n"}
    root: Path = tree({catalogs.format("de"): PO % "Eins", catalogs.format("fr"): PO % "", **readme}) / "src" / "shop"
    (root.parent.parent / ".config/fish/completions").mkdir(parents=True)
    # Examples show the last six weeks, and compare with the commit of a week ago.
    begin = (
        "unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE; git init -q -b main && git add ."
        " && GIT_COMMITTER_DATE=2026-01-31T12:00:00Z git commit -q -m one && git commit -q --allow-empty -m two"
        " && git tag v1.0 && git tag v1.1"
    )
    assert shell(begin, root).status == 0
    for parameter in EXAMPLES:
        name, line = map(str, parameter.values)
        # `serve` would not end, and `verify` and object stores need a server.
        if name not in ("serve", "verify") and "s3://" not in line:
            done = shell(line, root.parent if name == "components" else root)
            # French is not translated, so one of the limits is not met.
            assert done.status == (1 if "--fail-under" in line else 0), f"{line}: {done.stderr}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text_that_is_a_sentence(name: str) -> None:
    for parameter in find_command(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.opts
            assert parameter.help.endswith("."), parameter.help


@pytest.mark.parametrize("name", ["gate", "diff", "history", "units", "badge", "report", "readme", "verify"])
def test_a_command_without_addresses_has_no_option_for_them(name: str, run: Run) -> None:
    assert "No such option '--base-url'" in run(name, "--base-url", "https://a.example").stderr
