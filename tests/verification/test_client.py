"""The client of `transtats verify`: error messages, limits, the token, and hostile servers."""

import itertools
import socket
import ssl
import threading
import time
from collections.abc import Callable
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.fixture_types import CommandResult, Run
from tests.verification.conftest import SOURCE_RECORD, Answer, StubServer, make_german_record
from transtats_cli.errors import TranstatsError
from transtats_cli.verification import client as client_module
from transtats_cli.verification.address import ApiToken, RemoteAddress, find_token, parse_address
from transtats_cli.verification.client import ApiClient, ClientLimits, ServerError, describe_failure

TOKEN = "wlu_0123456789abcdef"  # noqa: S105  an invented token
STATISTICS = "components/demo/app/statistics/"
NO_TOKENS = {"WLC_KEY": "", "TRANSTATS_TOKEN": ""}


def verify(run: Run, stub: StubServer, *options: str, **environment: str) -> CommandResult:
    return run("verify", "demo", "app", "--against", stub.url, *options, env={**NO_TOKENS, **environment})


def create_client(stub: StubServer, **limits: float) -> ApiClient:
    return ApiClient(parse_address(stub.url), limits=ClientLimits(**limits), sleep=lambda _: None)


def make_error_answer(status: int, detail: str, **headers: str) -> Answer:
    return Answer({"type": "client_error", "errors": [{"code": "x", "detail": detail}]}, status, headers)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        pytest.param(
            make_error_answer(401, "x"), "the server requires a token (401); put one into TRANSTATS_TOKEN", id="401"
        ),
        pytest.param(make_error_answer(403, "Not yours."), "may not read this (403): Not yours.", id="403"),
        pytest.param(
            make_error_answer(404, "x"),
            "not found (404); check the names, or give those of the server with --project-on-server and"
            " --component-on-server; a private project needs a token",
            id="404",
        ),
        pytest.param(
            Answer(b"<html>", 404, {"Content-Type": "text/html"}),
            "/api/ is the API of a Weblate server, and check the names, or give those of the server",
            id="404 of another server",
        ),
        pytest.param(make_error_answer(500, "Broken."), "the server answered 500: Broken.", id="500"),
        pytest.param(Answer(b"<html>", 502, {"Content-Type": "text/html"}), "the server answered 502", id="502"),
        pytest.param(
            Answer(b"<html>", 200, {"Content-Type": "text/html; charset=utf-8"}),
            "the answer is text/html, not JSON; is this the address of a Weblate server?",
            id="HTML",
        ),
        pytest.param(
            Answer(b"", 301, {"Location": "https://user:secret@other.example.org/api/"}),
            "redirects are not followed; if you trust this server, use --against https://other.example.org/api/",
            id="redirect",
        ),
        pytest.param(Answer(b"{"), "the answer is no valid JSON", id="wrong JSON"),
        pytest.param(Answer(b'"\xff"'), "the answer is no valid JSON", id="wrong UTF-8"),
        pytest.param(Answer(b"[" * 200_000), "the JSON of the answer is nested too deeply", id="deep JSON"),
        pytest.param(Answer(b"9" * 10_000), "the answer is no valid JSON", id="long number"),
        pytest.param(Answer(17), "the answer is no list of results", id="number"),
        pytest.param(Answer({"results": {}}), "the answer is no list of results", id="object"),
        pytest.param(Answer({"results": [1]}), "an object without the text 'code'", id="wrong record"),
        pytest.param(Answer(b"{}", 200, {"Content-Encoding": "gzip"}), "the answer is compressed", id="compressed"),
        pytest.param(
            make_error_answer(429, "x", **{"Retry-After": "86397"}),
            "allows no more requests for 86397 seconds (429)",
            id="429",
        ),
    ],
)
def test_an_error_of_the_server_is_one_line(run: Run, demo: StubServer, answer: Answer, message: str) -> None:
    demo.answer(STATISTICS, answer)
    done = verify(run, demo)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


