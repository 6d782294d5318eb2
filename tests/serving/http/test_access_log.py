"""Content and timing of log lines."""

import json
import re
from io import StringIO

import pytest

from transtats_cli.serving.http.access_log import ServerLog, format_logged_target


def write_log(*, as_json: bool, text: str = "") -> str:
    stream = StringIO()
    log = ServerLog(as_json=as_json, stream=stream)
    if text:
        log.log_message(text)
    else:
        log.log_request("192.0.2.1", "GET", "/api/", (200, 1_234, 0.0042))
    return stream.getvalue()


def test_a_request_is_logged_as_one_line() -> None:
    assert re.fullmatch(
        r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ 192\.0\.2\.1 "GET /api/" 200 1234 4\.2ms\n', write_log(as_json=False)
    )


def test_a_request_is_logged_as_a_json_object_in_json_format() -> None:
    line = json.loads(write_log(as_json=True))
    assert line.pop("time")
    assert line == {
        "client": "192.0.2.1",
        "method": "GET",
        "target": "/api/",
        "status": 200,
        "bytes": 1_234,
        "seconds": 0.0042,
    }


@pytest.mark.parametrize("as_json", [True, False])
def test_a_message_is_logged_as_one_line_without_control_characters(as_json: bool) -> None:
    assert write_log(as_json=as_json, text="one\ntwo\x1b[31m").count("\n") == 1
    assert "\x1b" not in write_log(as_json=as_json, text="one\ntwo\x1b[31m")


def test_a_closed_log_stream_is_ignored() -> None:
    stream = StringIO()
    log = ServerLog(as_json=False, stream=stream)
    stream.close()
    log.log_message("unheard")


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        (b"/api/", b"", "/api/"),
        (b"/api/", b"page=2&format=csv", "/api/?page=2&format=csv"),
        (b"/api/", b"token=secret&page=2", "/api/?page=2&..."),
        (b"/api/", b"q=secret", "/api/?..."),
        (b"/api/", b"page=%0Aforged", "/api/?page=%0Aforged"),
        (b"/" + b"a" * 5_000, b"", "/" + "a" * 299),
    ],
)
def test_only_listed_parameters_are_logged(path: bytes, query: bytes, expected: str) -> None:
    assert format_logged_target(path, query) == expected
