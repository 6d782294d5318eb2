"""Run `transtats` in processes that are forked from one that has imported it already.

A short command spends most of its time in the start of Python and in imports. `CommandServer` starts this file as a
script. The script imports the package and forks for each request. The child runs `python -m transtats_cli` with the
directory, the environment and the standard streams of the request. Each command still has its own process and exit
status, and leaves nothing behind for the next one.
"""

import gc
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
READ_AT_START = ("PYTHON", "LC_", "LANG")
"""Beginnings of the variables that the interpreter reads when it starts. A forked process cannot change them."""

_TIMEOUT = 120
_HEADER_SIZE = 8
_STREAMS = 3
_READ_SIZE = 1 << 16


class CommandServer:
    """Process that forks commands. `close` ends it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = _read_at_start(environment)
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_TIMEOUT)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=environment,
                stdin=subprocess.DEVNULL,
                # The interpreter creates sys.stdout and sys.stderr for pipes, which is what the children get.
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                process_group=0,
            )

    def can_run(self, cwd: Path, environment: Mapping[str, str]) -> bool:
        """Return True if the interpreter would start alike, and would import the same modules."""
        has_modules = any(cwd.glob("*.py")) or any(cwd.glob("*/__init__.py"))
        return not has_modules and _read_at_start(environment) == self._environment

    def run(self, argv: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> tuple[int, bytes, bytes]:
        """Return the exit status, the standard output and the standard error of a command."""
        pipes = [os.pipe(), os.pipe()]
        body = json.dumps([argv, str(cwd), dict(environment)]).encode()
        with open(os.devnull, "rb") as nothing:
            streams = [nothing.fileno(), *(writer for _, writer in pipes)]
            socket.send_fds(self._socket, [len(body).to_bytes(_HEADER_SIZE)], streams)
        self._socket.sendall(body)
        for _, writer in pipes:
            os.close(writer)
        stdout, stderr = self._read([reader for reader, _ in pipes])
        status = int.from_bytes(_receive(self._socket, _HEADER_SIZE), signed=True)
        return status, stdout, stderr

    def close(self) -> None:
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def _read(self, pipes: Sequence[int]) -> list[bytes]:
        """Read pipes to their ends and close them."""
        texts = {pipe: bytearray() for pipe in pipes}
        end = time.monotonic() + _TIMEOUT
        with selectors.DefaultSelector() as selector:
            for pipe in pipes:
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(end - time.monotonic())
                if not ready:
                    self.close()
                    raise TimeoutError(f"the command has not ended after {_TIMEOUT} seconds")
                for key, _ in ready:
                    part = os.read(key.fd, _READ_SIZE)
                    texts[key.fd] += part
                    if not part:
                        selector.unregister(key.fd)
                        os.close(key.fd)
        return [bytes(text) for text in texts.values()]


def _read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_START)}


def _receive(connection: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = connection.recv(size - len(received))
        if not part:
            raise EOFError
        received += part
    return received


def _import_package() -> None:
    """Import all modules but those of the server.

    The end of a process depends on modules of multiprocessing that the server imports.
    """
    package = import_module("transtats_cli")
    for module in pkgutil.walk_packages(package.__path__, "transtats_cli."):
        if not module.name.startswith(("transtats_cli.__main__", "transtats_cli.serving")):
            import_module(module.name)
    assert "multiprocessing.resource_tracker" not in sys.modules


def _fork_commands(connection: socket.socket) -> None:
    """Fork for each request. The function returns in the children, and when the connection ends."""
    while True:
        header, streams, _, _ = socket.recv_fds(connection, _HEADER_SIZE, _STREAMS)
        if not header:
            sys.exit()
        argv, cwd, environment = json.loads(_receive(connection, int.from_bytes(header)))
        child = os.fork()
        if not child:
            connection.close()
            _prepare(argv, cwd, environment, streams)
            return
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(status.to_bytes(_HEADER_SIZE, signed=True))


def _prepare(argv: Sequence[str], cwd: str, environment: Mapping[str, str], streams: Sequence[int]) -> None:
    """Make this process like one that has just been started."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.path[0] = str(Path.cwd())
    sys.argv[1:] = argv


if __name__ == "__main__":
    _import_package()
    # The children shall not copy the memory of the modules.
    gc.collect()
    gc.freeze()
    _fork_commands(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("transtats_cli", run_name="__main__", alter_sys=True)
