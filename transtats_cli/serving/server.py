"""Run the server from its start to its end: listen, serve, and finish running requests on a signal."""

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.application import Application
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.http.access_log import ServerLog
from transtats_cli.serving.limited_protocol import LimitedProtocol
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.routes import make_handlers
from transtats_cli.signals import ENDING_SIGNALS

_BACKLOG = 1_024
_SHUTDOWN_SECONDS = 5
"""Time in seconds to send the last responses after the server was stopped."""
_FILES_BESIDES_CONNECTIONS = 200
"""Number of open files that the server needs in addition to its connections."""


def is_loopback(host: str) -> bool:
    """Return True if the host is a loopback address, so that only programs on this machine can connect."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises TranstatsError if the address is unknown or cannot be used."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = addresses[0]
    except (OSError, UnicodeError) as error:
        raise TranstatsError(f"--host {host}: {str(getattr(error, 'strerror', None) or error).lower()}") from error
    try:
        is_dualstack = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listening = socket.create_server(address, family=family, backlog=_BACKLOG, dualstack_ipv6=is_dualstack)
    except OSError as error:
        # The text of the error contains the address as well.
        reason = os.strerror(error.errno or 0).lower()
        raise TranstatsError(f"{host}:{port}: {reason}; choose another address with --host and --port") from error
    listening.setblocking(False)
    return listening


def format_server_url(listening_socket: socket.socket, host: str) -> str:
    """Return `http://HOST:PORT` with the host name as the user wrote it and the port of the socket."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening_socket.getsockname()[1]}"


def run_server(options: ServeOptions, listening_socket: socket.socket, on_ready: Callable[[], None]) -> int:
    """Run the server until SIGINT, SIGTERM or SIGHUP arrives. Return the signal number, or 0 if no signal arrived.

    `on_ready` is called when the signal handlers are installed, just before requests are accepted.
    """
    # Our own log contains all requests, so uvicorn's messages are not needed.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    connections = _raise_open_file_limit(options.limits.connections)
    options = options._replace(limits=options.limits._replace(connections=connections))
    log = ServerLog(as_json=options.log_format == "json", quiet=options.quiet)
    cache = ComponentCache(options, log.log_message)
    server = _Server(Application(cache, log, make_handlers()))
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        return runner.run(server.run_until_signal(listening_socket, on_ready))


def _raise_open_file_limit(connections: int) -> int:
    """Raise this process's limit of open files if necessary and possible.

    Return the number of connections that the limit allows, at most `connections`.
    """
    if sys.platform == "win32":
        return connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + _FILES_BESIDES_CONNECTIONS
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(connections, soft - _FILES_BESIDES_CONNECTIONS))


class _Server(uvicorn.Server):
    """uvicorn server that stores the number of the signal that stopped it. The caller determines the exit status."""

    def __init__(self, application: Application) -> None:
        options = application.options
        config = uvicorn.Config(
            application,
            http=LimitedProtocol,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(options.forwarded_allow_ips),
            forwarded_allow_ips=options.forwarded_allow_ips or None,
            root_path=options.root_path,
            timeout_keep_alive=options.limits.idle_seconds,
            timeout_graceful_shutdown=int(options.limits.response_seconds) + _SHUTDOWN_SECONDS,
        )
        super().__init__(config)
        self._application = application
        self._signal_number = 0

    async def run_until_signal(self, listening_socket: socket.socket, on_ready: Callable[[], None]) -> int:
        """Serve requests until a signal arrives, and return its number. Return 0 if no signal arrived.

        SIGINT, SIGTERM and SIGHUP stop the server, also those that arrive while it ends. A signal that is ignored, such
        as SIGHUP by `nohup`, remains ignored. The earlier signal handlers are restored at the end.
        """
        cache = self._application.component_cache
        with contextlib.ExitStack() as stack:
            for number in ENDING_SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    stack.callback(signal.signal, number, signal.signal(number, self._on_signal))
            watching_task = asyncio.create_task(cache.watch_files())
            try:
                on_ready()
                await self.serve(sockets=[listening_socket])
            finally:
                watching_task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await watching_task
                cache.workers.end_processes()
        return self._signal_number

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Event streams have no end of their own, and uvicorn waits for all responses.
        self._application.component_cache.feed.close()
        await super().shutdown(sockets)

    # run_until_signal() handles signals already, and for longer than uvicorn would.
    capture_signals = contextlib.nullcontext  # type: ignore[assignment]

    def _on_signal(self, signal_number: int, frame: FrameType | None) -> None:
        self._signal_number = self._signal_number or signal_number
        self.handle_exit(signal_number, frame)
