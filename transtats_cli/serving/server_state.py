"""State that all requests of a server share: options, component cache, response cache, rate limits."""

import asyncio

from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.authentication import Sessions, authenticate
from transtats_cli.serving.http.exchange import Exchange, common_headers
from transtats_cli.serving.http.response_cache import CachedResponse, RequestKey, ResponseCache
from transtats_cli.serving.http.throttling import RateLimit, RateLimiter
from transtats_cli.serving.options import ServeOptions

_LOGIN_RATE = RateLimit(max_requests=30, period_seconds=600)
"""Rate limit of the login form. It does not depend on the options, so nobody can try many tokens."""


class ServerState:
    """Options, caches and rate limits that all requests of one server share."""

    def __init__(self, options: ServeOptions, component_cache: ComponentCache) -> None:
        self.options = options
        self.component_cache = component_cache
        self.common_headers = common_headers(options)
        self.response_cache = ResponseCache(options.limits.cache_bytes, component_cache.is_valid)
        self.sessions = Sessions(options.tokens)
        self._login_limiter = RateLimiter(_LOGIN_RATE)
        self._rate_limiter = RateLimiter(options.rate_limit) if options.rate_limit else None
        self._pending_responses: dict[RequestKey, asyncio.Future[None]] = {}

    def check_access(self, exchange: Exchange) -> None:
        """Check the token or the session, and the rate limit of a request. Raises HttpProblem."""
        authorization = exchange.headers.get(b"authorization")
        if authorization is not None or not self.sessions.is_valid(exchange.headers.get(b"cookie")):
            authenticate(authorization, self.options.tokens)
        self.check_rate_limit(exchange)

    def check_rate_limit(self, exchange: Exchange) -> None:
        """Count a request. Raises HttpProblem if the client has sent too many."""
        if self._rate_limiter is not None:
            status = self._rate_limiter.count_request(exchange.client, exchange.arrival_time)
            exchange.extra_headers += status.headers
            if not status.is_allowed:
                raise problems.too_many_requests(status.reset_seconds)

    def check_login_rate(self, exchange: Exchange) -> None:
        """Count an attempt to log in. Raises HttpProblem if the client has made too many."""
        self.check_rate_limit(exchange)
        status = self._login_limiter.count_request(exchange.client, exchange.arrival_time)
        if not status.is_allowed:
            raise problems.too_many_requests(status.reset_seconds)

    def get_cached_response(self, exchange: Exchange) -> CachedResponse | None:
        """Return the cached response to a GET or HEAD request, or None if the cache contains no valid response."""
        if exchange.method not in ("GET", "HEAD") or exchange.has_body:
            return None
        return self.response_cache.get(exchange.request_key, exchange.arrival_time)

    async def send_cached_response(self, exchange: Exchange, response: CachedResponse) -> None:
        """Send the plain response, the gzip response or 304 Not Modified, depending on the request headers."""
        received = exchange.headers
        await exchange.send_response(
            response.select_response(received.get(b"accept-encoding"), received.get(b"if-none-match"))
        )

    async def wait_for_pending_response(self, exchange: Exchange) -> CachedResponse | None:
        """Wait until another request has computed the same response, and return this response from the cache.

        Return None if no other request computes the response, or if the response was not cached.
        """
        pending = self._pending_responses.get(exchange.request_key)
        if pending is None:
            return None
        await asyncio.shield(pending)
        return self.get_cached_response(exchange)

    def start_pending_response(self, exchange: Exchange) -> "asyncio.Future[None]":
        """Register that the response to this request is being computed.

        Return a future that requests for the same response wait for.
        """
        pending = self._pending_responses[exchange.request_key] = asyncio.get_running_loop().create_future()
        return pending

    def finish_pending_response(self, exchange: Exchange, pending: "asyncio.Future[None]") -> None:
        pending.set_result(None)
        if self._pending_responses.get(exchange.request_key) is pending:
            del self._pending_responses[exchange.request_key]
