"""Measure the CPU time, wall time and memory of one command, including the processes that the command starts."""

import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")

_BYTES_PER_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024


class Command(NamedTuple):
    """Command line to measure, with the file for its standard input and all exit statuses that mean success."""

    argv: tuple[str, ...]
    stdin: str = os.devnull
    success: frozenset[int] = frozenset({0})


class Sample(NamedTuple):
    """Cost of one run of a command: CPU seconds, wall-clock seconds, peak memory of its largest process, exit status.

    Memory is in bytes.
    """

    cpu: float
    wall: float
    memory: int
    status: int


def run(command: Command, environment: Mapping[str, str], stderr: str = os.devnull) -> Sample:
    """Run a command, wait for its end, and return its cost. Standard output is discarded.

    Standard error is written to the file `stderr`.
    """
    opened = [
        (os.POSIX_SPAWN_OPEN, 0, command.stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, stderr, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    begin = time.perf_counter()
    child = os.posix_spawnp(command.argv[0], command.argv, environment, file_actions=opened)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    memory = usage.ru_maxrss * _BYTES_PER_MEMORY_UNIT
    return Sample(usage.ru_utime + usage.ru_stime, wall, memory, os.waitstatus_to_exitcode(status))


def run_in_process(function: Callable[..., Result], *arguments: object) -> Result:
    """Return the result of a function that is called in a new process.

    Processes that are measured later start with the peak memory of this process. So its memory must not grow.
    """
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        return executor.submit(function, *arguments).result()


def smallest_measurable_memory() -> int:
    """Return the peak memory of this process, in bytes.

    The peak memory of a child process starts with this value. So a smaller peak memory cannot be measured.
    """
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES_PER_MEMORY_UNIT
