"""ASGI application: send cached responses immediately, and route all other requests."""

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from starlette.routing import compile_path

from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.access import AccessControl
from transtats_cli.serving.http.access_log import ServerLog, format_logged_target
from transtats_cli.serving.http.exchange import (
    Exchange,
    Receive,
    Scope,
    Send,
    common_headers,
    cors_headers,
    make_problem_response,
)
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import CachedResponse, RequestKey, Response, ResponseCache
from transtats_cli.serving.views.pages import is_page_request, make_problem_page

Handler = Callable[["Application", Exchange, dict[str, str]], Awaitable[None]]
"""Function that sends the response to a request. The dictionary contains the parameters in the path by name."""


class Application:
    """ASGI application that handles all requests of one server, and the state that these requests share.

    `handlers` contains the function for each path. Parameters in a path are in braces: `/api/projects/{project}/`. A
    problem with a request becomes an error response: an HTML page for a path of a page, otherwise JSON.
    """

    def __init__(self, cache: ComponentCache, log: ServerLog, handlers: Mapping[str, Handler]) -> None:
        self.options = cache.options
        self.component_cache = cache
        self.access = AccessControl(self.options.tokens, self.options.rate_limit)
        self.common_headers = common_headers(self.options)
        self.response_cache = ResponseCache(self.options.limits.cache_bytes)
        self.log = log
        self._handlers = [(compile_path(path)[0], handler) for path, handler in handlers.items()]
        self._active_requests = 0
        self._running: dict[tuple[RequestKey, int], asyncio.Task[CachedResponse]] = {}
        """Computations of responses, by request key and version of the components."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        exchange = Exchange(scope, receive, send)
        if self.options.cors_origins:
            origin = exchange.headers.get(b"origin")
            exchange.extra_headers += cors_headers(origin, self.options, is_preflight=exchange.is_preflight)
        try:
            response = None
            if exchange.method in ("GET", "HEAD") and not exchange.has_body:
                version = self.component_cache.feed.version
                response = self.response_cache.get(exchange.request_key, version, exchange.arrival_time)
            if response is None:
                await self._handle_uncached_request(exchange)
            else:
                if not response.is_public:
                    self.access.check_access(exchange)
                await exchange.send_cached_response(response)
        except HttpProblem as problem:
            if exchange.status:
                # The response has been sent in part, so the connection must be closed.
                raise
            await exchange.send_response(
                make_problem_page(exchange, problem, self.options)
                if is_page_request(exchange)
                else make_problem_response(problem, self.common_headers)
            )
        finally:
            outcome = (exchange.status, exchange.sent_body_bytes, time.perf_counter() - start)
            target = format_logged_target(exchange.raw_path, exchange.query)
            self.log.log_request(exchange.client, exchange.method, target, outcome)

    async def _handle_uncached_request(self, exchange: Exchange) -> None:
        """Route a request that has no cached response. Raises HttpProblem: with status 500 for an unexpected error."""
        if self._active_requests >= self.options.limits.waiting_requests:
            raise HttpProblem(503, "Too many requests are waiting for a response.", retry_seconds=1)
        self._active_requests += 1
        try:
            if exchange.has_body:
                await exchange.read_body(self.options.limits.body_bytes)
            if exchange.is_preflight and self.options.cors_origins:
                # A preflight request contains no token, so access is not checked.
                await exchange.send_response(Response(204, self.common_headers, b""))
            else:
                await self._route_request(exchange)
        except HttpProblem:
            raise
        except Exception as error:
            # Details of the exception are written only to the log.
            self.log.log_message("".join(traceback.format_exception(error)))
            raise HttpProblem(500, "Server Error (500)") from error
        finally:
            self._active_requests -= 1

    async def _route_request(self, exchange: Exchange) -> None:
        """Call the handler of the path. If there is none, raise HttpProblem (404).

        Below `/api/`, the token and the rate limit are checked first, so the problem can have another status.
        """
        for pattern, handler in self._handlers:
            match = pattern.match(exchange.path)
            if match is not None:
                await handler(self, exchange, match.groupdict())
                return
        if exchange.path.startswith("/api/"):
            self.access.check_access(exchange)
        raise problems.not_found()

    async def compute_once(
        self, exchange: Exchange, compute: Callable[[], Coroutine[Any, Any, CachedResponse]]
    ) -> CachedResponse:
        """Return the result of `compute`. Concurrent requests for the same response share one call, also if it fails.

        A cancelled request does not cancel the call. After a change of a component, the next request causes a new call.
        """
        key = (exchange.request_key, self.component_cache.feed.version)
        if key not in self._running:
            task = self._running[key] = asyncio.create_task(compute())
            task.add_done_callback(lambda _: self._running.pop(key))
            # If no request waits any more, asyncio would otherwise log the exception.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._running[key])
