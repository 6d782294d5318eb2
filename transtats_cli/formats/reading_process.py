"""Main program of a reading process: read files with limits on processor time and memory.

`guarded` starts this process, sends the requests and receives the replies. The process ends when a file exceeds a
limit, and when its parent ends or closes the pipe.
"""

import math
import os
import pickle
import resource
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.columns import columns_of
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import import_function, refuse_many_units
from transtats_cli.formats.guarded import ReadRequest, Reply
from transtats_cli.model import Catalog

_MAX_GROWTH = 250_000_000
"""Memory that a reading process may still use after a file, in bytes. If it uses more, another one is started."""


def run() -> None:
    """Receive requests from standard input, and send replies to standard output, until the parent closes the pipe."""
    requests, replies = os.dup(0), os.dup(1)
    # A library that prints something must not write into the pipe.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_end_after_parent, args=(requests,), daemon=True).start()
    first_size = _measure_address_space()
    with os.fdopen(requests, "rb") as request_file, os.fdopen(replies, "wb") as reply_file:
        while True:
            reply_file.write(_create_reply(pickle.load(request_file), first_size))  # noqa: S301  our parent has written it
            reply_file.flush()


def _end_after_parent(requests: int) -> None:
    """Wait until the parent has closed the pipe, and end this process, even if its main thread is busy."""
    poll = select.poll()
    poll.register(requests, 0)
    poll.poll()
    os._exit(1)


def _create_reply(request: ReadRequest, first_size: int) -> bytes:
    """Return the pickled reply to a request. `first_size` is the size of the address space before the first file."""
    try:
        read = import_function(request.function)
        with _limit_resources(request):
            catalog: Catalog = read(request.content, request.options)
            refuse_many_units(len(catalog.units))
            packed = catalog._replace(units=columns_of(catalog.units).packed())
            is_last = _measure_address_space() - first_size > _MAX_GROWTH
            return pickle.dumps(Reply(packed, is_last), pickle.HIGHEST_PROTOCOL)
    except (UnreadableFile, MemoryError, ImportError) as error:
        if not _is_caused_by_memory_limit(error):
            return pickle.dumps(Reply(error))
    except Exception:
        return pickle.dumps(Reply(RuntimeError(f"in a reading process: {traceback.format_exc()}")))
    reason = f"the file needs more than {request.max_memory // 1_000_000:,} MB of memory to read"
    return pickle.dumps(Reply(UnreadableFile(reason), is_last=True))


@contextmanager
def _limit_resources(request: ReadRequest) -> Iterator[None]:
    _set_soft_limit(resource.RLIMIT_CPU, math.ceil(time.process_time()) + request.max_seconds)
    _set_soft_limit(resource.RLIMIT_AS, _measure_address_space() + request.max_memory)
    try:
        yield
    finally:
        _set_soft_limit(resource.RLIMIT_AS, sys.maxsize)


def _set_soft_limit(kind: int, value: int) -> None:
    """Set a limit of this process, or the highest value that the system allows."""
    _, highest = resource.getrlimit(kind)
    resource.setrlimit(kind, (value if highest == resource.RLIM_INFINITY else min(value, highest), highest))


def _is_caused_by_memory_limit(error: BaseException | None) -> bool:
    """Return True if an exception or one of its causes is MemoryError. Some libraries convert all exceptions."""
    return error is not None and (isinstance(error, MemoryError) or _is_caused_by_memory_limit(error.__context__))


def _measure_address_space() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
