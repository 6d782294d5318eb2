"""Error responses."""

import json

import pytest

from transtats_cli.serving.http import problems
from transtats_cli.serving.http.problems import HttpProblem


@pytest.mark.parametrize(
    ("problem", "status", "kind", "code", "detail"),
    [
        (problems.not_found(), 404, "client_error", "not_found", "Not found."),
        (problems.invalid_page(), 404, "client_error", "not_found", "Invalid page."),
        (
            problems.method_not_allowed("POST"),
            405,
            "client_error",
            "method_not_allowed",
            'Method "POST" not allowed.',
        ),
        (
            problems.not_acceptable(),
            406,
            "client_error",
            "not_acceptable",
            "Could not satisfy the request Accept header.",
        ),
        (
            problems.too_many_requests(86_397),
            429,
            "client_error",
            "throttled",
            "Request was throttled. Expected available in 86397 seconds.",
        ),
        (
            problems.too_many_requests(1),
            429,
            "client_error",
            "throttled",
            "Request was throttled. Expected available in 1 second.",
        ),
        (problems.server_error(), 500, "server_error", "error", "Server Error (500)"),
        (problems.service_unavailable("Later."), 503, "server_error", "service_unavailable", "Later."),
        (problems.bad_request("Why?"), 400, "client_error", "parse_error", "Why?"),
    ],
    ids=lambda value: value.code if isinstance(value, HttpProblem) else "",
)
def test_the_body_of_an_error_has_the_standard_format(
    problem: HttpProblem, status: int, kind: str, code: str, detail: str
) -> None:
    assert problem.status == status
    assert json.loads(problem.body) == {"type": kind, "errors": [{"code": code, "detail": detail, "attr": None}]}


def test_a_throttled_response_has_a_retry_time() -> None:
    assert problems.too_many_requests(7).headers == (("retry-after", "7"),)
