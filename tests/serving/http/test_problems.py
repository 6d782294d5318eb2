"""Error responses."""

import json

import pytest

from transtats_cli.serving.http import problems
from transtats_cli.serving.http.problems import HttpProblem


@pytest.mark.parametrize(
    ("problem", "status", "kind", "code", "detail"),
    [
        (problems.not_found(), 404, "client_error", "not_found", "Not found."),
        (HttpProblem(404, "Invalid page."), 404, "client_error", "not_found", "Invalid page."),
        (
            problems.method_not_allowed("POST"),
            405,
            "client_error",
            "method_not_allowed",
            'Method "POST" not allowed.',
        ),
        (HttpProblem(406, "No."), 406, "client_error", "not_acceptable", "No."),
        (HttpProblem(429, "Wait."), 429, "client_error", "throttled", "Wait."),
        (HttpProblem(500, "Server Error (500)"), 500, "server_error", "error", "Server Error (500)"),
        (HttpProblem(503, "Later."), 503, "server_error", "service_unavailable", "Later."),
        (HttpProblem(400, "Why?"), 400, "client_error", "parse_error", "Why?"),
    ],
    ids=lambda value: value.code if isinstance(value, HttpProblem) else "",
)
def test_the_body_of_an_error_has_the_standard_format(
    problem: HttpProblem, status: int, kind: str, code: str, detail: str
) -> None:
    assert problem.status == status
    assert json.loads(problem.body) == {"type": kind, "errors": [{"code": code, "detail": detail, "attr": None}]}


def test_a_response_has_a_retry_time() -> None:
    assert HttpProblem(429, "Wait.", retry_seconds=7).headers == [(b"retry-after", b"7")]
