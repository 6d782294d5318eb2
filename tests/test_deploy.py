"""Files of `deploy/`: the systemd unit and the images start transtats, with few privileges and few files."""

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

from tests.fixture_types import Run, WriteTree
from transtats_cli.cli.group import cli

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "transtats.service").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
STAGES = {stage.split("\n")[0].partition(" AS ")[2]: stage for stage in DOCKERFILE.split("\nFROM ")[1:]}
COMMAND, SERVER = STAGES["command"], STAGES["server"]
MAX_EXPOSURE_LEVEL = 2.0
"""Exposure level of systemd, from 0 (all restrictions) to 10 (none)."""


def read_instruction(name: str, stage: str) -> str:
    """Return the arguments of the only instruction with a name."""
    (arguments,) = re.findall(rf"^{name} (.*)$", stage.replace("\\\n", " "), re.MULTILINE)
    return str(arguments)


def start_server(argv: list[str], environment: dict[str, str], tmp_path: Path) -> str:
    """Start a server on a free port, and return the first line it prints: its address, or "" if it does not start."""
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
def test_the_systemd_unit_is_valid_and_has_a_low_exposure_level(tmp_path: Path) -> None:
    unit = tmp_path / "transtats.service"
    unit.write_text(UNIT.replace("/opt/transtats/bin/transtats", sys.executable), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True, check=False
    )
    level = re.search(r"exposure level for transtats.service: ([\d.]+)", rated.stdout)
    assert level is not None, rated.stderr
    assert float(level[1]) <= MAX_EXPOSURE_LEVEL


def test_the_command_line_of_the_systemd_unit_starts_a_server(tmp_path: Path) -> None:
    variables = dict(
        each.split("=", 1) for each in shlex.split(re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)[0])
    )
    assert variables.keys() == {"TRANSTATS_ROOT", "TRANSTATS_OPTIONS"}
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    argv = line.replace("$TRANSTATS_OPTIONS", variables["TRANSTATS_OPTIONS"]).split()[1:]
    assert start_server(argv, {"TRANSTATS_ROOT": "examples"}, tmp_path).startswith("http://127.0.0.1:")


def test_the_command_line_of_the_server_image_starts_a_server_only_with_a_base_url(tmp_path: Path) -> None:
    program, *argv = json.loads(read_instruction("ENTRYPOINT", SERVER)) + json.loads(read_instruction("CMD", SERVER))
    assert program == "/opt/transtats/bin/transtats"
    environment = {"TRANSTATS_ROOT": "examples"}
    assert start_server(argv, environment, tmp_path) == ""
    environment_with_address = {**environment, "TRANSTATS_BASE_URL": "https://stats.example.org"}
    assert start_server(argv, environment_with_address, tmp_path).startswith("http://0.0.0.0:")


def test_the_health_check_of_the_server_image_requests_healthz(tmp_path: Path) -> None:
    program, *options, code = json.loads(read_instruction("HEALTHCHECK", SERVER).partition("CMD ")[2])
    # Isolated mode: the working directory contains the translations, and modules must not be imported from it.
    assert (program, options) == ("/opt/transtats/bin/python", ["-I", "-c"])
    compile(code, "HEALTHCHECK", "exec")
    entry_point = json.loads(read_instruction("ENTRYPOINT", SERVER))
    port = entry_point[entry_point.index("--port") + 1]
    assert f"http://127.0.0.1:{port}/healthz" in code
    assert read_instruction("EXPOSE", SERVER) == port


def test_the_images_are_built_from_one_base_and_the_server_is_the_default() -> None:
    assert {name: stage.split()[0] for name, stage in STAGES.items()} == {
        "build": "python:3.13-slim-bookworm",
        "build-server": "build",
        "base": "python:3.13-slim-bookworm",
        "command": "base",
        "server": "base",
    }
    assert list(STAGES)[-1] == "server"


@pytest.mark.parametrize(("name", "build"), [("command", "build"), ("server", "build-server")])
def test_an_image_runs_without_privileges_and_contains_no_pip(name: str, build: str) -> None:
    stage = STAGES[name]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", read_instruction("USER", stage))
    assert re.findall(r"^COPY (.*)$", stage, re.MULTILINE) == [f"--from={build} /opt/transtats /opt/transtats"]
    assert not re.search(r"pip install|apk|curl|wget|^ADD ", stage, re.MULTILINE)
    assert "--without-pip" in STAGES["build"]
    assert "pip uninstall" in STAGES["base"]


def test_only_the_image_of_the_command_contains_git() -> None:
    assert re.findall(r"apt-get install [^\n]*", DOCKERFILE) == ["apt-get install --yes --no-install-recommends git \\"]
    assert "apt-get install" in COMMAND


def test_the_image_of_the_command_runs_transtats_in_the_volume(run: Run, tree: WriteTree) -> None:
    assert json.loads(read_instruction("ENTRYPOINT", COMMAND)) == ["/opt/transtats/bin/transtats"]
    assert read_instruction("WORKDIR", COMMAND) == "/work"
    assert "CMD" not in COMMAND
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^docker run .* transtats (.*)$", text, re.MULTILINE)
    folder = tree({"po/de.po": 'msgid "One"\nmsgstr "Eins"\n'})
    assert run(*shlex.split(line), cwd=folder).status == 0


def test_every_named_build_target_exists() -> None:
    texts = [DOCKERFILE, (DEPLOY / "README.md").read_text(encoding="utf-8")]
    named = [target for text in texts for target in re.findall(r"--target (\S+)", text)]
    assert set(named) == {"command", "server"}


def test_all_files_copied_into_the_images_exist_and_are_not_ignored() -> None:
    copied = [name for line in re.findall(r"^COPY (.*)$", STAGES["build"], re.MULTILINE) for name in line.split()[:-1]]
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    not_ignored = {line[1:] for line in ignored if line.startswith("!")}
    assert {name.rstrip("/") for name in copied} == not_ignored
    assert all((ROOT / name).exists() for name in copied)


def test_the_files_in_the_images_are_enough_to_build_the_wheel(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for name in (line[1:] for line in ignored if line.startswith("!")):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, source / name)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    done = subprocess.run(build, cwd=source, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list(source.glob("dist/*.whl"))) == 1


def test_all_named_options_and_variables_of_the_server_exist() -> None:
    command = cli.get_command(click.Context(cli), "serve")
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts}
    text = (DEPLOY / "README.md").read_text(encoding="utf-8").partition("## Run `transtats serve`")[2]
    calls = re.findall(
        r"^transtats serve .*$|TRANSTATS_OPTIONS=\"[^\"]*\"|`transtats-server --.*?`|`--[a-z-]+", text, re.MULTILINE
    )
    assert len(calls) > 5
    assert {option for call in calls for option in re.findall(r"--[a-z-]+", call)} <= options
    variables = {parameter.envvar for parameter in command.params} | {"TRANSTATS_OPTIONS"}
    assert set(re.findall(r"TRANSTATS_[A-Z_]+", text + UNIT + DOCKERFILE)) <= variables
