"""What lies in deploy/ starts the server that there is, and gives it no more than it needs."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from transtats_cli.cli.group import cli

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "transtats.service").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
STAGES = DOCKERFILE.split("\nFROM ")[1:]
MOST_EXPOSED = 2.0
"""As systemd counts: 0 is locked up, 10 is open to all."""


def instruction(name: str, stage: str) -> str:
    """The arguments of the only instruction of that name."""
    (found,) = re.findall(rf"^{name} (.*)$", stage.replace("\\\n", " "), re.MULTILINE)
    return str(found)


def starts(argv: list[str], environment: dict[str, str], tmp_path: Path) -> str:
    """Where the server says that it listens when it is started so, at another port."""
    command = [sys.executable, "-m", "transtats_cli", *(each.replace("8000", "0") for each in argv)]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            return server.stdout.readline()
        finally:
            server.terminate()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_understands_the_unit_and_finds_it_locked_up(tmp_path: Path) -> None:
    unit = tmp_path / "transtats.service"
    unit.write_text(UNIT.replace("/opt/transtats/bin/transtats", sys.executable), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    looked = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True, check=False
    )
    level = re.search(r"exposure level for transtats.service: ([\d.]+)", looked.stdout)
    assert level is not None, looked.stderr
    assert float(level[1]) <= MOST_EXPOSED


def test_the_units_command_line_starts_a_server(tmp_path: Path) -> None:
    said = dict(each.split("=", 1) for each in shlex.split(re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)[0]))
    assert said.keys() == {"TRANSTATS_ROOT", "TRANSTATS_OPTIONS"}
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    argv = line.replace("$TRANSTATS_OPTIONS", said["TRANSTATS_OPTIONS"]).split()[1:]
    assert starts(argv, {"TRANSTATS_ROOT": "examples"}, tmp_path).startswith("http://127.0.0.1:")


def test_the_images_command_line_starts_a_server_that_has_to_be_told_its_address(tmp_path: Path) -> None:
    program, *argv = json.loads(instruction("ENTRYPOINT", STAGES[-1])) + json.loads(instruction("CMD", STAGES[-1]))
    assert program == "/opt/transtats/bin/transtats"
    environment = {"TRANSTATS_ROOT": "examples"}
    assert starts(argv, environment, tmp_path) == ""
    told = {**environment, "TRANSTATS_BASE_URL": "https://stats.example.org"}
    assert starts(argv, told, tmp_path).startswith("http://0.0.0.0:")


def test_what_the_image_looks_at_is_healthy(tmp_path: Path) -> None:
    program, *options, code = json.loads(instruction("HEALTHCHECK", STAGES[-1]).partition("CMD ")[2])
    # Isolated: the working directory holds the translations, and is no place to import modules from.
    assert (program, options) == ("/opt/transtats/bin/python", ["-I", "-c"])
    compile(code, "HEALTHCHECK", "exec")
    assert "/healthz" in code


def test_the_image_runs_as_nobody_special_and_can_install_nothing() -> None:
    build, final = STAGES
    assert build.split("\n")[0].endswith(" AS build")
    assert build.split()[0] == final.split()[0]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", instruction("USER", final))
    assert "--without-pip" in build
    assert "pip uninstall" in final
    assert not re.search(r"pip install|apt-get|apk|curl|wget|^ADD ", final, re.MULTILINE)
    assert re.findall(r"^COPY (.*)$", final, re.MULTILINE) == ["--from=build /opt/transtats /opt/transtats"]


def test_what_is_copied_into_the_image_is_there_and_not_ignored() -> None:
    copied = [name for line in re.findall(r"^COPY (.*)$", STAGES[0], re.MULTILINE) for name in line.split()[:-1]]
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    let_through = {line[1:] for line in ignored if line.startswith("!")}
    assert {name.rstrip("/") for name in copied} == let_through
    assert all((ROOT / name).exists() for name in copied)
    # hatchling puts these into the wheel, or reads them.
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'readme = "README.md"' in project
    assert 'license-files = ["LICENSE"]' in project


def test_the_options_that_are_named_are_the_servers() -> None:
    command = cli.get_command(click.Context(cli), "serve")
    assert command is not None
    known = {option for parameter in command.params for option in parameter.opts}
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    calls = re.findall(
        r"^transtats serve .*$|TRANSTATS_OPTIONS=\"[^\"]*\"|`transtats --.*?`|`--[a-z-]+", text, re.MULTILINE
    )
    assert len(calls) > 5
    assert {option for call in calls for option in re.findall(r"--[a-z-]+", call)} <= known
    variables = {parameter.envvar for parameter in command.params} | {"TRANSTATS_OPTIONS"}
    assert set(re.findall(r"TRANSTATS_[A-Z_]+", text + UNIT + DOCKERFILE)) <= variables
