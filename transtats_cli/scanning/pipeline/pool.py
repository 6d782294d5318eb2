"""Pool of worker processes: for the scans of one run, the pages of a report, the server and fleets.

A thread of a `ThreadPoolExecutor` waits for each busy worker process. `ProcessPoolExecutor` is not used: if one of its
processes is killed, the calls in all of them fail, and if it is killed while it sends a result, they wait for ever.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from transtats_cli.signals import hold_ending_signals
from transtats_cli.worker import Worker, WorkerError

Result = TypeVar("Result")


class WorkerPool:
    """Worker processes that call functions. Processes start when needed, and a killed process is replaced."""

    def __init__(self, max_workers: int) -> None:
        self.max_workers = max_workers
        self._threads = ThreadPoolExecutor(max_workers)
        self._workers: set[Worker] = set()
        self._idle_workers: list[Worker] = []
        self._has_ended = False
        self._lock = threading.Lock()
        """Held while an idle worker is taken, and while a process is started or ended."""

    def start_workers(self) -> int:
        """Start all processes before the first call, and return their number.

        The number is smaller if there are too many open files or processes, or too little memory.
        """
        try:
            for _ in range(self.max_workers):
                self._idle_workers.append(self._start_worker())
        except WorkerError:
            self.max_workers = len(self._idle_workers)
            self._threads = ThreadPoolExecutor(self.max_workers or 1)
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
                raise WorkerError(f"no worker process can be used: {error}") from error

    def end_processes(self, clean_up_seconds: float = 0) -> None:
        """End all processes. Running calls raise WorkerError. A signal handler may call this method.

        If `clean_up_seconds` is not 0, busy processes first get this time to remove their temporary files.
        """
        with hold_ending_signals(), self._lock:
            self._has_ended = True
            for worker in self._workers:
                worker.end(0 if worker in self._idle_workers else clean_up_seconds)

    def end(self, clean_up_seconds: float = 0) -> None:
        """End all processes and threads. Calls that have not started are cancelled."""
        self.end_processes(clean_up_seconds)
        self._threads.shutdown(cancel_futures=True)

    def _call(
        self, function: Callable[..., Result], arguments: tuple[Any, ...], topic: str, in_new_process: bool
    ) -> Result:
        worker = self._take_worker(topic, in_new_process=in_new_process)
        try:
            return worker.call(function, *arguments)
        finally:
            # A worker that has ended is replaced when it is taken.
            self._idle_workers.append(worker)

    def _take_worker(self, topic: str, *, in_new_process: bool) -> Worker:
        """Return an idle worker process, or a new one. Among the idle workers, the one used last is preferred."""
        with self._lock:
            while self._idle_workers and not in_new_process:
                same = (each for each in reversed(self._idle_workers) if each.topic == topic)
                worker = next(same, self._idle_workers[-1])
                self._idle_workers.remove(worker)
                if worker.is_alive():
                    break
                self._workers.discard(worker)
                worker.end()
            else:
                worker = self._start_worker()
            worker.topic = topic or worker.topic
        return worker

    def _start_worker(self) -> Worker:
        if self._has_ended:
            raise WorkerError("the worker processes have ended")
        try:
            with hold_ending_signals():
                worker = Worker()
                self._workers.add(worker)
        except OSError as error:
            raise WorkerError(f"no worker process can be started: {error.strerror or error}") from error
        return worker
