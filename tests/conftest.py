"""Fixtures for all tests: `run` runs a command, `tree` writes files, `golden` compares texts, `shared` is a folder."""

import gc
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.command_server import CAN_FORK, CommandServer
from tests.fixture_types import CommandResult, Golden, Run, RunAt, Shell, WriteTree

pytest_plugins = ["tests.git_repositories"]

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"

GIT_AUTHOR = {
    f"GIT_{role}_{field}": value
    for role in ("AUTHOR", "COMMITTER")
    for field, value in (("NAME", "Tester"), ("EMAIL", "tester@example.org"), ("DATE", "2026-01-31T12:00:00Z"))
} | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Variables that make git independent of the configuration of the user and the host."""

# Git processes of tests and of the package inherit the environment of the test run.
for _name in [name for name in os.environ if name.startswith(("GIT_", "LC_", "LANGUAGE"))]:
    del os.environ[_name]
os.environ |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

# A shell starts background processes with SIGINT ignored, and `nohup` starts processes with SIGHUP ignored. A program
# to which a test sends these signals would inherit this.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if os.name == "posix" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

_PROCESS_FIXTURES = {"command_server", "serve", "serve_all"}
"""Fixtures of tests that run a command or a server in a process of its own."""

# Machines differ in speed, so no property-based test has a time limit. The default profile draws the same examples in
# each run, and the other profiles draw new ones. Hypothesis itself selects reproducible examples where it finds a CI
# system, so each profile contains this setting.
_PROFILES = (("reproducible", 30, True), ("random", 15, False), ("thorough", 1_000, False))
for _name, _examples, _is_reproducible in _PROFILES:
    settings.register_profile(
        _name,
        settings(),
        max_examples=_examples,
        derandomize=_is_reproducible,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("reproducible")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files; read the diff")
    parser.addoption("--no-fork", action="store_true", help="start Python for each command (slow)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark system tests, and tests that run a command or a server in a process of its own, as slow.

    The markers are added before tests are selected by markers.
    """
    for item in items:
        starts_process = not _PROCESS_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        if starts_process or item.get_closest_marker("system"):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests without garbage collection, which would visit all of them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_runtest_setup() -> None:
    """Exclude the objects of earlier tests from garbage collection, which would visit all of them again and again."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Include all objects in garbage collection again, so that pytest reports files and sockets that are not closed."""
    gc.unfreeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return two workers more than there are cores, because many tests wait for a process or for a time limit.

    If the number is None, xdist reads it from its variable.
    """
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker a contiguous part of the tests, unless the option `--dist` selects another distribution.

    Tests of a module share servers, repositories and trees, which each worker creates for itself.
    """
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session")
def command_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[CommandServer | None]:
    """Process that forks commands, or None if each command starts Python."""
    if not CAN_FORK or request.config.getoption("--no-fork"):
        yield None
        return
    server = CommandServer(_environment(tmp_path_factory.getbasetemp()))
    yield server
    server.close()


@pytest.fixture(scope="session", autouse=True)
def _no_repository_above(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Exclude the directories above the temporary directories from the search for repositories and settings."""
    os.environ["GIT_CEILING_DIRECTORIES"] = str(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def run_at(command_server: CommandServer | None) -> RunAt:
    """Function that runs `transtats` in a separate process with a given home directory."""

    def run_at(
        home: Path, *argv: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> CommandResult:
        folder = home if cwd is None else cwd
        environment = {**_environment(home), **(env or {})}
        arguments = [*map(str, argv)]
        if command_server and command_server.can_run(folder, environment):
            status, stdout, stderr = command_server.run(arguments, folder, environment)
            return CommandResult(status, stdout.decode(), stderr.decode())
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "transtats_cli", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_at


@pytest.fixture
def run(tmp_path: Path, run_at: RunAt) -> Run:
    """Function that runs `transtats` in the temporary directory of the test, and returns exit status and output."""

    def run(*argv: str | Path, cwd: Path = tmp_path, env: Mapping[str, str] | None = None) -> CommandResult:
        return run_at(tmp_path, *argv, cwd=cwd, env=env)

    return run


@pytest.fixture
def shell(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, command_server: CommandServer | None) -> Shell:
    """Function that runs a bash script in the temporary directory of the test.

    In the script, `transtats` is the tested program, and `git` has an author and fixed dates.
    """
    programs = tmp_path_factory.mktemp("bin")
    command = programs / "transtats"
    home = _environment(tmp_path)
    paths = os.pathsep.join([str(programs), str(Path(sys.executable).parent), home["PATH"]])
    imports = os.pathsep.join(filter(None, [str(ROOT), home.get("PYTHONPATH")]))
    environment = {**home, **GIT_AUTHOR, "PATH": paths, "PYTHONPATH": imports}
    if command_server:
        command_server.write_client(command, environment)
    else:
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -W error -m transtats_cli "$@"\n')
        command.chmod(0o755)

    def shell(script: str, cwd: Path = tmp_path, env: Mapping[str, str] | None = None) -> CommandResult:
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-c", script],
            cwd=cwd,
            env={**environment, **(env or {})},
            capture_output=True,
            timeout=300,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())

    return shell


@pytest.fixture
def tree(tmp_path: Path) -> WriteTree:
    """Function that writes files, given by path and content, into the temporary directory, and returns its path."""

    def tree(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return tree


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Function that asserts that a text is equal to the file with the given name in tests/golden/.

    With the option `--update-golden`, the text is written to the file first.
    """

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.read_bytes().decode() == text, (
            f"tests/golden/{name} differs: if the new text is right, pytest --update-golden"
        )

    return check


@pytest.fixture(scope="session")
def shared() -> Path:
    """Path of the folder `../shared`. If the folder does not contain the conformance data, the test is skipped."""
    folder = ROOT.parent / "shared"
    if not (folder / "conformance" / "compare.py").is_file():
        pytest.skip("needs ../shared/conformance, which is not there")
    return folder


def _environment(home: Path) -> dict[str, str]:
    """Return the environment variables of a command, without variables that would change the output."""
    kept = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT", "VIRTUAL_ENV") if name in os.environ
    }
    fixed = {name: os.environ[name] for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "LC_ALL", "TZ")}
    return {
        **kept,
        **fixed,
        "HOME": str(home),
        "COLUMNS": "80",
        # The dates of our own commits must not appear in the output for files in ROOT.
        "GIT_CEILING_DIRECTORIES": f"{ROOT}{os.pathsep}{home.parent}",
    }
