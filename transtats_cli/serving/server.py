"""The server from its first moment to its last: it listens before anything is read, and finishes what is under way."""

import asyncio
import contextlib
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.access_log import ServerLog
from transtats_cli.serving.application import Application
from transtats_cli.serving.component_cache import ComponentCache
from transtats_cli.serving.limited_protocol import LimitedProtocol
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.server_state import ServerState

_BACKLOG = 1_024
_SHUTDOWN_SECONDS = 5
"""For the last answers to be sent once they are found."""
_OTHER_FILES = 200
"""That may be open besides connections."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine can reach what listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections from now on. Raises TranstatsError where it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise TranstatsError(f"--host {host}: {_reason(error)}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise TranstatsError(
            f"{host}:{port}: {_reason(error)}; choose another address with --host and --port"
        ) from error
    listening.setblocking(False)
    return listening


def origin(listening: socket.socket, host: str) -> str:
    """What links begin with when nobody says: where we listen, by the name that was given for it."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}"


def serve(options: ServeOptions, listening: socket.socket, announce: Callable[[], None]) -> int:
    """Answer requests until a signal comes; says which it was, or 0."""
    # What uvicorn would say of single requests stands in our own log, or is nobody's business.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    with asyncio.Runner(loop_factory=uvicorn.Config(_no_application, log_config=None).get_loop_factory()) as runner:
        return runner.run(_serve(options, listening, announce))


async def _serve(options: ServeOptions, listening: socket.socket, announce: Callable[[], None]) -> int:
    log = ServerLog(as_json=options.log_format == "json", quiet=options.quiet)
    cache = ComponentCache(options, log.message)
    state = ServerState(options, cache)
    server = _Server(_config(options, state, log))
    watching = asyncio.create_task(cache.run())
    try:
        with server.handle_signals():
            announce()
            await server.serve(sockets=[listening])
    finally:
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        cache.end()
        log.flush()
    return server.ended_by


def _raise_open_files(wanted: int) -> int:
    """How many there may be; the process is given room for them, as far as the system lets it."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = wanted + _OTHER_FILES
    if soft < room:
        soft = room if hard == resource.RLIM_INFINITY else min(room, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(wanted, soft - _OTHER_FILES))


def _config(options: ServeOptions, state: ServerState, log: ServerLog) -> uvicorn.Config:
    limits = options.limits._replace(connections=_raise_open_files(options.limits.connections))

    class Protocol(LimitedProtocol):
        """The protocol of this very server."""

    Protocol.limits, Protocol.log, Protocol.common_headers = limits, log, tuple(state.common_headers)
    Protocol.needs_token = bool(options.tokens)
    return uvicorn.Config(
        Application(state, log),
        http=Protocol,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(options.forwarded_allow_ips),
        forwarded_allow_ips=options.forwarded_allow_ips or None,
        root_path=options.root_path,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=int(limits.answer_seconds) + _SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """Ends when it is told to, from its first moment, and leaves it to the caller what the process makes of that."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ended_by = 0

    @contextlib.contextmanager
    def handle_signals(self) -> Iterator[None]:
        """Signals say that it is to end, and do nothing else."""
        before = {each: signal.signal(each, self._on_signal) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        # They are heard already, and longer than uvicorn would.
        yield

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.ended_by = self.ended_by or number
        self.handle_exit(number, frame)


async def _no_application(*_: object) -> None:
    """Stands for an application where only the loop is wanted."""


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
