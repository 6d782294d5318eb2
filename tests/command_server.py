"""Run `transtats` in processes that are forked from a process that has already imported the package.

A short command spends most of its time in the start of Python and in imports. `CommandServer` starts this file as a
script. The script imports the package and forks for each request. The child runs `python -m transtats_cli` with the
directory, the environment and the standard streams of the request. Each command still has its own process and exit
status, and does not affect later commands. `ForkedProcess` is a command that runs at the same time as the test. With
the arguments `-c PROGRAM`, the child runs a program as `python -c` would. Shell scripts run commands with the program
that `CommandServer.write_client` writes.
"""

import atexit
import gc
import json
import os
import pkgutil
import runpy
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds")
START_VARIABLE_PREFIXES = ("PYTHON", "LC_", "LANG")
"""Beginnings of the variables that the interpreter reads when it starts. A forked process cannot change them."""

_SERVER_OPTION = "--imports-server"
_TIMEOUT = 120
_HEADER_SIZE = 8
_STREAMS = 3
_READ_SIZE = 1 << 16


_CLIENT = """#!{python} -IS
import os, sys
def start_python():
    os.execv({python!r}, [{python!r}, "-W", "error", "-m", "transtats_cli", *sys.argv[1:]])
at_start = {{name: value for name, value in os.environ.items() if name.startswith({prefixes!r})}}
# The shell ends `serve` with a signal to this process.
if at_start != {at_start!r} or "serve" in sys.argv[1:2] or any(name.endswith(".py") for name in os.listdir()):
    start_python()
import json, socket
body = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
connection = socket.socket(socket.AF_UNIX)
connection.connect({address!r})
try:
    socket.send_fds(connection, [len(body).to_bytes({size})], [0, 1, 2])
except OSError:  # a stream is closed
    start_python()
connection.sendall(body)
received = connection.makefile("rb").read(2 * {size})
status = int.from_bytes(received[{size}:], signed=True)
sys.exit(status if status >= 0 else 128 - status)
"""
"""Program that runs its arguments as a command of the server, with the streams of the program."""

_SAMPLE_FILE = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"

#, python-format
msgid "Open %(file)s."
msgid_plural "Open <b>%(file)s</b>…"
msgstr[0] "Öffne %(file)s!"
msgstr[1] ""
"""
_ALL = ("--all", "--root", "{root}")
_SAMPLE_COMMANDS = (
    ("--version",),
    ("stats", "--help"),
    ("stats", *_ALL),
    ("stats", "--no-cache", *_ALL),
    ("stats", "--format", "table", *_ALL),
    ("units", *_ALL),
    ("gate", "--fail-under", "0", *_ALL),
    ("explain", "demo", "app", "--root", "{root}"),
    ("components", "--root", "{root}"),
)


class ForkedProcess:
    """Command that was started by `CommandServer.start`, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, status: socket.socket, stdout: int, stderr: int) -> None:
        self._status = status
        self.stdout = open(stdout, encoding="utf-8")  # noqa: SIM115  the test closes it
        self.stderr = open(stderr, encoding="utf-8")  # noqa: SIM115  the test closes it
        self.pid = int.from_bytes(_receive(status, _HEADER_SIZE))
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("transtats", timeout or 0)
            self.returncode = int.from_bytes(_receive(self._status, _HEADER_SIZE), signed=True)
            self._status.close()
        return self.returncode


