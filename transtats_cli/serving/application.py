"""ASGI application: send cached responses immediately, and route all other requests."""

import asyncio
import time
import traceback

from starlette.routing import Route, Router

from transtats_cli.serving.endpoint import Endpoint, UnknownEndpoint
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.access_log import ServerLog, format_logged_target
from transtats_cli.serving.http.exchange import Exchange, Receive, Scope, Send, cors_headers, preflight_headers
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Response
from transtats_cli.serving.pages.login import is_login
from transtats_cli.serving.pages.page_response import is_page_path, make_problem_page
from transtats_cli.serving.pages.routes import make_page_routes
from transtats_cli.serving.routes import ROUTES
from transtats_cli.serving.server_state import ServerState
from transtats_cli.serving.view_types import StreamError

_BODY_TIMEOUT_SECONDS = 1.0


class Application:
    """ASGI application that handles all requests of one server.

    A problem with a request becomes an error response: an HTML page for a path of a page, otherwise JSON.
    """

    def __init__(self, state: ServerState, log: ServerLog) -> None:
        self._state = state
        self._log = log
        self._options = state.options
        self._active_requests = 0
        self._router = _make_router(state)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        exchange = Exchange(scope, send)
        if self._options.cors_origins:
            exchange.extra_headers += cors_headers(exchange.headers.get(b"origin"), self._options)
        try:
            response = self._state.get_cached_response(exchange)
            if response is None:
                await self._handle_uncached_request(exchange, receive)
            else:
                if not response.is_public:
                    self._state.check_access(exchange)
                await self._state.send_cached_response(exchange, response)
        except HttpProblem as problem:
            if exchange.status:
                # The response has been sent in part, so the connection must be closed.
                raise
            if is_page_path(exchange.scope):
                await exchange.send_response(make_problem_page(exchange, problem, self._state))
            else:
                await exchange.send_problem(problem, self._state.common_headers)
        finally:
            outcome = (exchange.status, exchange.sent_body_bytes, time.perf_counter() - start)
            self._log.log_request(
                exchange.client, exchange.method, format_logged_target(exchange.raw_path, exchange.query), outcome
            )

    async def _handle_uncached_request(self, exchange: Exchange, receive: Receive) -> None:
        """Route a request that has no cached response. Raises HttpProblem: with status 500 for an unexpected error."""
        if self._active_requests >= self._options.limits.waiting_requests:
            raise problems.service_unavailable("Too many requests are waiting for a response.")
        self._active_requests += 1
        try:
            if exchange.has_body:
                exchange.body = await _read_body(exchange, receive, self._options.limits.body_bytes)
            if not await self._send_preflight_response(exchange):
                await self._router(exchange.scope, receive, exchange.send)
        except HttpProblem:
            raise
        except StreamError as error:
            self._log.log_message(f"{format_logged_target(exchange.raw_path, exchange.query)}: {error}")
            raise problems.server_error() from error
        except Exception as error:
            self._log.log_message("".join(traceback.format_exception(error)))
            raise problems.server_error() from error
        finally:
            self._active_requests -= 1

    async def _send_preflight_response(self, exchange: Exchange) -> bool:
        """Send the response to a CORS preflight request, and return True. Return False for any other request.

        Preflight requests contain no token, so access is not checked.
        """
        origin = exchange.headers.get(b"origin")
        if exchange.method != "OPTIONS" or origin is None or not self._options.cors_origins:
            return False
        if b"access-control-request-method" not in exchange.headers:
            return False
        exchange.extra_headers.clear()
        cors = preflight_headers(origin, self._options)
        await exchange.send_response(Response(204, [*self._state.common_headers, *cors], b""))
        return True


def _make_router(state: ServerState) -> Router:
    """Return a router with all routes.

    If clients can choose the response format of a route, the router also contains the path with a format suffix:
    `/api/projects.json` for `/api/projects/`.
    """
    routes: list[Route] = []
    for route in ROUTES:
        endpoint = Endpoint(state, route)
        routes.append(Route(route.path, endpoint))
        if route.response_formats:
            routes.append(Route(route.path.removesuffix("/") + ".{format}", endpoint))
    routes += make_page_routes(state)
    return Router(routes, redirect_slashes=False, default=UnknownEndpoint(state))


async def _read_body(exchange: Exchange, receive: Receive, max_bytes: int) -> bytes:
    """Read the body of a request. If the request submits the login form, return the body, else an empty body.

    Other bodies are read as well, because a client may not receive the response if the connection is closed while
    input is unread. If the body is longer than `max_bytes`, or is not complete after one second, stop reading and
    return an empty body.
    """
    if b"expect" in exchange.headers:
        return b""
    is_kept = is_login(exchange)
    body = b""
    received = 0
    try:
        async with asyncio.timeout(_BODY_TIMEOUT_SECONDS):
            while received <= max_bytes:
                message = await receive()
                chunk = message.get("body", b"")
                received += len(chunk)
                body += chunk if is_kept else b""
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        pass
    return b""
