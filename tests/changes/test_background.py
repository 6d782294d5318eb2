"""Changes are looked up in a worker process while other processes scan the files."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from transtats_cli.git.process import GitTimeoutError


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("demo")
    made.commit("import", {f"{folder}/po/de.po": made.po({"One": "", "Two": "Zwei"}) for folder in ("app", "web")})
    return made


def test_worker_processes_have_the_results_of_one_process(demo: ScriptedRepository, run: Run) -> None:
    demo.commit("german", {"app/po/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    every = ("stats", "--all", "--format", "ndjson", "--root", demo.path, "--no-cache", "--jobs")
    assert run(*every, "2").stdout == run(*every, "1").stdout


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_ends_git_in_the_background(demo: ScriptedRepository, tmp_path: Path, number: signal.Signals) -> None:
    started = tmp_path / "started"
    (tmp_path / "bin").mkdir()
    git = tmp_path / "bin" / "git"
    git.write_text(f"#!/bin/sh\necho $$ > {started}.new\nmv {started}.new {started}\nexec sleep 60\n", encoding="utf-8")
    git.chmod(0o755)
    command = [
        sys.executable,
        "-m",
        "transtats_cli",
        "stats",
        "--all",
        "--root",
        str(demo.path),
        "--no-cache",
        "--jobs",
        "2",
    ]
    path = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    with subprocess.Popen(command, env=path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_until(started.exists)
        process.send_signal(number)
        process.wait(30)
    wait_until(lambda: not is_running(int(started.read_text(encoding="utf-8"))))


def wait_until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"


def test_a_time_limit_of_git_in_a_worker_process_is_a_warning_of_each_component(
    demo: ScriptedRepository, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "bin").mkdir()
    git = tmp_path / "bin" / "git"
    git.write_text(f"#!/bin/sh\necho >> {tmp_path / 'calls'}\nexec sleep 60\n", encoding="utf-8")
    git.chmod(0o755)
    path = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    every = (
        "stats",
        "--all",
        "--format",
        "ndjson",
        "--root",
        demo.path,
        "--no-cache",
        "--jobs",
        "2",
        "--git-timeout",
        "1",
    )
    result = run(*every, env=path)
    assert result.stderr.count("was stopped after 1 seconds") == 2
    assert (tmp_path / "calls").read_text(encoding="utf-8").count("\n") == 1, "the limit is reached once"


def test_the_error_of_a_time_limit_can_be_sent_between_processes() -> None:
    error = GitTimeoutError("/demo", "log", 3)
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301  the test has written it
    assert (type(sent), str(sent)) == (GitTimeoutError, str(error))
