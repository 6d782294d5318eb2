"""Run work items on the workers of a Dask cluster that the user has started. The only module that uses distributed.

If a worker is lost, the scheduler gives its items to other workers, also items whose results were not fetched yet. If
the connection to the scheduler is lost, the run ends, and the same command continues it. Only this process writes
results, so no result is written twice.
"""

import asyncio
import logging
import os
import pickle
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Self

from transtats_cli import __version__
from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.engines import AssignmentOutcome, AssignmentSupplier
from transtats_cli.fleet.items import Assignment, ItemResult, LostItem, WorkOptions
from transtats_cli.fleet.work import run_item_in_worker
from transtats_cli.git import TIMEOUT_VARIABLE

_ITEMS_PER_WORKER = 2
"""Number of submitted items for each worker, so that no worker waits for the next item."""
_SECONDS_BETWEEN_WORKER_COUNTS = 2.0
"""Time after which the workers are counted again, because workers may be added and lost during a run."""
_CONNECT_TIMEOUT_SECONDS = 5.0
_ANSWER_TIMEOUT_SECONDS = 60.0
"""Time within which a connected scheduler must answer."""
_SECONDS_BEFORE_MESSAGE = 4.0
"""Time without a worker after which a message is printed."""
_ITEM_LOCK = Lock()
"""Lock of a worker process. A scan uses caches that threads cannot share, so further threads of the worker wait."""


def run_pickled_call(call: bytes) -> bytes:
    """Run an item in a thread of a worker process, and return the pickled result. `call` is the pickled arguments."""
    with _ITEM_LOCK:
        item, options = pickle.loads(call)  # noqa: S301  the process of the command has written it
        # The environment of a worker is not the environment of the command.
        os.environ[TIMEOUT_VARIABLE] = str(options.git_seconds)
        return pickle.dumps(run_item_in_worker(item, options))


def _create_task_function() -> Callable[[bytes, str], tuple[str, bytes]]:
    """Return the function that is submitted to workers. It returns the version of the worker, and a pickled result.

    If the worker has another version or no transtats, no item is run, and the result is empty. Such a worker would end
    if it had to unpickle objects of this package. So the function is sent by value, and its argument is bytes.
    """

    def run_call(call: bytes, version: str) -> tuple[str, bytes]:
        try:
            from transtats_cli import __version__ as found
        except ImportError:
            return "", b""
        if found != version:
            return found, b""
        # Imported on the worker. A name of this module would be imported before the versions are compared.
        from transtats_cli.fleet.engines.dask import run_pickled_call

        return found, run_pickled_call(call)

    return run_call


def _require_answer(address: str, seconds: float) -> None:
    """Connect to a scheduler and disconnect again. Raises TimeoutError if there is no answer after some seconds.

    `Client` has no time limit for the first answer, so it would wait for ever for a program that sends nothing.
    """
    from distributed.comm import connect
    from distributed.security import Security

    async def connect_once() -> None:
        arguments = Security().get_connection_args("client")
        connection = await asyncio.wait_for(connect(address, timeout=seconds, **arguments), seconds)
        await connection.close()

    asyncio.run(connect_once())


def _require_valid_address(address: str) -> None:
    """Raise TranstatsError if an address cannot be that of a scheduler, or if its host name cannot be resolved."""
    from distributed.comm import get_address_host

    try:
        host = get_address_host(address)
    # distributed raises errors of many types for an address that it cannot use.
    except Exception as error:
        raise TranstatsError(
            f"--cluster {address}: no address of a Dask scheduler; write an address such as tcp://host:8786"
        ) from error
    try:
        socket.getaddrinfo(host, None)
    except (OSError, UnicodeError) as error:
        raise TranstatsError(
            f"--cluster {address}: the name {host!r} cannot be resolved ({_describe_connection_error(error)}); check"
            " the address"
        ) from error


def _describe_connection_error(error: BaseException) -> str:
    """Return the reason of an error in plain words. The first error of distributed is a timeout for every reason."""
    if isinstance(error, MemoryError):
        # distributed reads the first bytes as a size, and the size that another program sends may be too large.
        return "another program answers"
    reason = "no answer" if isinstance(error, OSError) else str(error) or "no answer"
    found: BaseException | None = error
    while found is not None:
        reason = (isinstance(found, OSError) and found.strerror) or reason
        found = found.__cause__
    return reason


