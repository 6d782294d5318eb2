"""The state: what all requests of a server share, and what is done for each of them in the same way."""

import asyncio

from transtats_cli.serving import headers, problems
from transtats_cli.serving.authentication import authenticate
from transtats_cli.serving.component_cache import ComponentCache
from transtats_cli.serving.exchange import Exchange
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.response_cache import CachedResponse, Key, ResponseCache
from transtats_cli.serving.throttling import RateLimiter


class ServerState:
    """Who may ask, what was answered before, and how an response is given."""

    def __init__(self, options: ServeOptions, component_cache: ComponentCache) -> None:
        self.options = options
        self.component_cache = component_cache
        self.common_headers = headers.common_headers(options)
        self.response_cache = ResponseCache(options.limits.kept_bytes)
        self._rate_limiter = RateLimiter(options.rate) if options.rate else None
        self._pending: dict[Key, asyncio.Future[None]] = {}

    def check_access(self, exchange: Exchange) -> None:
        """Raises the problem with who asks, or how often."""
        authenticate(exchange.headers.get(b"authorization"), self.options.tokens)
        if self._rate_limiter is not None:
            status = self._rate_limiter.count_request(exchange.client, exchange.arrival)
            exchange.extra_headers += status.headers
            if not status.is_allowed:
                raise problems.throttled(status.reset)

    def cached_response(self, exchange: Exchange) -> CachedResponse | None:
        """The response that was given before, where there is one that still holds."""
        if exchange.method not in ("GET", "HEAD") or exchange.has_body:
            return None
        return self.response_cache.get(exchange.key, exchange.arrival)

    async def send(self, exchange: Exchange, response: CachedResponse) -> None:
        """Send an response in the response_format that the client takes."""
        received = exchange.headers
        await exchange.send_response(
            response.response_for(received.get(b"accept-encoding"), received.get(b"if-none-match"))
        )

    async def wait_for_pending(self, exchange: Exchange) -> CachedResponse | None:
        """The response that somebody else is finding out; None where nobody is."""
        pending = self._pending.get(exchange.key)
        if pending is None:
            return None
        await asyncio.shield(pending)
        return self.cached_response(exchange)

    def start_pending(self, exchange: Exchange) -> "asyncio.Future[None]":
        """An response is being found out: others may wait for it."""
        pending = self._pending[exchange.key] = asyncio.get_running_loop().create_future()
        return pending

    def finish_pending(self, exchange: Exchange, pending: "asyncio.Future[None]") -> None:
        pending.set_result(None)
        if self._pending.get(exchange.key) is pending:
            del self._pending[exchange.key]
