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
from transtats_cli.scanning.pipeline.parallel import map_in_workers

pytestmark = pytest.mark.slow

PROGRAM_WITH_FEW_OPEN_FILES = """
import os, resource
from transtats_cli.scanning.pipeline.parallel import map_in_workers
import transtats_cli.scanning.pipeline.pool
used = len(os.listdir("/proc/self/fd")) - 1
resource.setrlimit(resource.RLIMIT_NOFILE, (used + {free}, used + {free}))
print(len(set(map_in_workers(os.getpgid, [0] * 9, 4))), *map_in_workers(abs, [-1, -2, -3], 4))
"""


def _sleep_for_first_numbers(number: int) -> int:
    time.sleep(0.05 if number < 2 else 0)
    return number


@pytest.mark.parametrize("jobs", [1, 3, 20])
def test_results_are_in_the_order_of_the_arguments(jobs: int) -> None:
    assert list(map_in_workers(_sleep_for_first_numbers, range(9), jobs)) == list(range(9))
    assert list(map_in_workers(bytes, [10_000_000, 0], jobs)) == [bytes(10_000_000), b""]
    assert list(map_in_workers(abs, [], jobs)) == []


def test_all_arguments_are_used_if_all_calls_are_done_before_the_next_result_is_requested() -> None:
    results = []
    for result in map_in_workers(abs, range(9), 2):
        time.sleep(0.02)
        results.append(result)
    assert results == [*range(9)]


def test_calls_run_in_as_many_processes_as_there_are_jobs() -> None:
    processes = set(map_in_workers(_sleep_and_get_process, [0.1] * 6, 2))
    assert len(processes) == 2
    assert os.getpid() not in processes


def _sleep_and_get_process(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def test_an_exception_is_raised_in_place_of_its_result() -> None:
    results = map_in_workers(partial(operator.truediv, 1), [1, 2, 0], 2)
    assert [next(results), next(results)] == [1.0, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(results)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_the_error_of_a_killed_worker_names_the_signal_and_the_option_jobs() -> None:
    expected = r"^a worker process was killed \(signal 9\), perhaps because memory ran out; try again with --jobs 1$"
    with pytest.raises(TranstatsError, match=expected):
        list(map_in_workers(signal.raise_signal, [signal.SIGKILL], 2))


def test_running_processes_end_when_the_results_are_closed() -> None:
    start = time.monotonic()
    results = map_in_workers(time.sleep, [0, 600, 600], 2)
    assert next(results) is None
    results.close()
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


def test_few_results_wait_for_a_slow_call() -> None:
    read: list[int] = []

    def read_seconds() -> Iterator[float]:
        for number in range(1000):
            read.append(number)
            yield 0.5 if number == 0 else 0

    next(map_in_workers(time.sleep, read_seconds(), 2))
    assert len(read) < 100