def test_the_error_for_a_rejected_token_names_the_origin_of_the_token(run: Run, demo: StubServer) -> None:
    demo.answer(STATISTICS, make_error_answer(401, "Invalid token."))
    done = verify(run, demo, WLC_KEY=TOKEN)
    assert "the server rejects the token from WLC_KEY (401)" in done.stderr
    assert TOKEN not in done.stdout + done.stderr


def test_control_characters_of_the_server_do_not_reach_the_terminal(run: Run, demo: StubServer) -> None:
    demo.answer(STATISTICS, make_error_answer(403, "\x1b[2J\x9b31m\u202e"))
    assert "\x1b" not in verify(run, demo).stderr
    demo.answer_list(STATISTICS, [make_german_record(name="\x1b[31mRed", code="d\x1be")])
    done = verify(run, demo)
    assert done.status == 1
    assert "\x1b" not in done.stdout + done.stderr


def test_the_server_may_require_a_short_wait(run: Run, demo: StubServer) -> None:
    demo.answer(
        STATISTICS, make_error_answer(429, "x", **{"Retry-After": "0"}), Answer([SOURCE_RECORD, make_german_record()])
    )
    assert verify(run, demo).status == 0


def test_too_many_required_waits_are_an_error(demo: StubServer) -> None:
    demo.answer(STATISTICS, make_error_answer(429, "x", **{"Retry-After": "1"}))
    waits: list[float] = []
    client = ApiClient(parse_address(demo.url), limits=ClientLimits(wait_seconds=5), sleep=waits.append)
    with pytest.raises(ServerError, match="allows no more requests"):
        list(client.get_list("components", "demo", "app", "statistics", max_items=10))
    assert waits == [1.0] * 5


@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), (" 7 ", 7.0), ("", 5.0), ("soon", 5.0)])
def test_the_required_wait_is_a_number_of_seconds(demo: StubServer, header: str, seconds: float) -> None:
    demo.answer("components/demo/app/", make_error_answer(429, "x", **{"Retry-After": header}), Answer({}))
    waits: list[float] = []
    ApiClient(parse_address(demo.url), sleep=waits.append).get_object("components", "demo", "app")
    assert waits == [seconds]


def test_a_very_long_required_wait_is_an_error(demo: StubServer) -> None:
    demo.answer("components/demo/app/", make_error_answer(429, "x", **{"Retry-After": "9" * 400}))
    with pytest.raises(ServerError, match="allows no more requests for 999999999 seconds"):
        create_client(demo).get_object("components", "demo", "app")


def test_the_token_is_sent_only_in_a_header(run: Run, demo: StubServer) -> None:
    assert verify(run, demo, WLC_KEY="other", TRANSTATS_TOKEN=TOKEN).status == 0
    assert {headers.get("Authorization") for _, headers in demo.requests} == {f"Token {TOKEN}"}
    assert all(TOKEN not in path for path, _ in demo.requests)


def test_no_token_is_sent_if_none_is_configured(run: Run, demo: StubServer) -> None:
    verify(run, demo)
    assert {headers.get("Authorization") for _, headers in demo.requests} == {None}


def test_a_redirect_never_receives_the_token(run: Run, demo: StubServer) -> None:
    other = StubServer()
    try:
        demo.answer(STATISTICS, Answer(b"", 302, {"Location": f"{other.url}/api/{STATISTICS}"}))
        done = verify(run, demo, WLC_KEY=TOKEN)
        assert (done.status, done.stderr.rpartition(" ")[2]) == (2, f"{other.url}/\n")
        assert other.requests == []
    finally:
        other.close()


