"""Fixtures for server tests: `serve` runs a real server, `project` creates a small tree."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest

from tests.command_server import CAN_FORK, CommandServer, ForkedProcess

MAX_SECONDS = 30
LIMITS_TO_COUNT_ALL = {"page_wait_seconds": MAX_SECONDS, "search_seconds": MAX_SECONDS}
"""Limits of a server whose pages count and search all components, also on a slow machine."""
LIMITED_SERVER = """
import json, sys
from transtats_cli.serving import server
from transtats_cli.serving.options import ServerLimits, ServeOptions

listening = server.open_listening_socket("127.0.0.1", 0)
base_url = server.format_server_url(listening, "127.0.0.1")
options = ServeOptions(sys.argv[1], base_url, limits=ServerLimits(**json.loads(sys.argv[2])))
server.run_server(options, listening, lambda: print(base_url + "/api/", flush=True))
"""
"""Program for a server with custom limits, for which the command has no options."""


class Reply(NamedTuple):
    """A response of the server."""

    status: int
    headers: Mapping[str, str]
    """Headers by lower-case name."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """A server process."""

    def __init__(self, process: "subprocess.Popen[str] | ForkedProcess") -> None:
        self.process = process
        assert process.stdout is not None
        self.api = process.stdout.readline().strip()
        """URL that the server prints; ends in `/api/`."""
        self.port = int(self.api.removesuffix("/api/").rpartition(":")[2])
        self.base_url = f"http://127.0.0.1:{self.port}"
        self._log: list[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def get(self, path: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> Reply:
        """Send a request and return the response. `path` is sent without escaping."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=MAX_SECONDS)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            connection.endheaders()
            response = connection.getresponse()
            named = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, named, response.read())
        finally:
            connection.close()

    def send(self, sent: bytes, *, wait: float = MAX_SECONDS) -> bytes:
        """Send bytes and return the received bytes, until the connection ends or `wait` seconds pass without input."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(sent)
            received = b""
            try:
                while chunk := connection.recv(65_536):
                    received += chunk
            except TimeoutError:
                pass
            return received

    def log(self, containing: str, seconds: float = 120) -> list[str]:
        """Return the log lines that contain a text. Waits up to `seconds` for the first one."""
        deadline = time.monotonic() + seconds
        while True:
            lines = [line for line in list(self._log) if containing in line]
            if lines or time.monotonic() > deadline:
                return lines
            time.sleep(0.02)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and return the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=MAX_SECONDS)
        self.read_remaining_log()
        return status

    def read_remaining_log(self) -> None:
        """Read the rest of the log after the process has ended."""
        self._listener.join(timeout=MAX_SECONDS)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._log.append(line.rstrip("\n"))


class Serve(Protocol):
    """Type of a function that starts a server for a directory."""

    def __call__(self, root: Path, *options: str | Path, limits: Mapping[str, float] | None = None) -> Server: ...


@pytest.fixture(scope="session")
def fork_server(request: pytest.FixtureRequest) -> Iterator[CommandServer | None]:
    """Process that forks servers, or None if each server starts Python."""
    if not CAN_FORK or request.config.getoption("--no-fork"):
        yield None
        return
    server = CommandServer(os.environ, imports_server=True)
    yield server
    server.close()


ServerProcess = subprocess.Popen[str] | ForkedProcess


@contextmanager
def _start_servers(home: Path, fork_server: CommandServer | None) -> Iterator[Serve]:
    """Yield a function that starts servers. They end with the block."""
    processes: list[ServerProcess] = []
    servers: list[Server] = []

    def start(root: Path, options: list[str], limits: Mapping[str, float] | None) -> ServerProcess:
        environment = {**os.environ, "HOME": str(home)}
        arguments = ["serve", "--port", "0", "--root", str(root), *options]
        if limits is not None:
            arguments = ["-c", LIMITED_SERVER, str(root), json.dumps(limits)]
        if fork_server and fork_server.can_run(home, environment):
            return fork_server.start(arguments, home, environment)
        program = arguments if limits is not None else ["-m", "transtats_cli", *arguments]
        return subprocess.Popen(
            [sys.executable, "-W", "error", *program],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def serve(root: Path, *options: str | Path, limits: Mapping[str, float] | None = None) -> Server:
        process = start(root, [*map(str, options)], limits)
        processes.append(process)
        servers.append(Server(process))
        return servers[-1]

    try:
        yield serve
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        # The streams must not be closed while a thread reads them.
        for server in servers:
            server.read_remaining_log()
        for process in processes:
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()


@pytest.fixture
def serve(tmp_path: Path, fork_server: CommandServer | None) -> Iterator[Serve]:
    """Function that starts a server for a directory. The server ends with the test."""
    with _start_servers(tmp_path, fork_server) as serve:
        yield serve


@pytest.fixture(scope="session")
def serve_all(tmp_path_factory: pytest.TempPathFactory, fork_server: CommandServer | None) -> Iterator[Serve]:
    """Function that starts a server for several tests. The server ends with the last test."""
    with _start_servers(tmp_path_factory.mktemp("home"), fork_server) as serve:
        yield serve


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    """Write files, given by path and content, into a directory, and return the directory."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
    return root


def _format_po(language: str, **strings: str) -> str:
    entries = [f'msgid "{source.replace("_", " ")}"\nmsgstr "{target}"\n' for source, target in strings.items()]
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: {language}\\n"\n'
    return "\n".join([head, *entries])


@pytest.fixture
def po() -> Callable[..., str]:
    """Function that formats a PO file. Keyword arguments are sources, with `_` for spaces, and translations."""
    return _format_po


@pytest.fixture
def until() -> Callable[..., None]:
    """Function that waits until a condition becomes true. It fails after a time that suffices on a busy machine."""

    def until(condition: Callable[[], bool], seconds: float = 120.0) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, "the condition does not become true"
            time.sleep(0.02)

    return until


PROJECT = {
    "demo/app/po/cs.po": _format_po("cs", Hello="Ahoj", Good_bye=""),
    "demo/app/po/de.po": _format_po("de", Hello="Hallo", Good_bye="Tschüs"),
    "demo/docs/manual/component.json": json.dumps({"filemask": "po/*.po", "file_format": "po", "name": "Manual"}),
    "demo/docs/manual/po/de.po": _format_po("de", Read_me="Lies mich"),
}
"""Files of the project `demo`."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project `demo` with the component `app` in Czech and German, and `docs/manual` below it in German."""
    return write_files(tmp_path / "root", PROJECT)


@pytest.fixture(scope="session")
def demo_server(serve_all: Serve, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Server for the files of `project`. Several tests share the server, so they do not change the files."""
    return serve_all(write_files(tmp_path_factory.mktemp("demo") / "root", PROJECT))
