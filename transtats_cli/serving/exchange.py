"""One request and the way its answer is sent."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from transtats_cli.serving.problems import Problem
from transtats_cli.serving.response_cache import Header, Key, Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_EXCHANGE = "transtats.exchange"
_JSON: Header = (b"content-type", b"application/json")


class Exchange:
    """What came, and what has been sent of the answer."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.method: str = scope["method"]
        self.raw_path: bytes = scope["raw_path"]
        self.query: bytes = scope["query_string"]
        self.headers = _joined_headers(scope["headers"])
        self.client: str = scope["client"][0] if scope["client"] else "-"
        self.extra_headers: list[Header] = []
        """Headers that this answer has besides its own: the client's rate, its origin."""
        self.status = 0
        self.size = 0
        self.send = send
        scope[_EXCHANGE] = self
        self.arrival = asyncio.get_running_loop().time()
        self.key: Key = (self.raw_path, self.query, self.headers.get(b"accept", b""))

    @property
    def has_body(self) -> bool:
        return b"transfer-encoding" in self.headers or self.headers.get(b"content-length", b"0") != b"0"

    async def send_response(self, response: Response) -> None:
        await self.start_response(response.status, response.headers)
        await self.end_response(response.body)

    async def send_problem(self, problem: Problem, common_headers: list[Header]) -> None:
        """Answer with an error, in the standard response_format."""
        own = [(name.encode(), value.encode("latin-1", "replace")) for name, value in problem.headers]
        length = (b"content-length", b"%d" % len(problem.body))
        await self.send_response(Response(problem.status, [_JSON, *common_headers, *own, length], problem.body))

    async def start_response(self, status: int, headers: list[Header]) -> None:
        self.status = status
        # A body that nobody reads would be taken for the next request.
        closing = [(b"connection", b"close")] if self.has_body else []
        headers = [*headers, *self.extra_headers, *closing]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})

    async def send_chunk(self, chunk: bytes) -> None:
        self.size += len(chunk)
        await self.send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def end_response(self, body: bytes = b"") -> None:
        # Of an answer to HEAD only the headers are sent.
        self.size += len(body) if self.method != "HEAD" else 0
        await self.send({"type": "http.response.body", "body": body, "more_body": False})


def get_exchange(scope: Scope) -> Exchange:
    """The exchange that a request belongs to, on the other side of the routes."""
    exchange: Exchange = scope[_EXCHANGE]
    return exchange


def _joined_headers(headers: list[Header]) -> dict[bytes, bytes]:
    """Headers by name; what comes several times is one list."""
    found = dict(headers)
    if len(found) < len(headers):
        for name in found:
            found[name] = b", ".join(value for key, value in headers if key == name)
    return found
