"""Run work items in processes of this machine. If a process is killed, a new process is started."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from multiprocessing.connection import wait
from typing import Self

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.engines import AssignmentOutcome, AssignmentSupplier
from transtats_cli.fleet.items import Assignment, LostItem, WorkOptions
from transtats_cli.fleet.work import run_item_in_worker
from transtats_cli.scanning.pipeline.pool import choose_start_method, ignore_local_modules
from transtats_cli.scanning.pipeline.worker import Worker, WorkerError, get_process_context
from transtats_cli.signals import call_if_signal_ends_process, hold_ending_signals
from transtats_cli.temporary import create_temporary_directory

_CLEAN_UP_SECONDS = 5


class LocalEngine:
    """Engine with worker processes on this machine.

    The first processes are started before the output is opened, because libraries of the output start threads, and a
    process with threads is not forked. The copies of roots are in a directory of this process, which is removed after
    the workers have ended: a worker that is told to end may still be writing when it removes its copies.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._idle: list[Worker] = []
        self._busy: dict[Worker, Assignment] = {}
        self._scratch = ""
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            # If no directory can be created, the roots that need one fail, and the others are scanned.
            with suppress(OSError):
                self._scratch = stack.enter_context(create_temporary_directory())
            stack.enter_context(call_if_signal_ends_process(self._end_workers))
            stack.callback(self._end_workers)
            with ignore_local_modules():
                self._start_workers(choose_start_method())
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    def _end_workers(self) -> None:
        with hold_ending_signals():
            for worker in self._idle:
                worker.end()
            for worker in self._busy:
                # A worker may have a git process.
                worker.end(_CLEAN_UP_SECONDS)
            self._idle, self._busy = [], {}

    def run(self, take_assignment: AssignmentSupplier, options: WorkOptions) -> Iterator[AssignmentOutcome]:
        options = options._replace(scratch=self._scratch)
        while True:
            yield from self._send_assignments(take_assignment, options)
            if not self._busy:
                return
            yield from self._receive_results()

    def _send_assignments(
        self, take_assignment: AssignmentSupplier, options: WorkOptions
    ) -> Iterator[AssignmentOutcome]:
        """Send an assignment to each idle worker. At the end, all workers are busy, or no assignment is left.

        If a worker has ended before an assignment can be sent, the assignment is yielded with a LostItem.
        """
        while True:
            if len(self._idle) + len(self._busy) < self._jobs:
                with ignore_local_modules():
                    self._start_workers("spawn")
            if not self._idle:
                return
            assignment = take_assignment()
            if assignment is None:
                return
            worker = self._idle.pop()
            self._busy[worker] = assignment
            try:
                worker.send_call(run_item_in_worker, assignment.item, options)
            except WorkerError as error:
                yield self._remove_worker(worker, error)

    def _receive_results(self) -> Iterator[AssignmentOutcome]:
        """Wait until a worker has finished, and yield the outcome of each finished worker."""
        ready = wait([worker.connection for worker in self._busy])
        for worker in [each for each in self._busy if each.connection in ready]:
            try:
                result = worker.receive_result()
            except WorkerError as error:
                yield self._remove_worker(worker, error)
                continue
            assignment = self._busy.pop(worker)
            self._idle.append(worker)
            if result.error is not None:
                raise result.error
            yield assignment, result.value

    def _start_workers(self, start_method: str) -> None:
        """Start workers up to the number of jobs, or as many as possible. Raises TranstatsError if there are none."""
        context = get_process_context(start_method)
        try:
            while len(self._idle) + len(self._busy) < self._jobs:
                with hold_ending_signals():
                    self._idle.append(Worker(context))
        except OSError as error:
            if not (self._idle or self._busy):
                raise TranstatsError(f"no worker process can be started: {error.strerror or error}") from error
            self._jobs = len(self._idle) + len(self._busy)

    def _remove_worker(self, worker: Worker, error: WorkerError) -> AssignmentOutcome:
        assignment = self._busy.pop(worker)
        worker.end()
        return assignment, LostItem(str(error))