@pytest.mark.parametrize(
    ("file", "keys", "is_used"),
    [
        pytest.param("home/.config/weblate", "{url}/api/", True, id="user"),
        pytest.param("home/.config/weblate.ini", "{url}/", True, id="user, other name"),
        pytest.param(".weblate", "{url}/api/", True, id="project"),
        pytest.param(".weblate", "https://other.example.org/api/", False, id="other server"),
        pytest.param(".weblate", "{url}0/api/", False, id="other port"),
    ],
)
def test_a_token_in_a_file_is_used_only_for_its_server(tmp_path: Path, file: str, keys: str, *, is_used: bool) -> None:
    address = parse_address("http://127.0.0.1:80")
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[weblate]\nurl = x\n[keys]\n{keys.format(url='http://127.0.0.1:80')} = {TOKEN}\n")
    token = find_token(address, str(tmp_path), {"HOME": str(tmp_path / "home")})
    assert (token is not None) is is_used
    assert TOKEN not in repr(token)
    assert token is None or token.value == TOKEN


def test_the_case_of_letters_in_the_path_of_a_server_is_compared(tmp_path: Path) -> None:
    (tmp_path / ".weblate").write_text(f"[keys]\nhttps://Example.org/L10n/api/ = {TOKEN}\n")
    found = [
        find_token(parse_address(f"https://example.org/{path}/"), str(tmp_path), {"HOME": ""})
        for path in ("L10n", "l10n")
    ]
    assert [token is not None for token in found] == [True, False]


def test_a_token_in_the_environment_precedes_files(tmp_path: Path) -> None:
    (tmp_path / ".weblate").write_text("[keys]\nhttp://127.0.0.1/api/ = file\n")
    address = parse_address("http://127.0.0.1/")
    assert find_token(address, str(tmp_path), {"WLC_KEY": "key", "HOME": ""}) == ApiToken("key", "WLC_KEY")


@pytest.mark.parametrize("value", ["secret secret", "secret\nX: y", "ä"])
def test_an_invalid_token_is_not_printed(tmp_path: Path, value: str) -> None:
    with pytest.raises(TranstatsError, match="WLC_KEY: the token contains") as error:
        find_token(parse_address("http://127.0.0.1/"), str(tmp_path), {"WLC_KEY": value})
    assert value not in str(error.value)


def test_a_broken_file_of_the_client_is_ignored(tmp_path: Path) -> None:
    (tmp_path / ".weblate").write_bytes(b"\xff[keys\n")
    assert find_token(parse_address("http://127.0.0.1/"), str(tmp_path), {"HOME": ""}) is None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://Weblate.example.org", RemoteAddress("https", "weblate.example.org", 443, "/api/")),
        ("https://weblate.example.org/l10n/api/", RemoteAddress("https", "weblate.example.org", 443, "/l10n/api/")),
        ("http://[::1]:8000/", RemoteAddress("http", "::1", 8000, "/api/")),
    ],
)
def test_an_address_is_parsed(url: str, expected: RemoteAddress) -> None:
    assert parse_address(url) == expected
    assert parse_address(expected.api_url) == expected


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("weblate.example.org", "must begin with https://"),
        ("file:///etc/passwd", "must begin with https://"),
        ("https://user:secret@weblate.example.org/", "put the token into the environment variable WLC_KEY"),
        ("https:///api/", "no valid name of a host"),
        ("https://a b/", "no valid name of a host"),
        ("https://h\x1b/", "no valid name of a host"),
        ("https://weblate.example.org/?key=secret", "must not contain ?"),
        ("https://weblate.example.org:99999/", "this is not an address"),
        ("https://weblate.example.org:0/", "the port must not be 0"),
        ("https://[::1/", "this is not an address"),
        ("https://weblate.example.org/ä/", "the path is not valid"),
    ],
)
def test_a_wrong_address_is_an_error(url: str, message: str) -> None:
    with pytest.raises(TranstatsError) as error:
        parse_address(url)
    assert message in str(error.value)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "is_warned"),
    [
        ("http://weblate.example.org/", True),
        ("http://127.0.0.1.example.org/", True),
        ("http://localhost:80/", False),
        ("http://127.0.0.2/", False),
        ("http://[::1]/", False),
    ],
)
def test_plain_http_to_another_host_counts_as_clear_text(url: str, *, is_warned: bool) -> None:
    assert parse_address(url).sends_clear_text is is_warned


