"""The calls of a pool are shared between processes, and the results keep their order."""

import operator
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.pool import open_process_pool

pytestmark = pytest.mark.slow

PROGRAM_WITH_FEW_OPEN_FILES = """
import os, resource
from transtats_cli.scanning.pipeline.pool import open_process_pool
import transtats_cli.scanning.pipeline.worker, multiprocessing.connection, multiprocessing.popen_fork
used = len(os.listdir("/proc/self/fd")) - 1
resource.setrlimit(resource.RLIMIT_NOFILE, (used + {free}, used + {free}))
with open_process_pool(4) as pool:
    print(len(set(pool.map(os.getpgid, [0] * 9))), *pool.map(abs, [-1, -2, -3]))
"""


def _sleep_for_first_numbers(number: int) -> int:
    time.sleep(0.05 if number < 2 else 0)
    return number


@pytest.mark.parametrize("jobs", [1, 3, 20])
def test_results_are_in_the_order_of_the_arguments(jobs: int) -> None:
    with open_process_pool(jobs) as pool:
        assert list(pool.map(_sleep_for_first_numbers, range(9))) == list(range(9))
        assert list(pool.map(bytes, [10_000_000, 0])) == [bytes(10_000_000), b""]
        assert list(pool.map(abs, [])) == []


def test_calls_run_in_as_many_processes_as_there_are_jobs() -> None:
    with open_process_pool(2) as pool:
        processes = set(pool.map(_sleep_and_get_process, [0.1] * 6))
    assert len(processes) == 2
    assert os.getpid() not in processes


def _sleep_and_get_process(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def test_an_exception_is_raised_in_place_of_its_result() -> None:
    with open_process_pool(2) as pool:
        results = pool.map(partial(operator.truediv, 1), [1, 2, 0])
        assert [next(results), next(results)] == [1.0, 0.5]
        with pytest.raises(ZeroDivisionError):
            next(results)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_the_error_of_a_killed_worker_names_the_signal_and_the_option_jobs() -> None:
    expected = r"^a worker process was killed \(signal 9\), perhaps because memory ran out; try again with --jobs 1$"
    with pytest.raises(TranstatsError, match=expected), open_process_pool(2) as pool:
        list(pool.map(signal.raise_signal, [signal.SIGKILL]))


def test_running_processes_end_with_the_block() -> None:
    start = time.monotonic()
    with open_process_pool(2) as pool:
        assert next(pool.map(time.sleep, [0, 600, 600])) is None
    assert time.monotonic() - start < 300


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files in /proc")
@pytest.mark.parametrize("free", range(9))
def test_the_limit_of_open_files_reduces_the_number_of_processes(free: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM_WITH_FEW_OPEN_FILES.format(free=free)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1 1 2 3\n", "")


def test_a_function_is_called_in_this_process_for_some_arguments() -> None:
    with open_process_pool(2) as pool:
        processes = list(pool.map(_get_process, range(9), runs_in_this_process=lambda number: number % 3 == 0))
    assert [process == os.getpid() for process in processes] == [number % 3 == 0 for number in range(9)]


def _get_process(number: int) -> int:
    return os.getpid()


def test_work_is_prepared_while_all_workers_are_busy() -> None:
    prepared = iter(range(5))
    with open_process_pool(2) as pool:
        next(pool.map(_sleep_and_get_process, [1.0] * 4, work_ahead=lambda: next(prepared, None) is not None))
    assert next(prepared, None) is None


def test_results_of_workers_are_received_between_calls_in_this_process() -> None:
    read: list[int] = []

    def read_numbers() -> Iterator[int]:
        for number in range(600):
            read.append(number)
            yield number

    with open_process_pool(2) as pool:
        results = pool.map(_sleep_shortly, read_numbers(), runs_in_this_process=lambda number: number > 0)
        assert next(results) == 0
    assert len(read) < 600


def _sleep_shortly(number: int) -> int:
    time.sleep(0.005)
    return number


def test_few_results_wait_for_a_slow_call() -> None:
    read: list[int] = []

    def read_seconds() -> Iterator[float]:
        for number in range(1000):
            read.append(number)
            yield 0.5 if number == 0 else 0

    with open_process_pool(2) as pool:
        next(pool.map(time.sleep, read_seconds()))
    assert len(read) < 100


def test_an_exception_in_this_process_is_raised_in_place_of_its_result() -> None:
    with open_process_pool(2) as pool:
        results = pool.map(partial(operator.truediv, 1), [1, 0], runs_in_this_process=lambda number: number == 0)
        assert next(results) == 1.0
        with pytest.raises(ZeroDivisionError):
            next(results)
