"""A run that is ended by a signal leaves no process, no half-written file and no traceback."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from tests.processes import start_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
UNIT = '#, c-format\nmsgid "Number {} of %d files"\nmsgstr "' + "x" * 900 + ' %d"\n\n'
COMMAND = [sys.executable, "-W", "error", "-m", "transtats_cli"]
STATS = ["stats", "demo", "app", "--jobs", "3", "--no-cache", "--format", "json:stats.json"]


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """A component that is large enough for worker processes, which work on it for a while."""
    text = HEADER + "".join(map(UNIT.format, range(3000)))
    return tree({f"demo/app/{code}.po": text for code in ("cs", "de", "fr", "nl")})


@contextmanager
def start_run(project: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a run and wait until its workers exist."""
    with start_process(
        [*COMMAND, *STATS],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        until = time.monotonic() + 60
        while len(read_children(run.pid)) < 3:
            assert run.poll() is None
            assert time.monotonic() < until
            time.sleep(0.002)
        yield run


def read_children(process: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(signal.SIGINT, 130, id="SIGINT"),
        pytest.param(signal.SIGTERM, -signal.SIGTERM, id="SIGTERM"),
        pytest.param(signal.SIGHUP, -signal.SIGHUP, id="SIGHUP"),
    ],
)
def test_a_run_that_a_signal_ends_leaves_no_process_and_no_file(number: int, status: int, project: Path) -> None:
    with start_run(project) as run:
        run.send_signal(number)
        # The pipes are closed when no process is left that uses them.
        assert run.communicate(timeout=60) == (b"", b"")
    assert run.returncode == status
    assert os.listdir(project) == ["demo"]


@pytest.mark.slow
def test_a_run_that_is_killed_leaves_no_process(project: Path) -> None:
    with start_run(project) as run:
        run.kill()
        assert run.communicate(timeout=60) == (b"", b"")


@pytest.mark.slow
@pytest.mark.parametrize("round_", range(3))
def test_a_worker_killed_in_a_call_ends_the_run_with_an_error(round_: int, project: Path) -> None:
    with start_run(project) as run:
        time.sleep(round_ / 50)
        os.kill(read_children(run.pid)[round_ % 3], signal.SIGKILL)
        stdout, stderr = run.communicate(timeout=60)
    if run.returncode == 0:
        # The worker was killed before its first call, so another worker has replaced it.
        assert (stdout, stderr) == (b"", b"")
        assert sorted(os.listdir(project)) == ["demo", "stats.json"]
        return
    assert (run.returncode, stdout) == (2, b"")
    assert stderr.startswith(b"Error: a worker process was killed (signal 9)")
    assert os.listdir(project) == ["demo"]
