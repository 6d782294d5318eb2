"""HTTP request and its response, received and sent as ASGI messages."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Header, RequestKey, Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_EXCHANGE_SCOPE_KEY = "transtats.exchange"
_JSON_CONTENT_TYPE: Header = (b"content-type", b"application/json")


class Exchange:
    """HTTP request, and the state of the response to this request."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.method: str = scope["method"]
        self.raw_path: bytes = scope["raw_path"]
        self.query: bytes = scope["query_string"]
        self.headers = _join_repeated_headers(scope["headers"])
        self.client: str = scope["client"][0] if scope["client"] else "-"
        self.body = b""
        """Body of a request that submits the login form. Empty for other requests, whose bodies are not used."""
        self.extra_headers: list[Header] = []
        """Headers for rate limit and CORS, which are added to the headers of the response."""
        self.status = 0
        """Status of the response, or 0 before the response is started."""
        self.sent_body_bytes = 0
        self.send = send
        scope[_EXCHANGE_SCOPE_KEY] = self
        self.arrival_time = asyncio.get_running_loop().time()
        self.request_key: RequestKey = (self.raw_path, self.query, self.headers.get(b"accept", b""))

    @property
    def has_body(self) -> bool:
        return b"transfer-encoding" in self.headers or self.headers.get(b"content-length", b"0") != b"0"

    async def send_response(self, response: Response) -> None:
        await self.start_response(response.status, response.headers)
        await self.end_response(response.body)

    async def send_problem(self, problem: HttpProblem, common_headers: list[Header]) -> None:
        """Send an error response with a JSON body."""
        problem_headers = [(name.encode(), value.encode("latin-1", "replace")) for name, value in problem.headers]
        length = (b"content-length", b"%d" % len(problem.body))
        await self.send_response(
            Response(problem.status, [_JSON_CONTENT_TYPE, *common_headers, *problem_headers, length], problem.body)
        )

    async def start_response(self, status: int, headers: list[Header]) -> None:
        self.status = status
        # The unread body would be parsed as the next request, so the connection is closed.
        close = [(b"connection", b"close")] if self.has_body else []
        headers = [*headers, *self.extra_headers, *close]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})

    async def send_chunk(self, chunk: bytes) -> None:
        self.sent_body_bytes += len(chunk)
        await self.send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def end_response(self, body: bytes = b"") -> None:
        # The response to HEAD has headers only.
        self.sent_body_bytes += len(body) if self.method != "HEAD" else 0
        await self.send({"type": "http.response.body", "body": body, "more_body": False})


def get_exchange(scope: Scope) -> Exchange:
    """Return the exchange that is stored in the ASGI scope of a request."""
    exchange: Exchange = scope[_EXCHANGE_SCOPE_KEY]
    return exchange


def _join_repeated_headers(headers: list[Header]) -> dict[bytes, bytes]:
    """Return header values by name. The values of a repeated header are joined with commas."""
    joined = dict(headers)
    if len(joined) == len(headers):
        return joined
    values_by_name: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        values_by_name.setdefault(name, []).append(value)
    return {name: b", ".join(values) for name, values in values_by_name.items()}
