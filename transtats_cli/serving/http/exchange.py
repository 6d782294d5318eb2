"""HTTP request and its response, received and sent as ASGI messages, and the headers that responses contain."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from functools import lru_cache
from typing import Any

from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import CachedResponse, Header, RequestKey, Response
from transtats_cli.serving.options import ServeOptions

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON_CONTENT_TYPE = "application/json"
_BODY_TIMEOUT_SECONDS = 1.0
_LANGUAGE_PATTERN = re.compile(rb"\s*([a-z0-9-]{2,30})\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?", re.IGNORECASE)
_MAX_LANGUAGES = 5
_ALLOWED_METHODS = b"GET, HEAD, OPTIONS"
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


class Exchange:
    """HTTP request, and the state of the response to this request."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.method: str = scope["method"]
        self.raw_path: bytes = scope["raw_path"]
        self.root_path: str = scope.get("root_path", "")
        """Prefix of the path, at which a proxy serves the application."""
        self.path: str = scope["path"].removeprefix(self.root_path)
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
        self.receive = receive
        self._send = send
        self.arrival_time = asyncio.get_running_loop().time()
        accept, languages = self.headers.get(b"accept", b""), self.headers.get(b"accept-language")
        # Only browsers request pages. Responses of the API are the same in all languages.
        self.languages = parse_languages(languages) if languages and b"text/html" in accept else ()
        self.request_key: RequestKey = (self.raw_path, self.query, accept, ",".join(self.languages).encode())

    @property
    def has_body(self) -> bool:
        return b"transfer-encoding" in self.headers or self.headers.get(b"content-length", b"0") != b"0"

    @property
    def is_preflight(self) -> bool:
        """True for a CORS preflight request. It contains no token."""
        return self.method == "OPTIONS" and {b"origin", b"access-control-request-method"} <= self.headers.keys()

    async def read_body(self, max_bytes: int) -> None:
        """Read the body of the request, and keep it if the request submits the login form.

        Other bodies are read as well, because a client may not receive the response if the connection is closed while
        input is unread. A body that is longer than `max_bytes`, or not complete after one second, is not kept.
        """
        if b"expect" in self.headers:
            return
        is_kept = self.method == "POST" and self.raw_path.endswith(b"/login")
        body = bytearray()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_BODY_TIMEOUT_SECONDS):
                while len(body) <= max_bytes:
                    message = await self.receive()
                    body += message.get("body", b"")
                    if not message.get("more_body", False):
                        self.body = bytes(body) if is_kept else b""
                        return

    async def send_response(self, response: Response) -> None:
        await self.start_response(response.status, response.headers)
        await self.end_response(response.body)

    async def send_cached_response(self, response: CachedResponse) -> None:
        """Send the plain response, the gzip response or 304 Not Modified, depending on the request headers."""
        accept_encoding, if_none_match = self.headers.get(b"accept-encoding"), self.headers.get(b"if-none-match")
        await self.send_response(response.select_response(accept_encoding, if_none_match))

    async def start_response(self, status: int, headers: list[Header]) -> None:
        self.status = status
        # The unread body would be parsed as the next request, so the connection is closed.
        close = [(b"connection", b"close")] if self.has_body else []
        headers = [*headers, *self.extra_headers, *close]
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def send_chunk(self, chunk: bytes) -> None:
        self.sent_body_bytes += len(chunk)
        await self._send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def end_response(self, body: bytes = b"") -> None:
        # The response to HEAD has headers only.
        self.sent_body_bytes += len(body) if self.method != "HEAD" else 0
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(maxsize=256)
def parse_languages(accept_language: bytes) -> tuple[str, ...]:
    """Return the language codes of an Accept-Language header, the most wanted ones first.

    There are at most five. They have lower case and underscores: `pt_br`. Malformed parts are left out.
    """
    matches = filter(None, map(_LANGUAGE_PATTERN.fullmatch, accept_language.split(b",")))
    wanted = [(float(match[2] or 1), match[1].decode().lower().replace("-", "_")) for match in matches]
    codes = [code for quality, code in sorted(wanted, key=lambda each: -each[0]) if quality]
    return tuple(dict.fromkeys(codes))[:_MAX_LANGUAGES]


def _join_repeated_headers(headers: list[Header]) -> dict[bytes, bytes]:
    """Return header values by name. The values of a repeated header are joined with commas."""
    values_by_name: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        values_by_name.setdefault(name, []).append(value)
    return {name: b", ".join(values) for name, values in values_by_name.items()}


def make_response(status: int, content_type: str, body: bytes, headers: Collection[Header]) -> Response:
    length = (b"content-length", b"%d" % len(body))
    return Response(status, [(b"content-type", content_type.encode()), *headers, length], body)


def make_problem_response(problem: HttpProblem, common_headers: Collection[Header]) -> Response:
    """Return an error response with the body of a problem."""
    return make_response(problem.status, problem.media_type, problem.body, [*common_headers, *problem.headers])


def common_headers(options: ServeOptions) -> list[Header]:
    """Return the headers that every response contains: caching, Vary, and security policies for browsers."""
    vary = [b"Accept", *([b"Accept-Encoding"] if options.gzip else []), *([b"Origin"] if options.cors_origins else [])]
    headers = [
        (b"vary", b", ".join(vary)),
        (b"allow", _ALLOWED_METHODS),
        (b"cache-control", b"private, no-cache" if options.tokens else b"no-cache"),
        (b"content-security-policy", _CONTENT_SECURITY_POLICY),
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


def cors_headers(origin: bytes | None, options: ServeOptions, *, is_preflight: bool = False) -> list[Header]:
    """Return the CORS headers that allow web pages of an origin to read the response, or to send a request.

    Return an empty list if the request has no origin, or if the origin is not allowed.
    """
    if origin is None or not {"*", origin.decode("latin-1")} & options.cors_origins:
        return []
    allowed_origin = (b"access-control-allow-origin", origin)
    if is_preflight:
        return [
            allowed_origin,
            (b"access-control-allow-methods", _ALLOWED_METHODS),
            (b"access-control-allow-headers", b"accept, authorization, if-none-match"),
            (b"access-control-max-age", b"600"),
        ]
    exposed = b"etag, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset"
    return [allowed_origin, (b"access-control-expose-headers", exposed)]
