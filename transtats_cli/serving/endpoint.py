"""Routes, and how a request of a route is handled: content negotiation, authentication, rate limit, method, view."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote

from transtats_cli.envelope import QueryParameters, quote_url_path
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.http import problems, rendering
from transtats_cli.serving.http.exchange import Exchange, Receive, Scope, Send, get_exchange, replace_headers
from transtats_cli.serving.http.rendering import MEDIA_TYPES, ResponseFormat, negotiate_response_format
from transtats_cli.serving.http.response_cache import CachedResponse, Header, Response
from transtats_cli.serving.server_state import ServerState
from transtats_cli.serving.view_types import FileStream, JsonDocument, RawContent, ViewRequest, ViewResult

API_PREFIX = "/api/"
_MIN_THREADED_BYTES = 200_000
"""Minimum size in bytes of a response body that is hashed and compressed in a thread. The event loop stays free."""
# The same lists as in the responses of a Weblate server, because clients may expect these values.
_RENDERED_MEDIA_TYPES = ["application/json", "text/html", "text/csv", "application/json"]
_PARSED_MEDIA_TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]


ViewFunction = Callable[[ViewRequest, CacheReader], Awaitable[ViewResult]]


class RouteSpec(NamedTuple):
    """URL path, and the view that computes the responses of this path. Path parameters are in braces: `{project}`."""

    path: str
    view: ViewFunction
    name: str
    """Name of the route in the response to an OPTIONS request."""
    description: str = ""
    response_formats: tuple[str, ...] = tuple(MEDIA_TYPES)
    """Response formats that clients can choose. If the tuple is empty, the view determines the format."""
    needs_token: bool = True
    """True if the token and the rate limit of requests are checked. Servers without tokens need no token."""


class Endpoint:
    """ASGI endpoint that handles the requests of one route."""

    def __init__(self, state: ServerState, route: RouteSpec) -> None:
        self._state = state
        self._route = route
        self._is_public = not route.needs_token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        query = parse_query_string(exchange.query)
        names = dict(scope["path_params"])
        suffix = names.pop("format", "")
        accept = exchange.headers.get(b"accept", b"").decode("latin-1")
        response_format = (
            negotiate_response_format(query, accept, suffix) if self._route.response_formats else ResponseFormat()
        )
        if not self._is_public:
            self._state.check_access(exchange)
        if exchange.method == "OPTIONS":
            await self._send_options_response(exchange, response_format)
        elif exchange.method in ("GET", "HEAD"):
            request = ViewRequest(_unescape_path_params(names), query, self._state.options.base_url, accept, suffix)
            await self._send_view_response(exchange, request, response_format)
        else:
            raise problems.method_not_allowed(exchange.method)

    async def _send_options_response(self, exchange: Exchange, response_format: ResponseFormat) -> None:
        route = self._route
        description = {
            "name": route.name,
            "description": route.description,
            "renders": _RENDERED_MEDIA_TYPES,
            "parses": _PARSED_MEDIA_TYPES,
        }
        body = rendering.encode_json(description, response_format.indent)
        length = (b"content-length", b"%d" % len(body))
        await exchange.send_response(
            Response(
                200, [_make_content_type_header(rendering.JSON_CONTENT_TYPE), *self._state.common_headers, length], body
            )
        )

    async def _send_view_response(
        self, exchange: Exchange, request: ViewRequest, response_format: ResponseFormat
    ) -> None:
        """Send the response that the route's view computes.

        If the same response is being computed for another request, wait for that response. Raises HttpProblem (503) if
        the response is not available within the time limit.
        """
        try:
            async with asyncio.timeout(self._state.options.limits.response_seconds):
                response = await self._state.wait_for_pending_response(exchange) or await self._compute_response(
                    exchange, request, response_format
                )
        except TimeoutError:
            raise problems.service_unavailable(
                "The response takes longer than expected; try again later.", retry_seconds=5
            ) from None
        if isinstance(response, FileStream):
            await self._send_file_stream(exchange, response)
        else:
            await self._state.send_cached_response(exchange, response)

    async def _compute_response(
        self, exchange: Exchange, request: ViewRequest, response_format: ResponseFormat
    ) -> CachedResponse | FileStream:
        pending = self._state.start_pending_response(exchange)
        try:
            reader = CacheReader(self._state.component_cache)
            result = await self._route.view(request, reader)
            if isinstance(result, FileStream):
                return result
            common_headers = self._state.common_headers
            if isinstance(result, RawContent):
                body, media_type, extra_headers = result
                common_headers = replace_headers(common_headers, extra_headers)
            else:
                body, media_type = rendering.render_result(
                    result, response_format, _build_request_url(exchange, request), request.query
                )
            headers = [_make_content_type_header(media_type), *common_headers]
            make_response = partial(
                CachedResponse, body, headers, reader.latest_change_time, compress=self._state.options.gzip
            )
            response = make_response() if len(body) < _MIN_THREADED_BYTES else await asyncio.to_thread(make_response)
            response.is_public = self._is_public
            if reader.is_cacheable and (not isinstance(result, JsonDocument) or result.is_cacheable):
                self._state.response_cache.put(exchange.request_key, response, reader.validity)
            return response
        finally:
            self._state.finish_pending_response(exchange, pending)

    async def _send_file_stream(self, exchange: Exchange, stream: FileStream) -> None:
        # A file name can contain any character, so it is percent-encoded.
        name = f"attachment; filename*=UTF-8''{quote(stream.filename, safe='', errors='replace')}"
        headers = [
            _make_content_type_header(stream.media_type),
            (b"content-length", b"%d" % stream.length_bytes),
            (b"content-disposition", name.encode()),
        ]
        await exchange.start_response(200, [*headers, *self._state.common_headers])
        if exchange.method != "HEAD":
            async for chunk in stream.chunks:
                await exchange.send_chunk(chunk)
        await exchange.end_response()


class UnknownEndpoint:
    """ASGI endpoint for paths without a route. Raises HttpProblem (404).

    Below `/api/`, the token and the rate limit are checked first, so the problem can have another status.
    """

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        if _remove_root_path(scope).startswith(API_PREFIX):
            self._state.check_access(exchange)
        raise problems.not_found()


def parse_query_string(query_string: bytes) -> QueryParameters:
    """Return the names and values of a query string, decoded and in the order of the query string."""
    return tuple(parse_qsl(query_string.decode("latin-1"), keep_blank_values=True, errors="replace"))


def _unescape_path_params(path_params: Mapping[str, str]) -> dict[str, str]:
    """Return the path parameters by name.

    `component` is percent-decoded again, because clients escape its slashes twice.
    """
    return {name: unquote(value) if name == "component" else value for name, value in path_params.items()}


def _remove_root_path(scope: Scope) -> str:
    """Return the path of a request without `root_path`, the path prefix at which a proxy serves the application."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _build_request_url(exchange: Exchange, request: ViewRequest) -> str:
    """Return the absolute URL of a request without its query."""
    return request.base_url + quote_url_path(_remove_root_path(exchange.scope))


def _make_content_type_header(media_type: str) -> Header:
    return b"content-type", media_type.encode()
