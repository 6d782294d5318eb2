"""Pages of a server that needs a token."""

from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.serving.conftest import PROJECT, write_files


def post_form(
    server: Any, path: str, headers: Mapping[str, str] | None = None, **fields: str
) -> tuple[int, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        form = {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        connection.request("POST", path, urlencode(fields), form)
        response = connection.getresponse()
        response.read()
        return response.status, {name.lower(): value for name, value in response.getheaders()}
    finally:
        connection.close()


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("login")
    tokens = folder / "tokens.txt"
    tokens.write_text("secret\n", encoding="utf-8")
    return serve_all(write_files(folder / "root", PROJECT), "--token-file", tokens)


@pytest.fixture(scope="module")
def proxied_server(serve_all: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("login")
    (folder / "tokens.txt").write_text("secret\n", encoding="utf-8")
    root = write_files(folder / "root", PROJECT)
    options = ("--base-url", "https://stats.example.org", "--forwarded-allow-ips", "127.0.0.1")
    return serve_all(root, "--token-file", folder / "tokens.txt", *options)


def open_session(server: Any) -> str:
    """Return the cookie of a new session."""
    _, headers = post_form(server, "/login", token="secret")  # noqa: S106
    return headers["set-cookie"].partition(";")[0]


PAGES = (
    "/",
    "/projects/demo/",
    "/projects/demo/app/de/",
    "/translate/demo/app/de/?q=%22",
    "/languages/",
    "/checks/",
    "/search/?q=Ahoj",
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_a_session_is_a_login_form(server: Any, path: str) -> None:
    # The first response is cached. It must not be sent to a client without a session.
    assert server.get(path, {"Authorization": "Token secret"}).status == 200
    reply = server.get(path)
    body = reply.body.decode()
    assert (reply.status, reply.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert 'type="password"' in body
    assert "Hello" not in body
    assert f'name="next" value="{path}"' in body


def test_a_session_opens_pages_and_downloads_until_the_logout(server: Any) -> None:
    status, headers = post_form(server, "/login", token="secret", next="/projects/demo/")  # noqa: S106
    assert (status, headers["location"]) == (303, "/projects/demo/")
    assert "HttpOnly; SameSite=Strict" in headers["set-cookie"]
    cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
    assert [server.get(path, cookie).status for path in (*PAGES, "/api/projects/")] == [200] * (len(PAGES) + 1)
    assert "Log out" in server.get("/", cookie).body.decode()
    status, headers = post_form(server, "/logout", cookie)
    assert (status, headers["location"]) == (303, "/")
    assert "Max-Age=0" in headers["set-cookie"]
    # The session has ended on the server as well, also for somebody who has kept the cookie.
    assert [server.get(path, cookie).status for path in (*PAGES, "/api/projects/")] == [401] * (len(PAGES) + 1)


@pytest.mark.parametrize("headers", [{}, {"Cookie": "transtats_session=guess"}], ids=["no cookie", "unknown cookie"])
def test_a_logout_without_a_session_sets_no_cookie(server: Any, headers: dict[str, str]) -> None:
    status, received = post_form(server, "/logout", headers)
    assert (status, received["location"]) == (303, "/")
    assert "set-cookie" not in received


@pytest.mark.parametrize(
    ("headers", "is_accepted"),
    [
        pytest.param({}, True, id="no browser"),
        pytest.param({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, True, id="own page"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, False, id="another port or subdomain"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, False, id="another site"),
        pytest.param({"Origin": "http://{host}"}, True, id="older browser, own page"),
        pytest.param({"Origin": "https://stats.example.org"}, True, id="older browser, proxy"),
        pytest.param({"Origin": "http://{host}0"}, False, id="older browser, another port"),
        pytest.param({"Origin": "null"}, False, id="older browser, page without an origin"),
        pytest.param({"Origin": "null", "Host": ""}, False, id="no host"),
    ],
)
def test_other_sites_cannot_log_a_user_in_or_out(
    proxied_server: Any, headers: dict[str, str], *, is_accepted: bool
) -> None:
    sent = {name: value.format(host=f"127.0.0.1:{proxied_server.port}") for name, value in headers.items()}
    cookie = {"Cookie": open_session(proxied_server)}
    assert post_form(proxied_server, "/logout", {**sent, **cookie})[0] == (303 if is_accepted else 403)
    assert proxied_server.get("/", cookie).status == (401 if is_accepted else 200)
    status, received = post_form(proxied_server, "/login", sent, token="secret")  # noqa: S106
    assert (status, "set-cookie" in received) == ((303, True) if is_accepted else (403, False))


def test_attempts_to_log_in_are_limited_without_an_option(
    serve: Callable[..., Any], project: Path, tmp_path: Path
) -> None:
    (tmp_path / "tokens.txt").write_text("secret\n", encoding="utf-8")
    server = serve(project, "--token-file", tmp_path / "tokens.txt")
    cookie = {"Cookie": open_session(server)}
    assert {post_form(server, "/login", token="guess")[0] for _ in range(29)} == {401}  # noqa: S106
    status, headers = post_form(server, "/login", token="secret")  # noqa: S106
    assert (status, "set-cookie" in headers) == (429, False)
    assert 1 <= int(headers["retry-after"]) <= 600
    # Requests with a session or a token are not limited.
    assert server.get("/", cookie).status == 200
    assert server.get("/api/", {"Authorization": "Token secret"}).status == 200


@pytest.mark.parametrize(
    "address",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "/a\r\nX: y", "evil", "", "/login?x", "/logout"],
)
def test_a_login_never_redirects_to_another_site_or_to_the_form(server: Any, address: str) -> None:
    status, headers = post_form(server, "/login", token="secret", next=address)  # noqa: S106
    assert (status, headers["location"]) == (303, "/")
    assert "x" not in headers


@pytest.mark.parametrize("options", [("--base-url", "https://example.org/l10n"), ("--root-path", "/l10n")])
def test_a_login_behind_a_proxy_returns_to_the_requested_page(
    serve: Callable[..., Any], project: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    (tmp_path / "tokens.txt").write_text("secret\n", encoding="utf-8")
    server = serve(project, "--token-file", tmp_path / "tokens.txt", *options)
    assert 'name="next" value="/l10n/projects/demo/?name=a"' in server.get("/projects/demo/?name=a").body.decode()


def test_a_wrong_token_opens_no_session(server: Any) -> None:
    status, headers = post_form(server, "/login", token="guess", next="/")  # noqa: S106
    assert status == 401
    assert "set-cookie" not in headers
    assert server.get("/", {"Cookie": "transtats_session=guess"}).status == 401
    assert server.get("/static/style.css").status == 200


def test_a_form_with_many_fields_opens_no_session(server: Any) -> None:
    fields = {f"field{number}": "" for number in range(10)}
    assert post_form(server, "/login", None, token="secret", **fields)[0] == 401  # noqa: S106


def test_only_a_form_opens_or_ends_a_session(server: Any) -> None:
    assert server.get("/login?token=secret").status == 401
    assert server.get("/logout").status == 405
    assert post_form(server, "/projects/demo/", token="secret")[0] in (401, 405)  # noqa: S106
