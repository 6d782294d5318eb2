"""Pool of worker processes: for the scans of one run, the pages of a report, the server and fleets.

A thread of a `ThreadPoolExecutor` waits for each busy worker process. `ProcessPoolExecutor` is not used: if one of its
processes is killed, the calls in all of them fail, and if it is killed while it sends a result, they wait for ever.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from transtats_cli.scanning.pipeline.worker import Worker, WorkerError, get_process_context
from transtats_cli.signals import hold_ending_signals

Result = TypeVar("Result")

_SAFE_PATH_VARIABLE = "PYTHONSAFEPATH"


class NoProcessError(WorkerError):
    """The system does not have enough resources to start a worker process."""


class WorkerPool:
    """Worker processes that call functions. Processes start when needed, and a killed process is replaced."""

    def __init__(self, max_workers: int, start_method: str) -> None:
        self.max_workers = max_workers
        self._start_method = start_method
        self._threads = ThreadPoolExecutor(max_workers)
        self._workers: set[Worker] = set()
        self._idle_workers: list[Worker] = []
        self._topics: dict[Worker, str] = {}
        """Topic of the last call of each process that had one. The process may have cached values for it."""
        self._has_ended = False
        self._lock = threading.Lock()
        """Held while an idle worker is taken, and while a process is started or ended."""

    def start_workers(self) -> int:
        """Start all processes before the first call, and return their number.

        The number is smaller if there are too many open files or processes, or too little memory. A pool with the start
        method `fork` needs this call, because a process with threads must not be forked.
        """
        try:
            for _ in range(self.max_workers):
                self._idle_workers.append(self._start_worker())
        except NoProcessError:
            self.max_workers = len(self._idle_workers)
            self._threads = ThreadPoolExecutor(self.max_workers or 1)
        if self._start_method == "fork":
            self._start_method = "spawn"
        return self.max_workers

    def submit(
        self, function: Callable[..., Result], *arguments: Any, topic: str = "", in_new_process: bool = False
    ) -> Future[Result]:
        """Call a function in a worker process, and return the future of its result.

        `topic` is a name for the data that the function reads, such as `project/component`. The function may cache this
        data in its process. So an idle process whose last topic is the same is preferred. If `topic` is empty, an idle
        process that has had no topic is preferred.

        If the process ends without a result, the exception of the future is a WorkerError.
        """
        # Signals are handled in the main thread, so a new thread inherits blocked signals.
        with hold_ending_signals():
            try:
                return self._threads.submit(self._call, function, arguments, topic, in_new_process)
            except RuntimeError as error:
                raise NoProcessError(f"no worker process can be used: {error}") from error

    def end_processes(self, clean_up_seconds: float = 0) -> None:
        """End all processes. Running calls raise WorkerError. A signal handler may call this method.

        If `clean_up_seconds` is not 0, busy processes first get this time to remove their temporary files.
        """
        with hold_ending_signals(), self._lock:
            self._has_ended = True
            for worker in self._workers:
                worker.end_process(0 if worker in self._idle_workers else clean_up_seconds)

    def end(self, clean_up_seconds: float = 0) -> None:
        """End all processes and threads. Calls that have not started are cancelled."""
        self.end_processes(clean_up_seconds)
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.connection.close()

    def _call(
        self, function: Callable[..., Result], arguments: tuple[Any, ...], topic: str, in_new_process: bool
    ) -> Result:
        worker = self._take_worker(topic, in_new_process=in_new_process)
        try:
            worker.send_call(function, *arguments)
            reply = worker.receive_result()
        except WorkerError:
            worker.end()
            raise
        finally:
            # A worker that has ended is replaced when it is taken.
            self._idle_workers.append(worker)
        if reply.error is not None:
            raise reply.error
        result: Result = reply.value
        return result

    def _take_worker(self, topic: str, *, in_new_process: bool) -> Worker:
        """Return an idle worker process, or a new one. Among the idle workers, the one used last is preferred."""
        worker = None
        with self._lock:
            while worker is None and self._idle_workers and not in_new_process:
                indexes = range(len(self._idle_workers) - 1, -1, -1)
                same = (index for index in indexes if self._topics.get(self._idle_workers[index], "") == topic)
                worker = self._idle_workers.pop(next(same, -1))
                if not worker.is_alive():
                    self._workers.discard(worker)
                    self._topics.pop(worker, None)
                    worker.end()
                    worker = None
            worker = worker or self._start_worker()
            if topic:
                self._topics[worker] = topic
        return worker

    def _start_worker(self) -> Worker:
        if self._has_ended:
            raise WorkerError("the worker processes have ended")
        try:
            with ignore_local_modules():
                context = get_process_context(self._start_method)
                with hold_ending_signals():
                    worker = Worker(context)
                    self._workers.add(worker)
        except OSError as error:
            raise NoProcessError(f"no worker process can be started: {error.strerror or error}") from error
        return worker


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
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
