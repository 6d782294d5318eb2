"""Start, signals and end of the server."""

import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Serve
from transtats_cli.errors import TranstatsError
from transtats_cli.serving import server

APP = "/api/components/demo/app/statistics/"


def write_large_files(project: Path, po: Callable[..., str]) -> None:
    strings = {f"String_number_{number}_of_many,_with_%s": f"Text {number} %d" for number in range(20_000)}
    for language in ("cs", "de", "fr"):
        (project / f"demo/app/po/{language}.po").write_text(po(language, **strings))


@pytest.mark.parametrize(
    ("number", "status"),
    [pytest.param(signal.SIGTERM, 0, id="terminated"), pytest.param(signal.SIGINT, 130, id="interrupted")],
)
def test_running_requests_are_answered_before_the_server_ends(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None], number: int, status: int
) -> None:
    write_large_files(project, po)
    server = serve(project)
    assert server.get("/api/").status == 200
    replies: list[Any] = []
    client = threading.Thread(target=lambda: replies.append(server.get(APP)))
    client.start()
    until(lambda: _find_descendants(server.process.pid) != [])
    # A terminal and a service manager send the signal to all processes.
    for process in [*_find_workers(server.process.pid), server.process.pid]:
        os.kill(process, number)
    client.join()
    assert server.process.wait(timeout=30) == status
    assert [reply.status for reply in replies] == [200]
    assert replies[0].json["count"] == 3


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_workers_ignore_signals_from_their_start(serve: Serve, project: Path) -> None:
    server = serve(project)
    assert server.get(APP).status == 200
    for process in _find_descendants(server.process.pid):
        status = Path(f"/proc/{process}/status").read_text()
        blocked, ignored = (
            int(re.findall(rf"^{name}:\s*(\w+)", status, re.MULTILINE)[0], 16) for name in ("SigBlk", "SigIgn")
        )
        # A worker starts with blocked signals, and ignores them later.
        for number in (signal.SIGINT, signal.SIGTERM):
            assert (blocked | ignored) >> (number - 1) & 1


@pytest.mark.parametrize(
    ("number", "status"),
    [
        pytest.param(signal.SIGHUP, 0, id="hung up"),
        pytest.param(signal.SIGTERM, 0, id="terminated"),
        pytest.param(signal.SIGINT, 130, id="interrupted"),
    ],
)
def test_no_temporary_file_is_left_after_a_signal(
    serve: Serve, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    server = serve(project)
    # Worker processes are started.
    assert server.get(APP).status == 200
    assert server.end(number) == status
    assert os.listdir(temporary) == []


def test_a_second_interrupt_ends_the_server_immediately(serve: Serve, project: Path) -> None:
    server = serve(project)
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"GET /api/ HTTP/1.1\r\nX: ")
        server.process.send_signal(signal.SIGINT)
        assert server.end(signal.SIGINT) == 130


def test_no_process_is_left_after_the_server_has_ended(serve: Serve, project: Path, until: Callable[..., None]) -> None:
    server = serve(project)
    assert server.get(APP).status == 200
    left = _find_descendants(server.process.pid)
    assert left
    assert server.end() == 0
    until(lambda: not any(_is_alive(process) for process in left))


def test_workers_end_when_the_server_is_killed(serve: Serve, project: Path, until: Callable[..., None]) -> None:
    server = serve(project)
    assert server.get(APP).status == 200
    left = _find_descendants(server.process.pid)
    server.process.kill()
    server.process.wait()
    until(lambda: not any(_is_alive(process) for process in left))


def test_the_server_listens_before_reading_files(serve: Serve, project: Path) -> None:
    os.mkfifo(project / "demo/app/po/xx.po")
    server = serve(project)
    assert server.get("/healthz").status == 200
    assert server.get("/api/").status == 200


def test_a_port_in_use_is_named_in_the_error(project: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("serve", "--root", project, "--port", str(port))
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: 127.0.0.1:{port}: ")
    assert "--port" in done.stderr


def test_an_unknown_host_is_named_in_the_error() -> None:
    with pytest.raises(TranstatsError, match="--host no such host: "):
        server.open_listening_socket("no such host", 0)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        pytest.param("127.0.0.1", True, id="address"),
        pytest.param("127.8.8.8", True, id="another-address"),
        pytest.param("::1", True, id="ipv6-address"),
        pytest.param("localhost", True, id="localhost"),
        pytest.param("0.0.0.0", False, id="all-addresses"),  # noqa: S104
        pytest.param("::", False, id="all-ipv6-addresses"),
        pytest.param("example.org", False, id="name-of-another-host"),
    ],
)
def test_loopback_addresses_are_recognised(host: str, expected: bool) -> None:
    assert server.is_loopback(host) is expected


def test_an_ipv6_address_in_a_url_is_in_brackets() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert server.format_server_url(listening, "::1") == f"http://[::1]:{port}"


def _find_descendants(process: int) -> list[int]:
    """Return all descendants of a process."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    found = [process]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def _find_workers(process: int) -> list[int]:
    return [child for child in _find_descendants(process) if b"forkserver" in _read_command_line(child)]


def _read_command_line(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
