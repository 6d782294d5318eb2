"""Call a function with many arguments in worker processes."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import chain, islice
from typing import TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.component_batches import CALLS_PER_JOB
from transtats_cli.scanning.pipeline.pool import WorkerPool
from transtats_cli.worker import WorkerError

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_MAX_WAITING_CALLS = 64
"""Maximum number of calls whose results wait for the result of an earlier call."""


def map_in_workers(
    function: Callable[[Argument], Result], arguments: Iterable[Argument], jobs: int
) -> Generator[Result, None, None]:
    """Call a function with each argument in worker processes. Yield the results in the order of the arguments.

    If a call raises an exception, the exception is raised instead of yielding its result. If no process can be started,
    the function is called in this process. Raises TranstatsError if a worker process ends early.
    """
    arguments = iter(arguments)
    first = [*islice(arguments, jobs)]
    if not first:
        return
    pool = WorkerPool(len(first))
    try:
        if not pool.start_workers():
            yield from map(function, chain(first, arguments))
            return
        waiting: deque[Future[Result]] = deque()
        for argument in chain(first, arguments):
            waiting.append(pool.submit(function, argument))
            while waiting:
                running = [future for future in waiting if not future.done()]
                if waiting[0].done():
                    yield waiting.popleft().result()
                elif len(running) < CALLS_PER_JOB * jobs and len(waiting) < _MAX_WAITING_CALLS:
                    break
                else:
                    wait(running, return_when=FIRST_COMPLETED)
        while waiting:
            yield waiting.popleft().result()
    except WorkerError as error:
        raise TranstatsError(f"{error}, perhaps because memory ran out; try again with --jobs 1") from error
    finally:
        pool.end()
