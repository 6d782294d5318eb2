"""What one run of a command costs, as the system accounts it: CPU, wall time and memory of it and all it started."""

import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")

_BYTES = 1 if sys.platform == "darwin" else 1024


class Command(NamedTuple):
    """A program with its arguments, the file it reads from, and the exit statuses that mean it did its work."""

    argv: tuple[str, ...]
    stdin: str = os.devnull
    success: frozenset[int] = frozenset({0})


class Sample(NamedTuple):
    """The cost of one run: seconds, seconds, bytes of the largest process."""

    cpu: float
    wall: float
    memory: int
    status: int


def run(command: Command, environment: Mapping[str, str], stderr: str = os.devnull) -> Sample:
    """Run a command to its end; its output goes nowhere."""
    opened = [
        (os.POSIX_SPAWN_OPEN, 0, command.stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, stderr, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    begin = time.perf_counter()
    child = os.posix_spawnp(command.argv[0], command.argv, environment, file_actions=opened)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    memory = usage.ru_maxrss * _BYTES
    return Sample(usage.ru_utime + usage.ru_stime, wall, memory, os.waitstatus_to_exitcode(status))


def run_in_process(function: Callable[..., Result], *arguments: object) -> Result:
    """The function's result, from a process of its own: what it needs of memory would be seen in everybody's."""
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        return executor.submit(function, *arguments).result()


def smallest_measurable_memory() -> int:
    """Less than this cannot be told: a child begins with the peak of the process that starts it."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES
