"""HTTP request and its response, received and sent as ASGI messages, and the headers that responses contain."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Header, RequestKey, Response
from transtats_cli.serving.options import ServeOptions

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_EXCHANGE_SCOPE_KEY = "transtats.exchange"
_JSON_CONTENT_TYPE: Header = (b"content-type", b"application/json")
ALLOWED_METHODS = b"GET, HEAD, OPTIONS"
_CONTENT_SECURITY_POLICY = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_PAGE_CONTENT_SECURITY_POLICY = (
    b"default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none';"
    b" form-action 'self'; frame-ancestors 'none'"
)
PAGE_HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", _PAGE_CONTENT_SECURITY_POLICY),
    # With `no-referrer`, browsers would send no origin with the forms of our own pages either.
    (b"referrer-policy", b"same-origin"),
)
"""Headers of an HTML page, instead of the common headers with the same names."""
_PREFLIGHT_SECONDS = b"600"


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


def common_headers(options: ServeOptions) -> list[Header]:
    """Return the headers that every response contains: caching, Vary, and security policies for browsers."""
    vary = [b"Accept", *([b"Accept-Encoding"] if options.gzip else []), *([b"Origin"] if options.cors_origins else [])]
    headers = [
        (b"vary", b", ".join(vary)),
        (b"allow", ALLOWED_METHODS),
        (b"cache-control", b"private, no-cache" if options.tokens else b"no-cache"),
        (
            b"content-security-policy",
            _CONTENT_SECURITY_POLICY,
        ),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"cross-origin" if options.cors_origins else b"same-origin"),
    ]
    if options.base_url.startswith("https:"):
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    return headers


def replace_headers(headers: list[Header], replacing: Collection[Header]) -> list[Header]:
    """Return the headers of `replacing`, and those of `headers` with other names."""
    names = {name for name, _ in replacing}
    return [*(header for header in headers if header[0] not in names), *replacing]


def cors_headers(origin: bytes | None, options: ServeOptions) -> list[Header]:
    """Return the CORS headers that allow web pages of an origin to read the response.

    Return an empty list if the origin is not allowed.
    """
    if origin is None or not _is_origin_allowed(origin, options):
        return []
    exposed = b"etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset"
    return [(b"access-control-allow-origin", origin), (b"access-control-expose-headers", exposed)]


def preflight_headers(origin: bytes, options: ServeOptions) -> list[Header]:
    """Return the headers of the response to a CORS preflight request.

    Return an empty list if the origin is not allowed.
    """
    if not _is_origin_allowed(origin, options):
        return []
    return [
        (b"access-control-allow-origin", origin),
        (b"access-control-allow-methods", ALLOWED_METHODS),
        (b"access-control-allow-headers", b"accept, authorization, if-none-match"),
        (b"access-control-max-age", _PREFLIGHT_SECONDS),
    ]


def _is_origin_allowed(origin: bytes, options: ServeOptions) -> bool:
    return "*" in options.cors_origins or origin.decode("latin-1") in options.cors_origins