@pytest.mark.parametrize(
    ("options", "token", "status", "sent"),
    [
        pytest.param((), TOKEN, 2, set(), id="token"),
        pytest.param(("--insecure",), TOKEN, 0, {f"Token {TOKEN}"}, id="token, and --insecure"),
        pytest.param((), "", 0, {None}, id="no token"),
    ],
)
def test_a_token_is_not_sent_without_encryption_to_another_machine(
    run: Run, demo: StubServer, options: tuple[str, ...], token: str, status: int, sent: set[str | None]
) -> None:
    # This address is no loopback address, although it leads to this machine.
    url = demo.url.replace("127.0.0.1", "0.0.0.0")  # noqa: S104
    done = run("verify", "demo", "app", "--against", url, *options, env={**NO_TOKENS, "WLC_KEY": token})
    assert done.status == status
    assert {headers.get("Authorization") for _, headers in demo.requests} == sent
    assert f"{url} is not encrypted, so others {'could' if status else 'can'} read" in done.stderr
    assert TOKEN not in done.stderr


def test_a_refused_connection_is_an_error(run: Run, demo: StubServer) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        done = run("verify", "demo", "app", "--against", url, env=NO_TOKENS)
    assert (done.status, done.stdout) == (2, "")
    assert "the server refuses the connection" in done.stderr


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ssl.SSLError(1, "x"), "no encrypted connection is possible"),
        (ConnectionResetError(), "the server closed the connection"),
        (socket.gaierror(-2, "Name or service not known"), "the server cannot be reached: Name or service not known"),
        (OSError("Tunnel connection failed: 403"), "the server cannot be reached: Tunnel connection failed: 403"),
        (HTTPException(), "the answer is not valid HTTP"),
    ],
)
def test_a_failed_connection_has_a_reason(error: Exception, message: str) -> None:
    assert message in describe_failure(error)


def test_the_error_for_an_invalid_certificate_contains_a_solution() -> None:
    error = ssl.SSLCertVerificationError(1, "x")
    error.verify_message = "self-signed certificate"
    assert describe_failure(error) == (
        "the certificate of the server is not valid: self-signed certificate; if its authority is your own, set the"
        " environment variable SSL_CERT_FILE to the file with the certificate of the authority"
    )


def test_a_proxy_receives_no_token(run: Run, demo: StubServer) -> None:
    lines: list[bytes] = []
    with socket.socket() as proxy:
        proxy.bind(("127.0.0.1", 0))
        proxy.listen()

        def refuse() -> None:
            connection, _ = proxy.accept()
            with connection:
                lines.append(connection.recv(10_000))
                connection.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")

        threading.Thread(target=refuse, daemon=True).start()
        url = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        environment = {**NO_TOKENS, "WLC_KEY": TOKEN, "https_proxy": url, "no_proxy": ""}
        done = run("verify", "demo", "app", "--against", "https://weblate.example.org/", env=environment)
    assert done.status == 2
    assert "Tunnel connection failed: 403" in done.stderr
    assert lines[0].startswith(b"CONNECT weblate.example.org:443 ")
    assert TOKEN.encode() not in lines[0]


def test_a_server_without_tls_is_an_error(run: Run, demo: StubServer) -> None:
    environment = {**NO_TOKENS, "https_proxy": "", "HTTPS_PROXY": ""}
    done = run("verify", "demo", "app", "--against", demo.url.replace("http:", "https:"), env=environment)
    assert done.status == 2
    assert "no encrypted connection is possible" in done.stderr


def send_endless_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    handler.close_connection = True
    try:
        while True:
            handler.wfile.write(b" " * 1_000_000)
    except OSError:
        pass


def send_endless_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    try:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            handler.wfile.write(b"X: " + b"x" * 1000 + b"\r\n")
    except OSError:
        pass


