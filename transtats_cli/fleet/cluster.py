"""Run work items on the workers of a Dask cluster that the user has started. The only module that uses distributed.

If a worker is lost, the scheduler gives its items to other workers, as often as its setting `allowed-failures` permits.
If the connection to the scheduler is lost, the run ends, and the same command continues it. Only this process writes
results, so no result is written twice.
"""

import asyncio
import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from functools import partial
from threading import Lock, Timer
from typing import Any

from transtats_cli import __version__
from transtats_cli.errors import TranstatsError, require_extra
from transtats_cli.fleet.items import Engine, ItemOutcome, ItemResult, ItemSupplier, WorkItem, WorkOptions
from transtats_cli.fleet.work import run_concurrently, run_item
from transtats_cli.git import TIMEOUT_VARIABLE
from transtats_cli.worker import WorkerError

_ITEMS_PER_WORKER = 2
"""Number of submitted items for each worker, so that no worker waits for the next item."""
_CONNECT_TIMEOUT_SECONDS = 5.0
_ANSWER_TIMEOUT_SECONDS = 60.0
"""Time within which a connected scheduler must answer."""
_SECONDS_BEFORE_MESSAGE = 2.0
"""Time without a scheduler or a worker after which a message is printed."""
_ITEM_LOCK = Lock()
"""Lock of a worker process. A scan uses caches that threads cannot share, so further threads of the worker wait."""


def run_pickled_call(call: bytes) -> bytes:
    """Run an item in a thread of a worker process, and return the pickled result. `call` is the pickled arguments."""
    with _ITEM_LOCK:
        item, options = pickle.loads(call)  # noqa: S301  the process of the command has written it
        # The environment of a worker is not the environment of the command.
        os.environ[TIMEOUT_VARIABLE] = str(options.git_seconds)
        return pickle.dumps(run_item(item, options))


def _create_task_function() -> Callable[[bytes, str], bytes | str]:
    """Return the function that is submitted to workers. It returns a pickled result.

    If the worker has another version or no transtats, no item is run, and the result is a text that names it. Such a
    worker would end if it had to unpickle objects of this package. So the function is sent by value, it imports this
    package after the versions are compared, and its argument is bytes.
    """

    def run_call(call: bytes, version: str) -> bytes | str:
        try:
            from transtats_cli import __version__ as found
        except ImportError:
            return "no transtats"
        if found != version:
            return f"transtats {found} instead of {version}"
        from transtats_cli.fleet.cluster import run_pickled_call

        return run_pickled_call(call)

    return run_call


async def _require_answer(distributed: Any, address: str, seconds: float) -> None:
    """Connect to a scheduler, as soon as it answers, and disconnect. Raises TimeoutError after some seconds.

    `Client` has no time limit for the first answer, so it would wait for ever for a program that sends nothing.
    """
    arguments = distributed.security.Security().get_connection_args("client")
    connection = await asyncio.wait_for(distributed.comm.connect(address, timeout=seconds, **arguments), seconds)
    await connection.close()


def _describe_connection_error(error: BaseException) -> str:
    """Return the reason of an error in plain words. The first error of distributed is a timeout for every reason."""
    if isinstance(error, MemoryError):
        # distributed reads the first bytes as a size, and the size that another program sends may be too large.
        return "another program answers"
    while error.__cause__ is not None:
        error = error.__cause__
    return getattr(error, "strerror", None) or ("" if isinstance(error, OSError) else str(error)) or "no answer"


@contextmanager
def connect_to_cluster(address: str, wait_seconds: float, on_waiting: Callable[[str], None]) -> Iterator[Engine]:
    """Connect to the scheduler of a cluster, and disconnect at the end of the block.

    `wait_seconds` limits the time until the first connection to the scheduler, and the time without a worker.
    `on_waiting` is called with a message after a few seconds of this time.
    """
    with require_extra("fleet", "--cluster"):
        import distributed
    # distributed would log a lost connection several times.
    logging.disable(logging.ERROR)
    try:
        with closing(_Cluster(distributed, address, wait_seconds, on_waiting)) as cluster:
            yield cluster.run_items
    finally:
        logging.disable(logging.NOTSET)


