"""Worker processes: calls, exceptions, signals, and the end of a worker or of its parent."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import start_process
from tests.waiting import has_ended, wait_until
from transtats_cli.errors import TranstatsError
from transtats_cli.worker import Worker, WorkerError

pytestmark = pytest.mark.slow

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals")
PARENT = """
import sys, time
from functions import work
from transtats_cli.scanning.pipeline.pool import WorkerPool

pool = WorkerPool(3)
assert [pool.submit(len, "ready").result() for _ in range(9)] == [5] * 9
for number in range(3):
    pool.submit(work, f"{sys.argv[1]}/{number}")
try:
    # A signal immediately before a long pause would be handled at the end of the pause.
    while True:
        time.sleep(0.05)
finally:
    pool.end(60)
"""
"""Program that starts workers with clean-up functions."""
FUNCTIONS = """
import os, pathlib, time
from transtats_cli.signals import call_if_signal_ends_process

def work(path):
    with call_if_signal_ends_process(lambda: pathlib.Path(path).unlink()):
        pathlib.Path(path).write_text(str(os.getpid()))
        time.sleep(600)
"""


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    started = [Worker(), Worker()]
    yield started
    for worker in started:
        worker.end()


def test_a_call_runs_in_the_worker_process(workers: list[Worker]) -> None:
    first, second = workers
    assert first.call(divmod, 7, 2) == (3, 1)
    assert len({os.getpid(), first.call(os.getpid), second.call(os.getpid)}) == 3


def test_an_exception_is_returned_with_its_traceback(workers: list[Worker]) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        workers[0].call(divmod, 1, 0)
    assert "Traceback (most recent call last)" in raised.value.__notes__[0]
    assert workers[0].call(divmod, 7, 2) == (3, 1)


def test_a_result_that_cannot_be_pickled_is_an_error(workers: list[Worker]) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        workers[0].call(compile, "1", "", "eval")
    assert workers[0].call(divmod, 7, 2) == (3, 1)


def test_an_exception_that_cannot_be_pickled_keeps_its_text(workers: list[Worker]) -> None:
    # A class that is not in a module cannot be pickled.
    raising = 'from transtats_cli.errors import TranstatsError; raise type("Local", (TranstatsError,), {})("x:3: no")'
    with pytest.raises(TranstatsError, match=r"^x:3: no$") as raised:
        workers[0].call(exec, raising)
    assert type(raised.value) is TranstatsError


@POSIX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGUSR2])
def test_the_error_of_a_killed_worker_contains_the_signal(workers: list[Worker], number: int) -> None:
    with pytest.raises(WorkerError, match=rf"a worker process was killed \(signal {int(number)}\)"):
        workers[0].call(signal.raise_signal, number)
    with pytest.raises(WorkerError):
        workers[0].call(len, "")
    assert workers[1].call(divmod, 7, 2) == (3, 1)


def test_the_error_of_a_worker_that_ends_early_contains_the_exit_status(workers: list[Worker]) -> None:
    with pytest.raises(WorkerError, match=r"a worker process ended early \(status 3\)"):
        workers[0].call(os._exit, 3)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_ignores_signals_that_its_parent_handles(workers: list[Worker], number: int) -> None:
    os.kill(workers[0].process_id, number)
    assert workers[0].call(signal.raise_signal, number) is None


def test_a_library_that_prints_does_not_write_into_the_pipe(workers: list[Worker]) -> None:
    assert workers[0].call(exec, "import os; print('printed', flush=True); os.write(1, b'printed')") is None
    assert workers[0].call(divmod, 7, 2) == (3, 1)


def test_a_worker_imports_no_module_from_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "queue.py").write_text("raise ValueError")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    worker = Worker()
    try:
        assert worker.call(divmod, 7, 2) == (3, 1)
    finally:
        worker.end()


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_clean_up_and_end_with_their_parent(number: int, tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    created = tmp_path / "created"
    created.mkdir()
    command = [sys.executable, str(tmp_path / "parent.py"), str(created)]
    with start_process(command, stderr=subprocess.DEVNULL) as parent:
        wait_until(lambda: sum(path.read_text() != "" for path in created.iterdir()) == 3)
        children = [int(path.read_text()) for path in created.iterdir()]
        parent.send_signal(number)
        assert parent.wait() == -number
    wait_until(lambda: all(map(has_ended, children)))
    assert not os.listdir(created)