def send_slow_body(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte from time to time, so that no read of the socket reaches its own time limit."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    handler.close_connection = True
    try:
        for _ in range(40):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        pass


def close_without_answer(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def send_cut_body(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b"[")
    handler.close_connection = True


def send_garbage(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x1b[31mno HTTP\r\n\r\n")
    handler.close_connection = True


@pytest.mark.parametrize(
    ("reaction", "message"),
    [
        pytest.param(send_endless_body, "the answer is larger than 32 MB", id="endless body"),
        pytest.param(send_endless_headers, "the answer is not valid HTTP", id="endless headers"),
        pytest.param(close_without_answer, "the server closed the connection", id="closed connection"),
        pytest.param(send_cut_body, "the answer is not valid HTTP: its end is missing", id="cut body"),
        pytest.param(send_garbage, "the answer is not valid HTTP", id="garbage"),
    ],
)
def test_a_hostile_answer_is_one_line(
    run: Run, demo: StubServer, reaction: Callable[[BaseHTTPRequestHandler], None], message: str
) -> None:
    demo.answer(STATISTICS, reaction)
    done = verify(run, demo)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_slow_answer_is_an_error_after_the_time_limit(demo: StubServer) -> None:
    demo.answer(STATISTICS, send_slow_body)
    client = create_client(demo, request_seconds=0.5)
    with pytest.raises(ServerError, match=r"no complete answer within 0\.5 seconds"):
        client.get_object("components", "demo", "app", "statistics")


def test_a_server_that_never_answers_is_an_error_after_the_time_limit() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = parse_address(f"http://127.0.0.1:{silent.getsockname()[1]}")
        message = r"/api/projects/demo/: no complete answer within 0\.5 seconds; raise --timeout$"
        with pytest.raises(ServerError, match=message):
            ApiClient(address, limits=ClientLimits(request_seconds=0.5)).get_object("projects", "demo")


def test_a_list_with_too_many_pages_or_items_is_an_error(demo: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MAX_PAGES", 5)
    demo.answer(
        STATISTICS, Answer({"count": 10**6, "next": "https://a.example.org/?page=2", "results": [make_german_record()]})
    )
    client = create_client(demo)
    with pytest.raises(ServerError, match="the list has more than 5 pages"):
        list(client.get_list("components", "demo", "app", "statistics", max_items=100))
    with pytest.raises(ServerError, match="the list has more than 3 items"):
        list(client.get_list("components", "demo", "app", "statistics", max_items=3))
    assert len(demo.requests) == 5 + 4


def test_a_list_that_takes_too_long_is_an_error_although_each_page_is_in_time(demo: StubServer) -> None:
    demo.answer(STATISTICS, Answer({"next": "more", "results": [make_german_record()]}))
    # Each request takes a second of this clock.
    clock = map(float, itertools.count()).__next__
    limits = ClientLimits(request_seconds=60, total_seconds=5)
    client = ApiClient(parse_address(demo.url), limits=limits, clock=clock)
    message = "all requests together took longer than 5 seconds; raise --max-time$"
    with pytest.raises(ServerError, match=message):
        list(client.get_list("components", "demo", "app", "statistics", max_items=100))
    with pytest.raises(ServerError, match=message):
        client.get_object("components", "demo", "app")
    assert len(demo.requests) == 5


def test_a_page_without_results_is_the_last_page(demo: StubServer) -> None:
    demo.answer(STATISTICS, Answer({"count": 10**6, "next": "https://a.example.org/", "results": []}))
    client = create_client(demo)
    assert [*client.get_list("components", "demo", "app", "statistics", max_items=3)] == []


@pytest.mark.parametrize("name", ["../../x", "a?b=c", "a#b", "a b", "ä\r\nX: y", "docs/manual"])
def test_names_are_escaped_in_addresses(demo: StubServer, name: str) -> None:
    client = create_client(demo)
    with pytest.raises(ServerError, match="404"):
        client.get_object("components", name)
    ((path, _),) = demo.requests
    rest = path.removeprefix("/api/components/")
    assert rest.count("/") == 1
    assert set("?# \r\n").isdisjoint(path)
