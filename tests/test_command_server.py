"""A forked command has the result of a command in a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_server import CAN_FORK, CommandServer

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "One"\nmsgstr "Größe"\n'
ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LC_ALL", "TZ") if name in os.environ}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CAN_FORK, reason="needs fork")]


@pytest.fixture(scope="module")
def server() -> Iterator[CommandServer]:
    server = CommandServer(ENVIRONMENT)
    yield server
    server.close()


@pytest.mark.parametrize(
    ("argv", "variables"),
    [
        pytest.param(["stats", "demo", "app", "--no-history", "--no-cache"], {}, id="statistics"),
        pytest.param(["units", "demo", "app"], {"COLUMNS": "50"}, id="a variable"),
        pytest.param(["stats", "demo", "broken", "--no-cache"], {}, id="a file that cannot be read"),
        pytest.param(["gate", "demo", "app", "--fail-under", "101"], {}, id="wrong usage"),
        pytest.param(["history", "demo", "app"], {"PATH": ""}, id="no git"),
        pytest.param([], {}, id="help"),
    ],
)
def test_a_forked_command_has_the_result_of_a_command_that_starts_python(
    argv: list[str], variables: dict[str, str], server: CommandServer, tmp_path: Path
) -> None:
    for component, content in (("app", PO), ("broken", 'msgid "never closed\n')):
        (tmp_path / "demo" / component).mkdir(parents=True)
        (tmp_path / "demo" / component / "de.po").write_text(content)
    environment = {**ENVIRONMENT, "HOME": str(tmp_path), **variables}
    command = [sys.executable, "-W", "error", "-m", "transtats_cli", *argv]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert server.run(argv, tmp_path, environment) == (done.returncode, done.stdout, done.stderr)


def test_a_python_program_gets_its_arguments(server: CommandServer, tmp_path: Path) -> None:
    argv = ["-c", "import sys; print(sys.argv[1:]); sys.exit(3)", "a", "-c"]
    assert server.run(argv, tmp_path, ENVIRONMENT) == (3, b"['a', '-c']\n", b"")


def test_a_signal_is_a_negative_status_and_the_next_command_runs(server: CommandServer, tmp_path: Path) -> None:
    git = tmp_path / "git"
    git.write_text("#!/bin/sh\nkill -KILL $PPID\n")
    git.chmod(0o755)
    (tmp_path / "demo" / "app").mkdir(parents=True)
    (tmp_path / "demo" / "app" / "de.po").write_text(PO)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    environment = {**ENVIRONMENT, "HOME": str(tmp_path)}
    path = {"PATH": f"{tmp_path}{os.pathsep}{environment['PATH']}"}
    argv = ["history", "demo", "app"]
    assert server.run(argv, tmp_path, environment | path) == (-signal.SIGKILL, b"", b"")
    assert server.run(["--version"], tmp_path, environment)[0] == 0


@pytest.mark.parametrize("name", ["PYTHONIOENCODING", "PYTHONPATH", "LC_ALL", "LANG"])
def test_a_command_with_changed_variables_of_the_interpreter_is_not_forked(
    name: str, server: CommandServer, tmp_path: Path
) -> None:
    assert server.can_run(tmp_path, {**ENVIRONMENT, "HOME": "/"})
    assert not server.can_run(tmp_path, {**ENVIRONMENT, name: "x"})


@pytest.mark.parametrize("name", ["click.py", "transtats_cli/__init__.py"])
def test_a_command_is_not_forked_if_its_directory_contains_modules_that_it_imports(
    name: str, server: CommandServer, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    assert not server.can_run(tmp_path, ENVIRONMENT)


def test_a_started_command_runs_until_a_signal(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    server = CommandServer(ENVIRONMENT, imports_server=True)
    arguments = ["serve", "--port", "0", "--root", str(tmp_path)]
    try:
        process = server.start(arguments, tmp_path, {**ENVIRONMENT, "HOME": str(tmp_path)})
        with process.stdout, process.stderr:
            assert process.stdout.readline().startswith("http://127.0.0.1:")
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == process.poll() == 130
    finally:
        server.close()


@pytest.mark.parametrize(
    "variables", [pytest.param({}, id="forked"), pytest.param({"LC_ALL": "C"}, id="another locale starts Python")]
)
def test_a_command_of_a_shell_script_has_the_same_streams_and_the_same_status(
    variables: dict[str, str], server: CommandServer, tmp_path: Path
) -> None:
    server.write_client(tmp_path / "transtats", ENVIRONMENT)
    script = "./transtats --version | tee found; ./transtats stats --nonsense; echo $?"
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path,
        env={**ENVIRONMENT, "HOME": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "--nonsense" in done.stderr
    version, status, _ = done.stdout.split("\n")
    assert ((tmp_path / "found").read_text(), status) == (f"{version}\n", "2")
