"""Worker processes: calls, exceptions, signals, and the end of a worker or of its parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.processes import start_process
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.worker import CallResult, Worker, WorkerError, get_process_context
from transtats_cli.signals import hold_ending_signals

pytestmark = pytest.mark.slow

METHODS = [
    pytest.param("fork", marks=pytest.mark.skipif(sys.platform != "linux", reason="forks on Linux only")),
    "spawn",
]
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals")
PARENT = """
import sys, time
from transtats_cli.scanning.pipeline.worker import Worker, get_process_context
from transtats_cli.signals import hold_ending_signals
if __name__ == "__main__":
    with hold_ending_signals():
        workers = [Worker(get_process_context(sys.argv[1])) for _ in range(3)]
    for worker in workers:
        worker.send_call(len, "ready")
        worker.receive_result()
        worker.send_call(time.sleep, 600)
    print("ready", flush=True)
    time.sleep(600)
"""


PARENT_OF_CLEANUP = """
import time
from transtats_cli.scanning.pipeline.worker import Worker, get_process_context
from transtats_cli.signals import call_if_signal_ends_process, hold_ending_signals

def work():
    with call_if_signal_ends_process(lambda: print("cleaned up", flush=True)):
        print("ready", flush=True)
        time.sleep(60)

with hold_ending_signals():
    worker = Worker(get_process_context("fork"))
worker.send_call(work)
time.sleep(60)
"""
"""Program that starts a worker with a cleanup function."""


@pytest.fixture(params=METHODS)
def workers(request: pytest.FixtureRequest) -> Iterator[list[Worker]]:
    """Two workers. The second one may inherit the pipe of the first one."""
    context = get_process_context(request.param)
    with hold_ending_signals():
        started = [Worker(context), Worker(context)]
    yield started
    for worker in started:
        worker.end()


def call_worker(worker: Worker, function: Any, *arguments: Any) -> CallResult:
    worker.send_call(function, *arguments)
    return worker.receive_result()


def test_a_call_runs_in_the_worker_process(workers: list[Worker]) -> None:
    first, second = workers
    assert call_worker(first, divmod, 7, 2) == CallResult((3, 1))
    assert len({os.getpid(), call_worker(first, os.getpid).value, call_worker(second, os.getpid).value}) == 3


def test_an_exception_is_returned_with_its_traceback(workers: list[Worker]) -> None:
    error = call_worker(workers[0], divmod, 1, 0).error
    assert isinstance(error, ZeroDivisionError)
    assert "Traceback (most recent call last)" in error.__notes__[0]
    assert call_worker(workers[0], divmod, 7, 2).value == (3, 1)


def test_a_result_that_cannot_be_pickled_is_an_error(workers: list[Worker]) -> None:
    assert call_worker(workers[0], compile, "1", "", "eval").error is not None
    assert call_worker(workers[0], divmod, 7, 2).value == (3, 1)


def test_an_exception_that_cannot_be_pickled_keeps_its_text(workers: list[Worker]) -> None:
    # A class that is not in a module cannot be pickled.
    raising = 'from transtats_cli.errors import TranstatsError; raise type("Local", (TranstatsError,), {})("x:3: no")'
    error = call_worker(workers[0], exec, raising).error
    assert type(error) is TranstatsError
    assert str(error) == "x:3: no"


@POSIX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGUSR2])
def test_the_error_of_a_killed_worker_contains_the_signal(workers: list[Worker], number: int) -> None:
    with pytest.raises(WorkerError, match=rf"a worker process was killed \(signal {int(number)}\)"):
        call_worker(workers[0], signal.raise_signal, number)
    with pytest.raises(WorkerError):
        workers[0].send_call(len, "")
    assert call_worker(workers[1], divmod, 7, 2).value == (3, 1)


def test_the_error_of_a_worker_that_ends_early_contains_the_exit_status(workers: list[Worker]) -> None:
    with pytest.raises(WorkerError, match=r"a worker process ended early \(status 3\)"):
        call_worker(workers[0], os._exit, 3)


def test_a_worker_killed_while_it_sends_a_result_is_an_error(workers: list[Worker]) -> None:
    # The result is larger than the buffer of a pipe, so the worker waits while it sends the result.
    workers[0].send_call(bytes, 50_000_000)
    assert workers[0].connection.poll(60)
    workers[0].end_process()
    with pytest.raises(WorkerError):
        workers[0].receive_result()


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_ignores_signals_that_its_parent_handles(workers: list[Worker], number: int) -> None:
    process = call_worker(workers[0], os.getpid).value
    workers[0].send_call(time.sleep, 0.2)
    os.kill(process, number)
    assert workers[0].receive_result() == CallResult(None)


@POSIX
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_their_parent(number: int, method: str, tmp_path: Any) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with start_process(
        [sys.executable, str(script), method],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        parent.send_signal(number)
        # The output ends when it is closed in all processes.
        assert parent.communicate(timeout=60)[0] == b""
        assert parent.returncode == -number


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_worker_cleans_up_when_its_parent_ends(number: int, tmp_path: Any) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT_OF_CLEANUP)
    with start_process([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        parent.send_signal(number)
        assert parent.communicate(timeout=60)[0] == "cleaned up\n"
