"""Look up the changes of all files of several components in a worker process, while this process does other work."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.pool import single_worker

if TYPE_CHECKING:
    from transtats_cli.changes.files import RepositoryChanges
    from transtats_cli.scanning.pipeline.worker import Worker

    LookUp = Callable[[Sequence[Component], str], list[RepositoryChanges]]


class BackgroundLookup:
    """Lookup in a worker process. Create instances with `looking_up`."""

    def __init__(self, worker: "Worker") -> None:
        self._worker = worker
        self._is_received = False

    def is_running(self) -> bool:
        return not self._is_received and not self._worker.has_result()

    def wait_for_changes(self) -> "list[RepositoryChanges]":
        """Wait until the lookup ends, and return the changes. [] if they were returned before.

        Also [] if the worker process was killed. The changes must then be looked up in this process.
        """
        from transtats_cli.scanning.pipeline.worker import WorkerError

        if self._is_received:
            return []
        self._is_received = True
        try:
            result = self._worker.receive()
        except WorkerError:
            return []
        if result.error is not None:
            raise result.error
        found: list[RepositoryChanges] = result.value
        return found


@contextmanager
def looking_up(look_up: "LookUp", components: Sequence[Component], cache: str) -> Iterator[BackgroundLookup | None]:
    """Call a function with components and the path of the cache directory in a worker process.

    The process is ended at the end of the block. None if no process can be started.
    """
    with single_worker() as worker:
        if worker is None:
            yield None
        else:
            worker.send(_call_in_worker, look_up, components, cache)
            yield BackgroundLookup(worker)


def _call_in_worker(look_up: "LookUp", components: Sequence[Component], cache: str) -> "list[RepositoryChanges]":
    # With its default handling, SIGTERM also ends the git processes of this worker.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return look_up(components, cache)
