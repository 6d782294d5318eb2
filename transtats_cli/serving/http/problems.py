"""Error responses, with a JSON body in the format of a Weblate server."""

import json
from http import HTTPStatus

_CODES = {
    400: "parse_error",
    401: "authentication_failed",
    403: "permission_denied",
    414: "uri_too_long",
    429: "throttled",
    500: "error",
}
"""Error codes in the body. The codes of other statuses are their names: `not_found`."""


class HttpProblem(Exception):  # noqa: N818  an answer, not an error of ours
    """Exception for a request that is answered with an error response.

    If `retry_seconds` is not 0, the response has the header Retry-After. If `code` is empty, it depends on the status.
    The body is JSON, unless a view sets `media_type` and `body`.
    """

    def __init__(self, status: int, detail: str, retry_seconds: int = 0, code: str = "") -> None:
        # Passing all values to Exception makes the problem picklable, so worker processes can raise it.
        super().__init__(status, detail, retry_seconds, code)
        self.status = status
        self.detail = detail
        self.code = code or _CODES.get(status) or HTTPStatus(status).name.lower()
        self.headers: list[tuple[bytes, bytes]] = [(b"www-authenticate", b"Token")] if status == 401 else []
        if retry_seconds:
            self.headers.append((b"retry-after", b"%d" % retry_seconds))
        self.media_type = "application/json"
        kind = "server_error" if status >= 500 else "client_error"
        value = {"type": kind, "errors": [{"code": self.code, "detail": detail, "attr": None}]}
        self.body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def not_authenticated() -> HttpProblem:
    return HttpProblem(401, "Authentication credentials were not provided.", code="not_authenticated")


def not_found() -> HttpProblem:
    return HttpProblem(404, "Not found.")


def method_not_allowed(method: str) -> HttpProblem:
    return HttpProblem(405, f'Method "{method}" not allowed.')
