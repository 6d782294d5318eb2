"""Pool of worker processes that share the work of one run."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

    from transtats_cli.scanning.pipeline.worker import CallResult, Worker

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_SAFE_PATH_VARIABLE = "PYTHONSAFEPATH"
_MAX_WAITING_RESULTS = 64
"""Maximum number of results that wait for the result of an earlier call. Then no call is made until it is received."""


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


class ProcessPool:
    """Pool of worker processes.

    Each process is started when it is needed. The pool must be used from one thread only.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._context: BaseContext | None = None
        self._workers: list[Worker] = []
        self._idle_workers: list[Worker] = []
        self._busy_workers: dict[Worker, int] = {}
        """Index of the argument that is processed, by worker."""

    def map(
        self,
        function: Callable[[Argument], Result],
        arguments: Iterable[Argument],
        *,
        runs_in_this_process: Callable[[Argument], bool] = lambda argument: False,
        work_ahead: Callable[[], bool] = lambda: False,
    ) -> Iterator[Result]:
        """Call a function with each argument in the worker processes. Yield the results in the order of the arguments.

        The next argument is read from the iterable when a worker is idle. If no process can be started, or if
        `runs_in_this_process` returns True for the argument, the function is called in this process. If a call raises
        an exception, the exception is raised instead of yielding its result. Raises WorkerError if a worker process
        ends early.

        `work_ahead` is called repeatedly while all workers are busy, until it returns False. It may prepare the next
        arguments. A call should be short, because no result is received meanwhile.
        """
        calls = enumerate(arguments)
        results: dict[int, CallResult] = {}
        for place in count():
            while True:
                has_space = len(results) < _MAX_WAITING_RESULTS
                called_here = self._send_calls(function, calls, runs_in_this_process) if has_space else {}
                results |= called_here
                if place in results:
                    break
                if called_here and not self._find_ready_workers(timeout=0):
                    continue
                if not self._busy_workers:
                    return
                while has_space and not self._find_ready_workers(timeout=0) and work_ahead():
                    pass
                results |= self._receive_results()
            result = results.pop(place)
            if result.error is not None:
                raise result.error
            yield result.value

    def end(self) -> None:
        """End all worker processes, including processes that are busy."""
        from transtats_cli.signals import hold_ending_signals

        with hold_ending_signals():
            while self._workers:
                self._workers.pop().end()

    def _send_calls(
        self,
        function: Callable[[Argument], Result],
        calls: Iterator[tuple[int, Argument]],
        runs_in_this_process: Callable[[Argument], bool],
    ) -> "dict[int, CallResult]":
        """Send one call to each idle worker. Return the results of calls in this process, by index of the call.

        After one call in this process, no more calls are sent, so that its result can be used first. A worker gets no
        second call before its result was received, because a worker that sends a large result does not read requests.
        """
        from transtats_cli.scanning.pipeline.worker import CallResult

        while self._idle_workers or not self._workers or len(self._workers) < self.jobs:
            call = next(calls, None)
            if call is None:
                break
            place, argument = call
            worker = None if runs_in_this_process(argument) else self._take_idle_worker()
            if worker is None:
                try:
                    return {place: CallResult(function(argument))}
                except Exception as error:
                    return {place: CallResult(None, error)}
            self._busy_workers[worker] = place
            worker.send_call(function, argument)
        return {}

    def _receive_results(self) -> "dict[int, CallResult]":
        """Wait until at least one busy worker has sent a result, and return all results that have been sent.

        The keys are the indices of the arguments. The workers that have sent a result become idle. Raises WorkerError
        if a worker process has ended.
        """
        ready_workers = self._find_ready_workers()
        self._idle_workers += ready_workers
        return {self._busy_workers.pop(worker): worker.receive_result() for worker in ready_workers}

    def _find_ready_workers(self, timeout: float | None = None) -> "list[Worker]":
        """Return the busy workers that have sent a result, or have ended. Wait until there is one, or for a timeout."""
        from multiprocessing.connection import wait

        ready = set(wait([worker.connection for worker in self._busy_workers], timeout))
        return [worker for worker in self._busy_workers if worker.connection in ready]

    def _take_idle_worker(self) -> "Worker | None":
        if not self._idle_workers and len(self._workers) < self.jobs:
            self._start_worker()
        return self._idle_workers.pop() if self._idle_workers else None

    def _start_worker(self) -> None:
        from transtats_cli.scanning.pipeline.worker import Worker, get_process_context
        from transtats_cli.signals import hold_ending_signals

        # Imported and created late, because a pool may get no call.
        self._context = self._context or get_process_context(choose_start_method())
        try:
            with hold_ending_signals():
                self._workers.append(Worker(self._context))
        except OSError:
            # Too many open files or processes, or too little memory: fewer workers give the same results.
            self.jobs = len(self._workers)
        else:
            self._idle_workers.append(self._workers[-1])


@contextmanager
def open_process_pool(jobs: int) -> Iterator[ProcessPool]:
    """Provide a pool of worker processes, which are ended at the end of the block.

    Raises TranstatsError if a process ends before.
    """
    from transtats_cli.scanning.pipeline.worker import WorkerError

    with ignore_local_modules():
        pool = ProcessPool(jobs)
        try:
            yield pool
        except WorkerError as error:
            raise TranstatsError(f"{error}, perhaps because memory ran out; try again with --jobs 1") from error
        finally:
            pool.end()


@contextmanager
def ignore_local_modules() -> Iterator[None]:
    """Set PYTHONSAFEPATH, so that new processes do not import modules from the current directory."""
    if _SAFE_PATH_VARIABLE in os.environ:
        yield
        return
    os.environ[_SAFE_PATH_VARIABLE] = "1"
    try:
        yield
    finally:
        os.environ.pop(_SAFE_PATH_VARIABLE, None)


def choose_start_method() -> str:
    """Return the start method of worker processes: `fork` or `spawn`.

    `fork` is fast, but is returned on Linux only, and only if no other thread of this process may hold a lock.
    """
    import sys
    import threading

    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
