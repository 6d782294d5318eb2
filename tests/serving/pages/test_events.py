"""Events that notify open pages of changed figures."""

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.page_parser import parse_page
from tests.serving.conftest import Serve

CHANGE = b"event: change"
APP = "/events/?project=demo&component=app"


class Stream:
    """An open event stream."""

    def __init__(self, port: int, path: str, *headers: str) -> None:
        self.received = b""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: test", *headers, "", ""]).encode())

    def read_until(self, text: bytes) -> None:
        """Read until the stream has sent a text. An open stream never ends, so a missing text is a time-out."""
        while text not in self.received:
            chunk = self._socket.recv(4_096)
            assert chunk, self.received
            self.received += chunk

    def read_to_end(self) -> bytes:
        while chunk := self._socket.recv(4_096):
            self.received += chunk
        return self.received

    def close(self) -> None:
        self._socket.close()


@contextmanager
def open_stream(server: Any, path: str, *headers: str) -> Iterator[Stream]:
    stream = Stream(server.port, path, *headers)
    try:
        yield stream
    finally:
        stream.close()


@pytest.fixture
def write_german(project: Path, po: Callable[..., str]) -> Callable[[str], None]:
    def write_german(text: str) -> None:
        # A file that is written in place is empty for a moment, which would be another change.
        written = project / "demo/app/new"
        written.write_text(po("de", Hello=text), encoding="utf-8")
        written.replace(project / "demo/app/po/de.po")

    return write_german


@pytest.mark.parametrize(
    ("page", "events"),
    [
        pytest.param("/", "/events/", id="all"),
        pytest.param("/projects/demo/", "/events/?project=demo", id="project"),
        pytest.param("/projects/demo/app/de/", APP, id="translation"),
        pytest.param("/translate/demo/app/de/", APP, id="strings"),
    ],
)
def test_a_page_contains_the_address_of_its_events_and_a_change_sends_an_event(
    serve: Serve,
    project: Path,
    write_german: Callable[[str], None],
    page: str,
    events: str,
) -> None:
    server = serve(project)
    assert parse_page(server.get(page).body).values("data-events", "main") == [events]
    with open_stream(server, events) as stream:
        stream.read_until(b"retry:")
        write_german("Guten Tag")
        stream.read_until(CHANGE)
    assert b"content-type: text/event-stream" in stream.received


def test_the_page_is_current_when_its_event_arrives(
    serve: Serve, project: Path, until: Callable[..., None], write_german: Callable[[str], None]
) -> None:
    server = serve(project)
    assert b"Guten Tag" not in server.get("/translate/demo/app/de/").body
    # The history and the recent changes send an event as well when they have been read.
    until(lambda: b"There is no history" in server.get("/projects/demo/app/de/").body)
    until(lambda: b"are being read" not in server.get("/projects/demo/app/de/").body)
    with open_stream(server, APP) as stream:
        stream.read_until(b"retry:")
        write_german("Guten Tag")
        stream.read_until(CHANGE)
        assert b"Guten Tag" in server.get("/translate/demo/app/de/").body


def test_a_change_of_another_component_sends_no_event(
    serve: Serve, project: Path, write_german: Callable[[str], None]
) -> None:
    server = serve(project)
    server.get("/")
    with open_stream(server, "/events/?project=demo&component=docs/manual") as other, open_stream(server, APP) as own:
        other.read_until(b"retry:")
        own.read_until(b"retry:")
        write_german("Guten Tag")
        own.read_until(CHANGE)
        # The server notifies all streams in one step, and ends them before it ends.
        server.process.send_signal(signal.SIGTERM)
        assert CHANGE not in other.read_to_end()
        server.process.wait(timeout=60)


def test_a_new_component_sends_an_event(serve: Serve, project: Path, po: Callable[..., str]) -> None:
    server = serve(project)
    server.get("/")
    with open_stream(server, "/events/") as stream:
        stream.read_until(b"retry:")
        (project / "demo/web/po").mkdir(parents=True)
        (project / "demo/web/po/de.po").write_text(po("de", Hello="Hallo"))
        stream.read_until(CHANGE)


def test_open_streams_end_when_the_server_ends(serve: Serve, project: Path) -> None:
    server = serve(project)
    with open_stream(server, "/events/") as first, open_stream(server, APP) as second:
        first.read_until(b"retry:")
        second.read_until(b"retry:")
        server.process.send_signal(signal.SIGTERM)
        assert first.read_to_end().endswith(b"0\r\n\r\n")
        assert second.read_to_end().endswith(b"0\r\n\r\n")
        server.process.wait(timeout=15)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param([], b"401", id="no token"),
        pytest.param(["Authorization: Token wrong"], b"401", id="wrong token"),
        pytest.param(["Authorization: Token secret"], b"200", id="token"),
    ],
)
def test_the_events_need_a_token(
    serve: Serve, project: Path, tmp_path: Path, headers: list[str], status: bytes
) -> None:
    tokens = tmp_path / "tokens.txt"
    tokens.write_text("secret\n", encoding="utf-8")
    server = serve(project, "--token-file", tokens)
    with open_stream(server, "/events/", *headers) as stream:
        stream.read_until(b"\r\n")
        assert stream.received.split()[1] == status


def test_the_number_of_streams_is_limited(serve: Serve, project: Path, until: Callable[..., None]) -> None:
    server = serve(project, limits={"event_streams": 1})
    with open_stream(server, "/events/") as stream:
        stream.read_until(b"retry:")
        assert server.get("/events/").status == 503
    # The client has left, so there is room for another stream.

    def has_room() -> bool:
        with open_stream(server, "/events/") as other:
            other.read_until(b"\r\n")
            return other.received.split()[1] == b"200"

    until(has_room)


def test_a_head_request_for_events_ends(serve: Serve, project: Path) -> None:
    assert serve(project).get("/events/", method="HEAD").status == 200
