"""CORS headers, proxies, limits and the log, for all requests."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

from tests.serving.conftest import Serve, Server

APP = "/api/components/demo/app/statistics/"
ORIGIN = "https://dashboard.example.org"


def test_a_named_origin_gets_cors_headers(serve: Serve, project: Path, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("secret\n")
    server = serve(project, "--cors-origin", ORIGIN, "--token-file", tmp_path / "tokens")
    allowed = {"Authorization": "Bearer secret"}
    for _ in range(2):
        reply = server.get(APP, {"Origin": ORIGIN, **allowed})
        assert reply.headers["access-control-allow-origin"] == ORIGIN
        assert reply.headers["vary"] == "Accept, Origin"
        assert "access-control-allow-origin" not in server.get(APP, {"Origin": "https://x.org", **allowed}).headers
    assert server.get(APP, {"Origin": ORIGIN}).headers["access-control-allow-origin"] == ORIGIN
    preflight_headers = {"Origin": ORIGIN, "Access-Control-Request-Method": "GET"}
    preflight = server.get(APP, preflight_headers, method="OPTIONS")
    assert (preflight.status, preflight.headers["access-control-allow-origin"]) == (204, ORIGIN)
    assert "authorization" in preflight.headers["access-control-allow-headers"]
    other = server.get(APP, {**preflight_headers, "Origin": "https://x.org"}, method="OPTIONS")
    assert "access-control-allow-origin" not in other.headers


def test_other_origins_get_no_cors_headers(demo_server: Server) -> None:
    reply = demo_server.get(APP, {"Origin": ORIGIN})
    assert (reply.headers["vary"], "access-control-allow-origin" in reply.headers) == ("Accept", False)
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "server" not in reply.headers


def test_a_trusted_proxy_sets_path_and_client(serve: Serve, project: Path) -> None:
    server = serve(
        project,
        *("--base-url", "https://example.org/l10n/"),
        *("--root-path", "/l10n", "--forwarded-allow-ips", "127.0.0.1"),
        *("--log-format", "json"),
    )
    reply = server.get(f"{APP}?page_size=1", {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "evil.example.org"})
    assert reply.json["next"] == f"https://example.org/l10n{APP}?page=2&page_size=1"
    assert reply.headers["strict-transport-security"] == "max-age=31536000"
    line = json.loads(server.log("/statistics/")[0])
    assert (line["client"], line["status"], line["bytes"]) == ("192.0.2.7", 200, len(reply.body))


def test_headers_of_untrusted_clients_are_ignored(serve: Serve, project: Path) -> None:
    server = serve(project)
    server.get(APP, {"X-Forwarded-For": "192.0.2.7"})
    assert '127.0.0.1 "GET' in server.log("/statistics/")[0]


def test_a_body_does_not_become_the_next_request(demo_server: Server) -> None:
    smuggled = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    sent = b"GET %b HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (APP.encode(), len(smuggled), smuggled)
    received = demo_server.send(sent)
    assert received.count(b"HTTP/1.1 ") == 1
    assert b"\r\nconnection: close\r\n" in received


def test_the_number_of_waiting_requests_is_limited(serve: Serve, project: Path, po: Callable[..., str]) -> None:
    strings = {f"String_number_{number}_with_%s": f"Text {number} %d" for number in range(30_000)}
    (project / "demo/app/po/cs.po").write_text(po("cs", **strings))
    server = serve(project, limits={"waiting_requests": 1})
    assert server.get("/api/").status == 200
    statuses: list[int] = []
    clients = [threading.Thread(target=lambda: statuses.append(server.get(APP).status)) for _ in range(5)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    assert sorted(statuses) == [200, 503, 503, 503, 503]


def test_a_slow_response_times_out_but_is_computed_for_the_next_request(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    strings = {f"String_number_{number}_with_%s": f"Text {number} %d" for number in range(10_000)}
    (project / "demo/app/po/cs.po").write_text(po("cs", **strings))
    server = serve(project, limits={"response_seconds": 0.05})
    reply = server.get(APP)
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    until(lambda: server.get(APP).status == 200)
