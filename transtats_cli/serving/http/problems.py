"""Error responses, with a JSON body in the format of a Weblate server."""

import json
from typing import Any

TextHeaders = tuple[tuple[str, str], ...]


class HttpProblem(Exception):  # noqa: N818  an answer, not an error of ours
    """Exception for a request that is answered with an error response."""

    def __init__(self, status: int, code: str, detail: str, headers: TextHeaders = ()) -> None:
        # Passing all values to Exception makes the problem picklable, so worker processes can raise it.
        super().__init__(status, code, detail, headers)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers

    @property
    def body(self) -> bytes:
        kind = "server_error" if self.status >= 500 else "client_error"
        errors: list[dict[str, Any]] = [{"code": self.code, "detail": self.detail, "attr": None}]
        return json.dumps({"type": kind, "errors": errors}, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        )


def bad_request(detail: str) -> HttpProblem:
    return HttpProblem(400, "parse_error", detail)


def not_authenticated() -> HttpProblem:
    return _unauthorized_problem("not_authenticated", "Authentication credentials were not provided.")


def authentication_failed(detail: str) -> HttpProblem:
    return _unauthorized_problem("authentication_failed", detail)


def _unauthorized_problem(code: str, detail: str) -> HttpProblem:
    return HttpProblem(401, code, detail, (("www-authenticate", "Token"),))


def request_of_other_site() -> HttpProblem:
    return HttpProblem(403, "permission_denied", "The request comes from another site.")


def not_found() -> HttpProblem:
    return HttpProblem(404, "not_found", "Not found.")


def invalid_page() -> HttpProblem:
    return HttpProblem(404, "not_found", "Invalid page.")


def method_not_allowed(method: str) -> HttpProblem:
    return HttpProblem(405, "method_not_allowed", f'Method "{method}" not allowed.')


def not_acceptable() -> HttpProblem:
    return HttpProblem(406, "not_acceptable", "Could not satisfy the request Accept header.")


def url_too_long() -> HttpProblem:
    return HttpProblem(414, "uri_too_long", "The address is too long.")


def too_many_requests(retry_seconds: int) -> HttpProblem:
    detail = f"Request was throttled. Expected available in {retry_seconds} second{'' if retry_seconds == 1 else 's'}."
    return HttpProblem(429, "throttled", detail, (("retry-after", str(retry_seconds)),))


def header_too_large() -> HttpProblem:
    return HttpProblem(431, "request_header_fields_too_large", "The headers of the request are too large.")


def request_timed_out() -> HttpProblem:
    return HttpProblem(408, "request_timeout", "The request took too long to arrive.")


def server_error() -> HttpProblem:
    """Return the response to an unexpected exception. Details of the exception are written only to the log."""
    return HttpProblem(500, "error", "Server Error (500)")


def service_unavailable(detail: str, retry_seconds: int = 1) -> HttpProblem:
    return HttpProblem(503, "service_unavailable", detail, (("retry-after", str(retry_seconds)),))