class _Cluster:
    """Connection to the scheduler of a cluster."""

    def __init__(self, distributed: Any, address: str, wait_seconds: float, on_waiting: Callable[[str], None]) -> None:
        self._distributed = distributed
        self._address = address
        self._wait_seconds = wait_seconds
        self._on_waiting = on_waiting
        # distributed raises errors of many types for an address that it cannot use.
        try:
            host = distributed.comm.get_address_host(address)
        except Exception as error:
            raise TranstatsError(
                f"--cluster {address}: no address of a Dask scheduler; write an address such as tcp://host:8786"
            ) from error
        try:
            # distributed would wait for a name that cannot be resolved.
            socket.getaddrinfo(host, None)
            with self._report_long_wait("the scheduler"):
                asyncio.run(_require_answer(distributed, address, wait_seconds))
            # distributed has no complete types.
            self._client: Any = distributed.Client(address, timeout=_CONNECT_TIMEOUT_SECONDS, set_as_default=False)
        except Exception as error:
            raise TranstatsError(
                f"the Dask scheduler {address} cannot be reached ({_describe_connection_error(error)}); after it is"
                " started, run the same command again to continue"
            ) from error

    def close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=_CONNECT_TIMEOUT_SECONDS)

    def run_items(self, take_item: ItemSupplier, options: WorkOptions) -> Iterator[ItemOutcome]:
        """Run items as an Engine. At most two items for each worker are submitted at a time."""
        try:
            yield from run_concurrently(take_item, partial(self._submit, options), self._count_slots)
        except TranstatsError:
            raise
        # distributed raises errors of many types.
        except Exception as error:
            raise TranstatsError(
                f"the connection to the scheduler {self._address} was lost; when the scheduler is running, run the same"
                " command again to continue"
            ) from error

    def _submit(self, options: WorkOptions, item: WorkItem) -> "Future[ItemResult]":
        future = self._client.submit(_create_task_function(), pickle.dumps((item, options)), __version__, pure=False)
        return asyncio.run_coroutine_threadsafe(self._receive(future), self._client.loop.asyncio_loop)

    async def _receive(self, future: Any) -> ItemResult:
        """Return the result of a future.

        If only the result is lost with its worker, the scheduler lets another worker compute it. Raises WorkerError if
        the item is lost, and TranstatsError if the worker cannot run the item.
        """
        try:
            result = await future
        except self._distributed.KilledWorker as error:
            raise WorkerError("workers of the cluster were lost") from error
        except Exception as error:
            if future.status != "error":
                raise
            raise TranstatsError(
                f"{self._address}: a worker cannot run its work ({type(error).__name__}: {error}); check that all"
                " workers have the same versions of Python and of the installed packages as this machine"
            ) from error
        if isinstance(result, str):
            raise TranstatsError(
                f"{self._address}: a worker has {result}; install transtats {__version__} with the extra `fleet` on all"
                " workers"
            )
        found: ItemResult = pickle.loads(result)  # noqa: S301  a worker that the user has named has written it
        return found

    def _count_slots(self) -> int:
        """Return the number of items that may be submitted, as soon as there is a worker.

        Raises TranstatsError if there is no worker for too long.
        """
        # A client that connects again has lost its items.
        if self._client.status != "running":
            raise ConnectionError
        # Without a limit, the call would wait for a scheduler that is stopped.
        cores = self._client.sync(self._client.scheduler.ncores, callback_timeout=_ANSWER_TIMEOUT_SECONDS)
        if not cores:
            try:
                with self._report_long_wait("a worker of"):
                    self._client.wait_for_workers(1, timeout=self._wait_seconds)
            except TimeoutError as error:
                raise TranstatsError(
                    f"{self._address} has had no worker for {self._wait_seconds:g} seconds; start workers, and run the"
                    " same command again to continue"
                ) from error
        return max(len(cores), 1) * _ITEMS_PER_WORKER

    @contextmanager
    def _report_long_wait(self, what: str) -> Iterator[None]:
        """Call `on_waiting` in a thread if the block takes some seconds."""
        text = f"waiting for {what} {self._address} (up to {self._wait_seconds:g} seconds)"
        timer = Timer(_SECONDS_BEFORE_MESSAGE, self._on_waiting, [text])
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
