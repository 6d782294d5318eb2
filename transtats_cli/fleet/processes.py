"""Run work items in processes of this machine. If a process is killed, a new process is started."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import Engine, ItemOutcome, ItemSupplier, WorkOptions
from transtats_cli.fleet.work import run_concurrently, run_item
from transtats_cli.scanning.pipeline.pool import WorkerPool
from transtats_cli.signals import call_if_signal_ends_process, create_temporary_directory

_CLEAN_UP_SECONDS = 5


@contextmanager
def start_processes(jobs: int) -> Iterator[Engine]:
    """Start worker processes, and end them at the end of the block.

    The copies of roots are in a directory of this process, which is removed after the workers have ended: a worker that
    is told to end may still be writing when it removes its copies.
    """
    scratch = ""
    with ExitStack() as stack:
        # If no directory can be created, the roots that need one fail, and the others are scanned.
        with suppress(OSError):
            scratch = stack.enter_context(create_temporary_directory())
        pool = WorkerPool(jobs)
        # A worker may have a git process.
        stack.enter_context(call_if_signal_ends_process(lambda: pool.end_processes(_CLEAN_UP_SECONDS)))
        stack.callback(pool.end, _CLEAN_UP_SECONDS)
        if not pool.start_workers():
            raise TranstatsError("no worker process can be started: too many open files, or too little memory")

        def run_items(take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
            own = options._replace(scratch=scratch)
            return run_concurrently(take_item, lambda item: pool.submit(run_item, item, own), lambda: pool.max_workers)

        yield run_items