class CommandServer:
    """Process that forks commands. The method `close` ends the process."""

    def __init__(self, environment: Mapping[str, str], *, imports_server: bool = False) -> None:
        """Start the process with an environment.

        For the command `serve`, `imports_server` must be True. No other command needs the modules of the server.
        """
        self._environment = _variables_read_at_start(environment)
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_TIMEOUT)
        self._folder = tempfile.TemporaryDirectory(prefix="transtats-")
        self._address = f"{self._folder.name}/commands"
        options = [_SERVER_OPTION] if imports_server else []
        with theirs, socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self._address)
            listener.listen()
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", __file__, str(theirs.fileno()), str(listener.fileno()), *options],
                pass_fds=[theirs.fileno(), listener.fileno()],
                env=environment,
                stdin=subprocess.DEVNULL,
                # The interpreter creates sys.stdout and sys.stderr for pipes, which is what the children get.
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                process_group=0,
            )

    def can_run(self, cwd: Path, environment: Mapping[str, str]) -> bool:
        """Return True if a forked command behaves like a command that starts Python.

        The result is False if a variable that the interpreter reads at its start differs, or if the directory contains
        modules that Python would import.
        """
        has_modules = any(cwd.glob("*.py")) or any(cwd.glob("*/__init__.py"))
        return not has_modules and _variables_read_at_start(environment) == self._environment

    def run(self, argv: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> tuple[int, bytes, bytes]:
        """Return the exit status, the standard output and the standard error of a command."""
        stdout, stderr = self._read(self._send(argv, cwd, environment))
        status = int.from_bytes(_receive(self._socket, _HEADER_SIZE), signed=True)
        return status, stdout, stderr

    def start(self, argv: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> ForkedProcess:
        """Start a command, and return its process without waiting for its end."""
        ours, theirs = socket.socketpair()
        with theirs:
            stdout, stderr = self._send(argv, cwd, environment, theirs)
        return ForkedProcess(ours, stdout, stderr)

    def write_client(self, path: Path, environment: Mapping[str, str]) -> None:
        """Write an executable file for shell scripts, which runs its arguments as a command of this server.

        The program starts Python instead if the variables that the interpreter reads at its start differ from
        `environment`, if the command is `serve`, or if the directory contains modules.
        """
        values = {
            "prefixes": START_VARIABLE_PREFIXES,
            "at_start": _variables_read_at_start(environment),
            "address": self._address,
        }
        path.write_text(_CLIENT.format(python=sys.executable, size=_HEADER_SIZE, **values), encoding="utf-8")
        path.chmod(0o755)

    def close(self) -> None:
        self._socket.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()
        self._folder.cleanup()

    def _send(
        self, argv: Sequence[str], cwd: Path, environment: Mapping[str, str], status: socket.socket | None = None
    ) -> list[int]:
        """Request a command, and return the pipes of its standard output and standard error.

        The exit status is sent to `status`. If `status` is None, the exit status is sent to the socket of the requests.
        """
        pipes = [os.pipe(), os.pipe()]
        body = json.dumps([argv, str(cwd), dict(environment)]).encode()
        with open(os.devnull, "rb") as nothing:
            streams = [nothing.fileno(), *(writer for _, writer in pipes)]
            others = [status.fileno()] if status is not None else []
            socket.send_fds(self._socket, [len(body).to_bytes(_HEADER_SIZE)], [*streams, *others])
        self._socket.sendall(body)
        for _, writer in pipes:
            os.close(writer)
        return [reader for reader, _ in pipes]

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


def _variables_read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(START_VARIABLE_PREFIXES)}


def _receive(connection: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        part = connection.recv(size - len(received))
        if not part:
            raise EOFError
        received += part
    return received


def _import_package(*, imports_server: bool) -> None:
    """Import all modules of the package. The modules of the server are imported only if `imports_server` is True.

    The server imports modules of multiprocessing, which change how a process ends.
    """
    package = import_module("transtats_cli")
    for module in pkgutil.walk_packages(package.__path__, "transtats_cli."):
        is_of_server = module.name.startswith("transtats_cli.serving")
        if module.name != "transtats_cli.__main__" and (imports_server or not is_of_server):
            import_module(module.name)
    assert imports_server or "multiprocessing.resource_tracker" not in sys.modules


def _run_sample_commands() -> None:
    """Run some commands on a small tree, because they import modules of libraries, compile patterns and read tables."""
    group = import_module("transtats_cli.cli.group")
    with tempfile.TemporaryDirectory(prefix="transtats-") as root, open(os.devnull, "w", encoding="utf-8") as nowhere:
        folder = Path(root, "demo/app/po")
        folder.mkdir(parents=True)
        (folder / "de.po").write_text(_SAMPLE_FILE, encoding="utf-8")
        os.environ["TRANSTATS_CACHE_DIR"] = f"{root}/cache"
        for argv in _SAMPLE_COMMANDS:
            arguments = [each.format(root=root) for each in argv]
            with redirect_stdout(nowhere), redirect_stderr(nowhere), suppress(SystemExit):
                group.cli.main(arguments, prog_name="transtats", standalone_mode=False)


def _fork_commands(connection: socket.socket, listener: socket.socket) -> None:
    """Fork for each request. Return only in the child processes. When the connection ends, exit."""
    while True:
        ready, _, _ = select.select([connection, listener], [], [])
        request = connection if connection in ready else listener.accept()[0]
        header, received, _, _ = socket.recv_fds(request, _HEADER_SIZE, _STREAMS + 1)
        if not header and request is connection:
            sys.exit()
        if not received:  # a program of `write_client` cannot send its streams
            request.close()
            continue
        streams = received[:_STREAMS]
        argv, cwd, environment = json.loads(_receive(request, int.from_bytes(header)))
        # The status of a command that `CommandServer.run` waits for is sent to the connection.
        own_status = socket.socket(fileno=received[_STREAMS]) if received[_STREAMS:] else None
        if request is not connection:
            own_status = request
        child = os.fork()
        if not child:
            connection.close()
            listener.close()
            if own_status is not None:
                _fork_and_send_status(own_status, streams)
            _apply_request(argv, cwd, environment, streams)
            return
        for stream in streams:
            os.close(stream)
        if own_status is not None:
            own_status.close()
        else:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            connection.sendall(status.to_bytes(_HEADER_SIZE, signed=True))


def _fork_and_send_status(connection: socket.socket, streams: Sequence[int]) -> None:
    """Fork, and return in the child. The parent sends the id and the exit status of the child, and ends."""
    with connection:
        child = os.fork()
        if child:
            for stream in streams:
                os.close(stream)
            connection.sendall(child.to_bytes(_HEADER_SIZE))
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            with suppress(OSError):  # the test does not wait for the status
                connection.sendall(status.to_bytes(_HEADER_SIZE, signed=True))
            os._exit(0)


def _apply_request(argv: Sequence[str], cwd: str, environment: Mapping[str, str], streams: Sequence[int]) -> None:
    """Set the directory, the environment, the arguments and the standard streams of this process."""
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    # The directory for temporary files was found before the fork.
    tempfile.tempdir = None
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.path[0] = str(Path.cwd())
    sys.argv[1:] = argv


def _end_process(exit_status: object) -> None:
    """End this forked process as the interpreter would, but keep the modules.

    To delete all modules, the interpreter would copy the memory that this process shares with its parent: two thirds of
    the time of a short command.
    """
    threading._shutdown()  # type: ignore[attr-defined]  # waits for the threads, as the interpreter does
    atexit._run_exitfuncs()
    gc.collect()
    # An error in these lines, as with a closed standard output, is handled by the interpreter.
    sys.stdout.flush()
    sys.stderr.flush()
    if exit_status is None or isinstance(exit_status, int):
        os._exit(exit_status or 0)
    sys.exit(exit_status)  # type: ignore[arg-type]


if __name__ == "__main__":
    _import_package(imports_server=_SERVER_OPTION in sys.argv)
    _run_sample_commands()
    # The children shall not copy the memory of the modules.
    gc.collect()
    gc.freeze()
    _fork_commands(*(socket.socket(fileno=int(argument)) for argument in sys.argv[1:3]))
    exit_status: object = None
    try:
        if sys.argv[1:2] == ["-c"]:
            sys.argv.remove("-c")
            exec(compile(sys.argv.pop(1), "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102  code of a test
        else:
            runpy.run_module("transtats_cli", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        exit_status = end.code
    _end_process(exit_status)
