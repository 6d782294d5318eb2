"""Handling of one request, from content negotiation to the view."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving.conftest import Serve, Server

APP = "/api/components/demo/app/statistics/"
NOT_FOUND = {"type": "client_error", "errors": [{"code": "not_found", "detail": "Not found.", "attr": None}]}
KEYS = [
    *("total", "total_words", "total_chars", "last_change", "recent_changes"),
    *("translated", "translated_words", "translated_chars"),
    *("translated_percent", "translated_words_percent", "translated_chars_percent"),
    *("fuzzy", "fuzzy_percent", "failing", "failing_percent", "approved", "approved_percent"),
    *("readonly", "readonly_percent", "suggestions", "comments", "code", "name", "url", "translate_url"),
]


def read_error_code(reply: Any) -> tuple[int, str]:
    assert reply.headers["content-type"] == "application/json"
    return reply.status, reply.json["errors"][0]["code"]


def test_a_component_has_a_record_for_each_translation(demo_server: Server) -> None:
    reply = demo_server.get(APP)
    assert reply.status == 200
    assert {name: reply.headers[name] for name in ("content-type", "vary", "allow")} == {
        "content-type": "application/json",
        "vary": "Accept",
        "allow": "GET, HEAD, OPTIONS",
    }
    assert b" " not in reply.body.split(b'"name"')[0]
    assert (reply.json["count"], reply.json["next"], reply.json["previous"]) == (2, None, None)
    czech, german = reply.json["results"]
    assert (list(czech), czech["code"], german["code"]) == (KEYS, "cs", "de")
    assert czech["url"] == f"{demo_server.base_url}/projects/demo/app/cs/"


def test_parameters_change_the_records(demo_server: Server) -> None:
    assert len(demo_server.get(f"{APP}?extended=true").json["results"][0]) == 37
    with_source = demo_server.get(f"{APP}?with_source=true").json
    assert (with_source["count"], with_source["results"][0]["code"]) == (3, "en")


def test_all_statistics_are_extended_with_the_option_of_the_server(serve: Serve, project: Path) -> None:
    server = serve(project, "--extended")
    paths = [
        *(APP, "/api/translations/demo/app/de/statistics/", "/api/projects/demo/statistics/"),
        *("/api/projects/demo/languages/", "/api/languages/de/statistics/"),
    ]
    for path in paths:
        usual, extended, asked = (server.get(path + query).json for query in ("?extended=false", "", "?extended=true"))
        assert extended == asked
        assert "readonly_chars_percent" in str(extended)
        assert "readonly_chars_percent" not in str(usual)
    assert len(server.get(APP).json["results"][0]) == 37


def test_a_token_that_a_client_sends_is_ignored_by_a_server_without_tokens(demo_server: Server) -> None:
    reply = demo_server.get(APP)
    for token in ("Token wlu_of_another_server", "Basic YQ=="):
        assert demo_server.get(APP, {"Authorization": token}).body == reply.body
        assert demo_server.get("/projects/demo/", {"Authorization": token}).status == 200


def test_a_response_has_the_requested_format(demo_server: Server) -> None:
    rows = demo_server.get(APP).json["results"]
    assert demo_server.get(f"{APP}?format=json-flat").json == rows
    assert demo_server.get(APP.removesuffix("/") + ".json").json["results"] == rows
    table = demo_server.get(f"{APP}?format=csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.body.splitlines()[0].decode().split(",") == sorted(KEYS)
    assert demo_server.get(APP, {"Accept": "text/csv"}).body == table.body
    assert demo_server.get(APP, {"Accept": "application/json; indent=2"}).body.startswith(b'{\n  "count": 2,')
    assert read_error_code(demo_server.get(f"{APP}?format=xml")) == (404, "not_found")
    assert read_error_code(demo_server.get(APP.removesuffix("/") + ".xml")) == (404, "not_found")
    assert read_error_code(demo_server.get(APP, {"Accept": "application/xml"})) == (406, "not_acceptable")


def test_pages_have_links_with_the_address_of_the_server(demo_server: Server) -> None:
    reply = demo_server.get(f"{APP}?page_size=1&q=a%20b", {"Host": "evil.example.org"})
    assert reply.json["next"] == f"{demo_server.base_url}{APP}?page=2&page_size=1&q=a+b"
    assert demo_server.get(reply.json["next"].removeprefix(demo_server.base_url)).json["results"][0]["code"] == "de"
    last = demo_server.get(f"{APP}?page_size=1&page=last").json
    assert (last["next"], last["previous"]) == (None, f"{demo_server.base_url}{APP}?page_size=1")
    assert demo_server.get(f"{APP}?page=3").json["errors"][0]["detail"] == "Invalid page."


def test_the_slash_of_a_category_is_escaped_twice(demo_server: Server) -> None:
    path = "/api/components/demo/docs%252Fmanual/statistics/"
    assert demo_server.get(path).json["count"] == 1
    assert demo_server.get(f"{path}?page_size=1&with_source=1").json["next"] == (
        f"{demo_server.base_url}{path}?page=2&page_size=1&with_source=1"
    )
    for other in ("docs%2Fmanual", "docs/manual", "manual"):
        assert demo_server.get(f"/api/components/demo/{other}/statistics/").json == NOT_FOUND


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("/api/components/demo/nope/statistics/", id="component"),
        pytest.param("/api/components/nope/app/statistics/", id="project"),
        pytest.param("/api/components/DEMO/APP/statistics/", id="upper-case"),
        pytest.param("/api/components/demo/../statistics/", id="parent-folder"),
        pytest.param("/api/components/demo/%2e%2e/statistics/", id="parent-folder-escaped"),
        pytest.param("/api/components/demo/..%252F..%252Fetc/statistics/", id="parent-folders-escaped-twice"),
        pytest.param("/api/components/demo/%2Fetc/statistics/", id="escaped-slash"),
        pytest.param("/api/components/demo/a%00b/statistics/", id="nul"),
        pytest.param("/api/components/demo/a%2500b/statistics/", id="nul-escaped-twice"),
        pytest.param("/api/components/demo/%FF%FE/statistics/", id="not-utf-8"),
        pytest.param("/api/components/demo/%25FF/statistics/", id="not-utf-8-escaped-twice"),
        pytest.param("/api/components/demo/%25/statistics/", id="percent"),
        pytest.param("/api/components/demo/" + "b" * 5_000 + "/statistics/", id="long"),
        pytest.param("/api/components/demo/app/statistics", id="no-final-slash"),
        pytest.param("/api/components/demo//statistics/", id="empty-name"),
        pytest.param("//api/components/demo/app/statistics/", id="two-initial-slashes"),
        pytest.param("/api/nope/", id="unknown-path-of-the-api"),
        pytest.param("/nope/", id="unknown-path"),
    ],
)
def test_unknown_paths_are_not_found(demo_server: Server, path: str) -> None:
    reply = demo_server.get(path)
    assert (reply.status, reply.headers["content-type"], reply.json) == (404, "application/json", NOT_FOUND)


def test_head_is_get_without_a_body(demo_server: Server) -> None:
    for path in (APP, "/api/nope/", f"{APP}?format=csv"):
        got, head = demo_server.get(path), demo_server.get(path, method="HEAD")
        assert (head.status, head.body) == (got.status, b"")
        assert {**head.headers, "date": ""} == {**got.headers, "date": ""}


def test_options_describe_the_route(demo_server: Server) -> None:
    reply = demo_server.get(APP, method="OPTIONS")
    assert reply.status == 200
    assert reply.headers["allow"] == "GET, HEAD, OPTIONS"
    assert (reply.json["name"], reply.json["description"]) == ("Statistics", "Translation components API.")
    assert list(reply.json) == ["name", "description", "renders", "parses"]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
def test_methods_that_write_are_not_allowed(demo_server: Server, method: str) -> None:
    for path in (APP, "/api/components/demo/nope/statistics/", "/healthz"):
        reply = demo_server.get(path, method=method)
        assert read_error_code(reply) == (405, "method_not_allowed")
        assert reply.json["errors"][0]["detail"] == f'Method "{method}" not allowed.'
        assert reply.headers["allow"] == "GET, HEAD, OPTIONS"


def test_api_requests_without_a_valid_token_are_rejected(serve: Serve, project: Path, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("wlu_secret\n")
    server = serve(project, "--token-file", tmp_path / "tokens")
    allowed = {"Authorization": "Token wlu_secret"}
    assert server.get(APP, allowed).status == 200
    for path in (APP, "/api/", "/api/nope/", "/api/components/demo/nope/statistics/"):
        reply = server.get(path)
        assert read_error_code(reply) == (401, "not_authenticated")
        assert reply.headers["www-authenticate"] == "Token"
    assert read_error_code(server.get(APP, {"Authorization": "Token wlu_secre"})) == (401, "authentication_failed")
    assert read_error_code(server.get(APP, method="POST")) == (401, "not_authenticated")
    assert read_error_code(server.get(APP, allowed, method="POST")) == (405, "method_not_allowed")
    assert read_error_code(server.get("/api/nope/", allowed)) == (404, "not_found")
    assert read_error_code(server.get(f"{APP}?format=xml")) == (404, "not_found")
    assert read_error_code(server.get(APP, {"Accept": "image/png"})) == (406, "not_acceptable")
    assert server.get("/healthz").status == 200
    assert server.end() == 0
    assert "secre" not in " ".join(server.log(""))


def test_a_throttled_client_gets_a_retry_time(serve: Serve, project: Path) -> None:
    server = serve(project, "--rate-limit", "4/day")
    first = server.get(APP)
    assert (first.headers["x-ratelimit-limit"], first.headers["x-ratelimit-remaining"]) == ("4", "3")
    assert first.headers["x-ratelimit-reset"] == "86400"
    assert server.get(APP).headers["x-ratelimit-remaining"] == "2"
    assert "x-ratelimit-limit" not in server.get(APP, {"Accept": "image/png"}).headers
    assert server.get(APP, method="HEAD").headers["x-ratelimit-remaining"] == "1"
    assert server.get("/api/components/demo/nope/statistics/").headers["x-ratelimit-remaining"] == "0"
    for method in ("GET", "OPTIONS"):
        reply = server.get(APP, method=method)
        assert read_error_code(reply) == (429, "throttled")
        assert reply.headers["x-ratelimit-remaining"] == "0"
        seconds = int(reply.headers["retry-after"])
        assert f"available in {seconds} seconds" in reply.json["errors"][0]["detail"]
    assert "x-ratelimit-limit" not in server.get("/healthz").headers


def test_an_unreadable_folder_leaves_no_traceback_in_the_log(serve: Serve, project: Path) -> None:
    server = serve(project)
    (project / "demo/app/po").chmod(0)
    try:
        assert server.get(APP).status in (200, 404)
    finally:
        (project / "demo/app/po").chmod(0o755)
    assert server.log("Traceback", 0.3) == []


def test_an_unchanged_response_has_status_304_and_no_body(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    first = server.get(APP)
    again = server.get(APP, {"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert (again.headers["etag"], again.headers["vary"]) == (first.headers["etag"], "Accept")
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    until(lambda: server.get(APP, {"If-None-Match": first.headers["etag"]}).status == 200)


def test_responses_are_compressed_if_the_client_accepts_gzip(
    serve: Serve, project: Path, po: Callable[..., str]
) -> None:
    for language in ("fr", "it", "es"):
        (project / f"demo/app/po/{language}.po").write_text(po(language, Hello="?"))
    server = serve(project, "--gzip")
    reply = server.get(APP, {"Accept-Encoding": "gzip"})
    assert (reply.headers["content-encoding"], reply.headers["vary"]) == ("gzip", "Accept, Accept-Encoding")
    assert "content-encoding" not in server.get(APP).headers
    assert server.get(APP, {"If-None-Match": reply.headers["etag"], "Accept-Encoding": "gzip"}).status == 304
    assert len(json.loads(server.get(APP).body)["results"]) == 5
