"""Limits of a connection, and their effect on other clients."""

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving.conftest import PROJECT, Serve, Server, write_files

APP = "/api/components/demo/app/statistics/"
SHORT_LIMITS = {"head_seconds": 0.5, "idle_seconds": 1, "progress_check_seconds": 0.5}


@pytest.fixture(scope="module")
def short_limits_server(serve_all: Serve, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Server for the files of `project`, with short time limits."""
    return serve_all(write_files(tmp_path_factory.mktemp("demo") / "root", PROJECT), limits=SHORT_LIMITS)


def parse_response(received: bytes) -> tuple[int, Any]:
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        pytest.param(
            b"GET /api/" + b"a" * 70_000 + b"/ HTTP/1.1\r\nHost: x\r\n\r\n",
            414,
            "uri_too_long",
            id="path-of-70000-bytes",
        ),
        pytest.param(
            b"GET /api/" + b"a" * 9_000 + b"/ HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long", id="path-of-9000-bytes"
        ),
        pytest.param(b"GET /api/?" + b"a" * 300_000, 414, "uri_too_long", id="query-without-end"),
        pytest.param(
            b"GET /api/ HTTP/1.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n",
            431,
            "request_header_fields_too_large",
            id="long-header",
        ),
        pytest.param(
            b"GET /api/ HTTP/1.1\r\n" + b"X: y\r\n" * 100_000, 431, "request_header_fields_too_large", id="many-headers"
        ),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 TLS\r\n\r\n", 400, "parse_error", id="tls"),
        pytest.param(b"GET /a\x00b HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found", id="nul-in-path"),
        pytest.param(b"GET /\xff\xfe/ HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found", id="path-that-is-not-utf-8"),
        pytest.param("GET /čeština/ HTTP/1.1\r\nHost: x\r\n\r\n".encode(), 404, "not_found", id="path-in-utf-8"),
        pytest.param(b"GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400, "parse_error", id="space-in-path"),
        pytest.param(b"GET /api/ HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400, "parse_error", id="invalid-length"),
        pytest.param(b"CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "parse_error", id="connect"),
        pytest.param(b"BREW /api/ HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed", id="unknown-method"),
    ],
)
def test_malformed_requests_get_the_standard_error_format(
    demo_server: Server, sent: bytes, status: int, code: str
) -> None:
    received_status, body = parse_response(demo_server.send(sent))
    assert (received_status, body["errors"][0]["code"]) == (status, code)
    assert demo_server.get(APP).status == 200
    assert demo_server.log("Traceback", 0.3) == []


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs a socket that listens for IPv4 and IPv6")
def test_an_ipv4_client_of_an_ipv6_socket_has_its_ipv4_address(serve: Serve, project: Path) -> None:
    options = ("--host", "::", "--base-url", "http://localhost", "--rate-limit", "1/hour")
    server = serve(project, *options, "--forwarded-allow-ips", "127.0.0.1")
    replies = [server.get("/api/", {"X-Forwarded-For": client}) for client in ("192.0.2.1", "192.0.2.2", "192.0.2.1")]
    assert [reply.status for reply in (server.get("/api/"), *replies)] == [200, 200, 200, 429]
    assert len(server.log(" 192.0.2.2 ")) == 1
    assert server.log("::ffff:", 0.3) == []


def test_a_slow_request_times_out(short_limits_server: Server) -> None:
    assert parse_response(short_limits_server.send(b"GET /api/ HTTP/1.1\r\nX: "))[0] == 408


def test_a_connection_without_a_request_is_closed(short_limits_server: Server) -> None:
    assert short_limits_server.send(b"") == b""


def test_a_slow_second_request_times_out(short_limits_server: Server) -> None:
    with socket.create_connection(("127.0.0.1", short_limits_server.port), timeout=10) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        received = b""
        try:
            for byte in b"GET /healthz HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n":
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
        except OSError:
            pass
        try:
            received = connection.recv(65_536)
        except ConnectionError:
            return
        # The rest of the first response may come before.
        assert b"HTTP/1.1 408" in received


def test_an_idle_connection_is_closed(short_limits_server: Server) -> None:
    received = short_limits_server.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", wait=10)
    assert received.count(b"HTTP/1.1 ") == 1


def test_a_request_with_an_unfinished_body_gets_a_response_and_the_connection_is_closed(
    short_limits_server: Server,
) -> None:
    received = short_limits_server.send(b"POST /api/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{", wait=10)
    assert parse_response(received)[0] == 405
    assert b"\r\nconnection: close\r\n" in received


def test_a_client_that_does_not_read_is_disconnected(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    long_text = "word " * 2_000
    (project / "demo/app/po/cs.po").write_text(
        po("cs", **{f"{number}_{long_text}": long_text for number in range(400)})
    )
    server = serve(project, limits=SHORT_LIMITS)
    path = "/api/translations/demo/app/cs/units/?page_size=1000"
    assert len(server.get(path).body) > 5_000_000
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(("127.0.0.1", server.port))
        connection.settimeout(10)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: _is_closed(server.port, connection.getsockname()[1]))


def _is_closed(port: int, client: int) -> bool:
    """Return True if the system no longer lists the connection."""
    addresses = f"0100007F:{port:04X} 0100007F:{client:04X} 01"
    return not any(addresses in line for line in Path("/proc/net/tcp").read_text().splitlines())


def test_slow_clients_do_not_block_other_clients(demo_server: Server) -> None:
    slow = [socket.create_connection(("127.0.0.1", demo_server.port)) for _ in range(200)]
    try:
        for connection in slow:
            connection.sendall(b"GET /api/components/demo/app/statistics/ HTTP/1.1\r\nX: ")
        assert demo_server.get(APP).status == 200
    finally:
        for connection in slow:
            connection.close()


def test_the_number_of_connections_is_limited(serve: Serve, project: Path) -> None:
    server = serve(project, limits={"connections": 2})
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(2)]
    try:
        received = server.send(b"GET /api/ HTTP/1.1\r\nHost: x\r\n\r\n")
        assert parse_response(received)[0] == 503
        assert b"\r\nretry-after: 1\r\n" in received
    finally:
        for connection in held:
            connection.close()


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(b"GET /api/" + b"a" * 9_000 + b"/ HTTP/1.1\r\nHost: x\r\n\r\n", id="path-of-9000-bytes"),
        pytest.param(b"GET /api/ HTTP/1.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", id="long-header"),
    ],
)
def test_the_second_of_two_requests_in_one_packet_has_the_same_limits(demo_server: Server, head: bytes) -> None:
    received = demo_server.send(b"GET /api/ HTTP/1.1\r\nHost: x\r\n\r\n" + head)
    assert [part[1:4] for part in received.split(b"HTTP/1.1")[1:]] == [b"200"]


def test_pipelined_requests_are_answered_in_order(demo_server: Server) -> None:
    sent = b"".join(
        b"GET %b HTTP/1.1\r\nHost: x\r\n%b\r\n" % (path, end)
        for path, end in [
            (APP.encode(), b""),
            (b"/api/nope/", b""),
            (b"/healthz", b""),
            (APP.encode(), b"Connection: close\r\n"),
        ]
    )
    received = demo_server.send(sent)
    assert [part[1:4] for part in received.split(b"HTTP/1.1")[1:]] == [b"200", b"404", b"200", b"200"]
