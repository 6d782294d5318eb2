"""The desk: what all requests of a server share, and what is done for each of them in the same way."""

import asyncio

from transtats_cli.serving import headers, problems
from transtats_cli.serving.answers import Answer, Answers, Key
from transtats_cli.serving.authentication import authenticate
from transtats_cli.serving.exchange import Exchange
from transtats_cli.serving.library import Library
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.throttling import Throttle


class Desk:
    """Who may ask, what was answered before, and how an answer is given."""

    def __init__(self, options: ServeOptions, library: Library) -> None:
        self.options = options
        self.library = library
        self.standing = headers.standing(options)
        self.answers = Answers(options.limits.kept_bytes)
        self._throttle = Throttle(options.rate) if options.rate else None
        self._pending: dict[Key, asyncio.Future[None]] = {}

    def admit(self, exchange: Exchange) -> None:
        """Raises the problem with who asks, or how often."""
        authenticate(exchange.headers.get(b"authorization"), self.options.tokens)
        if self._throttle is not None:
            turn = self._throttle.turn(exchange.client, exchange.arrival)
            exchange.extra += turn.headers
            if not turn.is_allowed:
                raise problems.throttled(turn.reset)

    def found(self, exchange: Exchange) -> Answer | None:
        """The answer that was given before, where there is one that still holds."""
        if exchange.method not in ("GET", "HEAD") or exchange.has_body:
            return None
        return self.answers.find(exchange.key, exchange.arrival)

    async def give(self, exchange: Exchange, answer: Answer) -> None:
        """Send an answer in the form that the client takes."""
        received = exchange.headers
        await exchange.answer(answer.message(received.get(b"accept-encoding"), received.get(b"if-none-match")))

    async def awaited(self, exchange: Exchange) -> Answer | None:
        """The answer that somebody else is finding out, once it is there; None where nobody is, or it does not hold."""
        pending = self._pending.get(exchange.key)
        if pending is None:
            return None
        await asyncio.shield(pending)
        return self.found(exchange)

    def begin(self, exchange: Exchange) -> "asyncio.Future[None]":
        """An answer is being found out: others may wait for it."""
        pending = self._pending[exchange.key] = asyncio.get_running_loop().create_future()
        return pending

    def end(self, exchange: Exchange, pending: "asyncio.Future[None]") -> None:
        pending.set_result(None)
        if self._pending.get(exchange.key) is pending:
            del self._pending[exchange.key]