class DaskEngine:
    """Engine with the workers of a cluster.

    `wait_seconds` limits the time until the first connection to the scheduler, and the time without a worker.
    `on_waiting` is called with a message after a few seconds of this time.
    """

    def __init__(
        self, address: str, wait_seconds: float, on_waiting: Callable[[str], None] = lambda _text: None
    ) -> None:
        self._address = address
        self._wait_seconds = wait_seconds
        self._on_waiting = on_waiting
        self._is_waiting_for_worker = False
        """True if `on_waiting` was called after the last worker was lost."""
        self._client: Any = None
        """Client of distributed, which has no complete types, or None."""
        self._finished: SimpleQueue[tuple[int, Any, BaseException | None]] = SimpleQueue()
        """Numbers of submissions, each with its result or its error. A thread of distributed adds them."""
        self._submissions: dict[int, tuple[Any, Assignment]] = {}
        self._postponed: Assignment | None = None
        """Assignment that is submitted when no other assignment is running."""
        self._numbers = count()
        self._worker_count = 0
        self._last_worker_count_time = 0.0
        self._last_worker_time = 0.0
        """Last time at which there was a worker or a result."""

    def __enter__(self) -> Self:
        try:
            import distributed  # noqa: F401  only the attempt counts
        except ImportError as error:
            raise TranstatsError(
                "--cluster needs distributed, which is not installed: pip install 'transtats-cli[fleet]'"
            ) from error
        _require_valid_address(self._address)
        # distributed would log a lost connection several times.
        logging.disable(logging.ERROR)
        try:
            self._connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *raised: object) -> None:
        self._disconnect()
        logging.disable(logging.NOTSET)

    def run(self, take_assignment: AssignmentSupplier, options: WorkOptions) -> Iterator[AssignmentOutcome]:
        while True:
            self._count_workers_regularly()
            self._submit_assignments(take_assignment, options)
            if not self._submissions:
                return
            outcome = self._receive_outcome()
            if outcome is not None:
                yield outcome
                self._last_worker_time = time.monotonic()

    def _submit_assignments(self, take_assignment: AssignmentSupplier, options: WorkOptions) -> None:
        """Submit assignments until each worker has enough of them.

        An assignment whose worker was lost is run alone. If it also ends the next worker, no other assignment of that
        worker can be the reason.
        """
        while (
            len(self._submissions) < max(1, self._worker_count) * _ITEMS_PER_WORKER
            and not self._has_exclusive_assignment()
        ):
            assignment, self._postponed = self._postponed or take_assignment(), None
            if assignment is None:
                return
            if assignment.lost_worker_count and self._submissions:
                self._postponed = assignment
                return
            self._submit_assignment(assignment, options)

    def _has_exclusive_assignment(self) -> bool:
        """Return True if an assignment is submitted that must be run alone."""
        return any(assignment.lost_worker_count for _, assignment in self._submissions.values())

    def _submit_assignment(self, assignment: Assignment, options: WorkOptions) -> None:
        number = next(self._numbers)
        call = pickle.dumps((assignment.item, options))
        key = f"transtats-{os.getpid()}-{os.urandom(4).hex()}-{number}"
        try:
            future = self._client.submit(_create_task_function(), call, __version__, key=key, pure=False)
        except Exception as error:
            raise self._create_connection_error() from error
        self._submissions[number] = future, assignment
        future.add_done_callback(partial(self._fetch_result, number))

    def _fetch_result(self, number: int, future: Any) -> None:
        """Fetch the result of a future that is done. If it is lost with its worker, wait for the next worker.

        If the client is closed meanwhile, distributed may never answer. Python waits for this thread before it ends, so
        the thread must not wait for ever.
        """
        seconds = _SECONDS_BETWEEN_WORKER_COUNTS
        while self._client is not None:
            result, error = None, None
            try:
                result = future.result(timeout=seconds)
            except BaseException as raised:
                error = raised
            if not isinstance(error, TimeoutError) or future.status == "error":
                self._finished.put((number, result, error))
                return
            # A large result may take longer.
            seconds *= 2

    def _receive_outcome(self) -> AssignmentOutcome | None:
        """Wait for the next submission that is done.

        Return None if no submission is done after _SECONDS_BETWEEN_WORKER_COUNTS. Raises TranstatsError if the worker
        cannot run the item, or if the scheduler is lost.
        """
        from distributed import KilledWorker

        try:
            number, result, error = self._finished.get(timeout=_SECONDS_BETWEEN_WORKER_COUNTS)
        except Empty:
            return None
        future, assignment = self._submissions.pop(number)
        if error is None:
            return assignment, self._load_result(*result)
        if isinstance(error, KilledWorker):
            return assignment, LostItem("workers of the cluster were lost", error.allowed_failures + 1)
        if isinstance(error, TranstatsError):
            raise error
        if future.status != "error":
            raise self._create_connection_error() from error
        raise TranstatsError(
            f"{self._address}: a worker cannot run its work ({type(error).__name__}: {error}); check that all"
            " workers have the same versions of Python and of the installed packages as this machine"
        ) from error

    def _load_result(self, version: str, result: bytes) -> ItemResult:
        if version != __version__:
            raise self._create_version_error("a worker", version)
        found: ItemResult = pickle.loads(result)  # noqa: S301  a worker that the user has named has written it
        return found

    def _count_workers_regularly(self) -> None:
        """Count the workers if the last count is too old.

        Raises TranstatsError if the scheduler does not answer, or if there has been no worker for too long.
        """
        now = time.monotonic()
        if now < self._last_worker_count_time + _SECONDS_BETWEEN_WORKER_COUNTS:
            return
        if self._client.status != "running":
            raise self._create_connection_error()
        try:
            cores = self._client.sync(self._client.scheduler.ncores, callback_timeout=_ANSWER_TIMEOUT_SECONDS)
        except Exception as error:
            raise self._create_connection_error() from error
        self._set_worker_count(len(cores))
        waited = now - self._last_worker_time
        if waited > self._wait_seconds:
            raise TranstatsError(
                f"{self._address} has had no worker for {self._wait_seconds:g} seconds; start workers, and run the same"
                " command again to continue"
            )
        if waited > _SECONDS_BEFORE_MESSAGE and not self._is_waiting_for_worker:
            self._is_waiting_for_worker = True
            self._on_waiting(f"waiting for a worker of {self._address} ({self._describe_limit()})")

    def _describe_limit(self) -> str:
        return f"up to {self._wait_seconds:g} seconds"

    def _set_worker_count(self, count: int) -> None:
        self._worker_count = count
        self._last_worker_count_time = time.monotonic()
        if count:
            self._last_worker_time = self._last_worker_count_time
            self._is_waiting_for_worker = False

    def _create_connection_error(self) -> TranstatsError:
        return TranstatsError(
            f"the connection to the scheduler {self._address} was lost; when the scheduler is running, run the same"
            " command again to continue"
        )

    def _connect(self) -> None:
        """Connect to the scheduler, and compare the versions of all workers."""
        from distributed import Client

        is_waiting = False
        deadline = time.monotonic() + self._wait_seconds
        while self._client is None:
            try:
                _require_answer(self._address, min(_CONNECT_TIMEOUT_SECONDS, deadline - time.monotonic()))
                self._client = Client(self._address, timeout=_CONNECT_TIMEOUT_SECONDS, set_as_default=False)
            # distributed raises errors of many types for an address that it cannot use.
            except Exception as error:
                seconds_left = deadline - time.monotonic()
                if not isinstance(error, OSError) or seconds_left <= 0:
                    reason = _describe_connection_error(error)
                    raise TranstatsError(
                        f"the Dask scheduler {self._address} cannot be reached ({reason}); after it is started, run the"
                        " same command again to continue"
                    ) from error
                if not is_waiting:
                    is_waiting = True
                    self._on_waiting(f"waiting for the scheduler {self._address} ({self._describe_limit()})")
                time.sleep(min(1.0, seconds_left))
        self._last_worker_time = time.monotonic()
        self._set_worker_count(len(self._require_equal_versions(self._client)))

    def _require_equal_versions(self, client: Any) -> dict[str, str]:
        """Return the version of transtats on each worker. Raises TranstatsError if one is different."""

        def read_version() -> str:
            # Sent by value, because a worker may have no transtats.
            try:
                from transtats_cli import __version__
            except ImportError:
                return ""
            return __version__

        try:
            # Without a limit, the call would wait for a worker that is stopped until the scheduler removes the worker.
            versions: dict[str, str] = client.run(read_version, on_error="ignore", callback_timeout=self._wait_seconds)
        except ValueError:
            # There is no worker yet.
            return {}
        except Exception as error:
            raise TranstatsError(f"the workers of {self._address} do not answer: {error}") from error
        for worker, version in sorted(versions.items()):
            if version != __version__:
                raise self._create_version_error(f"the worker {worker}", version)
        return versions

    def _create_version_error(self, worker: str, version: str) -> TranstatsError:
        has = f"transtats {version} instead of {__version__}" if version else "no transtats"
        advice = f"install transtats {__version__} with the extra `fleet` on all workers"
        return TranstatsError(f"{self._address}: {worker} has {has}; {advice}")

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=_CONNECT_TIMEOUT_SECONDS)
