"""The application: what was answered before is answered at once; all else goes through the routes."""

import asyncio
import time
import traceback

from starlette.routing import Route, Router

from transtats_cli.serving import headers, problems
from transtats_cli.serving.access_log import Log, target
from transtats_cli.serving.answers import Message
from transtats_cli.serving.desk import Desk
from transtats_cli.serving.endpoint import Endpoint, Unknown
from transtats_cli.serving.exchange import Exchange, Receive, Scope, Send
from transtats_cli.serving.problems import Problem
from transtats_cli.serving.routes import ROUTES

_BODY_SECONDS = 1.0


class Application:
    """One server's way from requests to answers."""

    def __init__(self, desk: Desk, log: Log) -> None:
        self._desk = desk
        self._log = log
        self._options = desk.options
        self._waiting = 0
        self._routes = _routes(desk)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        exchange = Exchange(scope, send)
        if self._options.cors_origins:
            exchange.extra += headers.for_origin(exchange.headers.get(b"origin"), self._options)
        try:
            answer = self._desk.found(exchange)
            if answer is None:
                await self._find_out(exchange, receive)
            else:
                if not answer.is_public:
                    self._desk.admit(exchange)
                await self._desk.give(exchange, answer)
        except Problem as problem:
            if exchange.status:
                # Half an answer is no answer: the connection breaks off.
                raise
            await exchange.fail(problem, self._desk.standing)
        finally:
            told = (exchange.status, exchange.size, time.perf_counter() - began)
            self._log.request(exchange.client, exchange.method, target(exchange.raw_path, exchange.query), told)

    async def _find_out(self, exchange: Exchange, receive: Receive) -> None:
        """Answer what was not asked before; what goes wrong with it is no other request's matter."""
        if self._waiting >= self._options.limits.requests:
            raise problems.unavailable("Too many requests are being answered.")
        self._waiting += 1
        try:
            if exchange.has_body:
                await _drain(exchange, receive, self._options.limits.body_bytes)
            if not await self._answered_preflight(exchange):
                await self._routes(exchange.scope, receive, exchange.send)
        except Problem:
            raise
        except Exception as error:
            self._log.tell("".join(traceback.format_exception(error)))
            raise problems.server_error() from error
        finally:
            self._waiting -= 1

    async def _answered_preflight(self, exchange: Exchange) -> bool:
        """Tell a browser what a page of another origin may ask; it asks without any token."""
        origin = exchange.headers.get(b"origin")
        if exchange.method != "OPTIONS" or origin is None or not self._options.cors_origins:
            return False
        if b"access-control-request-method" not in exchange.headers:
            return False
        exchange.extra.clear()
        told = headers.of_preflight(origin, self._options)
        await exchange.answer(Message(204, [*self._desk.standing, *told], b""))
        return True


def _routes(desk: Desk) -> Router:
    """Every address, and what it is where its format is named at its end: `statistics.json`."""
    routes: list[Route] = []
    for place in ROUTES:
        endpoint = Endpoint(desk, place)
        routes.append(Route(place.path, endpoint))
        if place.renders:
            routes.append(Route(place.path.removesuffix("/") + ".{format}", endpoint))
    return Router(routes, redirect_slashes=False, default=Unknown(desk))


async def _drain(exchange: Exchange, receive: Receive, most: int) -> None:
    """Take what was sent along, so that the answer is not lost when the connection ends."""
    if b"expect" in exchange.headers:
        return
    taken = 0
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while taken <= most:
                message = await receive()
                taken += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return
