"""Commands in texts are escaped in the log of a CI job. Outside of CI jobs, texts are not changed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.runner_log import RunnerCommand, escape_commands_in_stream, escape_runner_commands

pytestmark = pytest.mark.slow

COMMAND_LINE = re.compile(r"^\s*::")
"""Beginning of a line that is a command of the runner: colons after blanks of any kind."""
COMMAND_IN_LINE = re.compile(r"##(vso|teamcity)?\[", re.IGNORECASE)
TEXTS = st.text(st.sampled_from(list(':#[]vsoVSO \n\r\t\x0b\x1b\x85\u00a0\u2003\u2028a"\\')), max_size=40)


def find_commands(text: str) -> list[str]:
    """Return the lines that a runner executes as commands. Lines end at `\\n`, `\\r` and both."""
    return [line for line in re.split("[\r\n]", text) if COMMAND_LINE.search(line) or COMMAND_IN_LINE.search(line)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("::error::x\n", "\\u003a:error::x\n", id="GitHub, at the start"),
        pytest.param("a\n \t::error::x\n", "a\n \t\\u003a:error::x\n", id="GitHub, after blanks"),
        pytest.param("a\n\u3000::x", "a\n\u3000\\u003a:x", id="GitHub, after blanks of other scripts"),
        pytest.param("a ##[error]x", "a #\\u0023[error]x", id="GitHub, anywhere"),
        pytest.param("###[x", "##\\u0023[x", id="more number signs"),
        pytest.param("a ##vso[task.setvariable]x", "a #\\u0023vso[task.setvariable]x", id="Azure"),
        pytest.param("##VSO[x]", "#\\u0023VSO[x]", id="Azure, in capitals"),
        pytest.param("##teamcity[x]", "#\\u0023teamcity[x]", id="TeamCity"),
        pytest.param(
            "\x1b[0Ksection_start:1:a\r\x1b[0K", "\\u001b[0Ksection_start:1:a\\u000d\\u001b[0K", id="GitLab, sections"
        ),
        pytest.param("a::b c:: d", "a::b c:: d", id="two colons elsewhere stay"),
        pytest.param("## a [b] ##", "## a [b] ##", id="number signs elsewhere stay"),
        pytest.param("a,b\r\n", "a,b\r\n", id="line ends of CSV stay"),
        pytest.param("Č\tč\n", "Č\tč\n", id="letters and tabs stay"),
    ],
)
def test_a_command_in_a_text_is_escaped(text: str, expected: str) -> None:
    assert escape_runner_commands(text) == expected


@given(TEXTS)
def test_an_escaped_text_contains_no_command_and_is_not_escaped_again(text: str) -> None:
    shown = escape_runner_commands(text)
    assert find_commands(shown) == []
    assert escape_runner_commands(shown) == shown


@given(TEXTS)
def test_escaped_json_has_the_same_values(text: str) -> None:
    document = json.dumps({text: [text]}, ensure_ascii=False)
    assert find_commands(escape_runner_commands(document)) == []
    assert json.loads(escape_runner_commands(document)) == {text: [text]}


def test_a_command_of_transtats_stays_a_command_and_its_text_is_escaped() -> None:
    line = RunnerCommand("::error title=a::##[group]b ::c\n")
    assert escape_runner_commands(line) == "::error title=a::#\\u0023[group]b ::c\n"


def test_colours_of_a_terminal_are_not_escaped() -> None:
    assert escape_runner_commands("\x1b[31mred\x1b[0m\n::x", is_terminal=True) == "\x1b[31mred\x1b[0m\n\\u003a:x"


@pytest.mark.parametrize("blank", ["\n", " ", "\r", "#", ":", "::"])
def test_a_long_repetition_takes_linear_time(blank: str) -> None:
    # Quadratic time would be many minutes.
    assert find_commands(escape_runner_commands(blank * 1_000_000)) == []


PROGRAM = """
import sys
from pathlib import Path
from transtats_cli.cli import streams
streams.prepare_standard_streams()
print("::error::x", file=sys.stderr)
sys.stderr.write("a ##[b]\\n")
"""


@pytest.mark.parametrize("variable", ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION"])
def test_standard_error_of_a_ci_job_contains_no_command(variable: str) -> None:
    def run_program(environment: dict[str, str]) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE, text=True, check=True
        )
        return done.stderr

    assert run_program({variable: "true", "PYTHONIOENCODING": "ascii"}) == "\\u003a:error::x\na #\\u0023[b]\n"
    assert run_program({}) == "::error::x\na ##[b]\n"


def test_an_escaping_stream_stays_open_without_another_reference_to_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CI", "true")
    path = tmp_path / "log"
    with escape_commands_in_stream(path.open("w", encoding="utf-8")) as stream:
        stream.write("::x\n")
    assert path.read_text(encoding="utf-8") == "\\u003a:x\n"
