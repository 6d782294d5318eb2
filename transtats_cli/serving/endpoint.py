"""What happens at an address, in the order of a server: the form, who asks, how often, the method, the view."""

import asyncio
from collections.abc import Mapping
from functools import partial
from urllib.parse import parse_qsl, quote, unquote

from transtats_cli.envelope import Query, quoted
from transtats_cli.serving import problems, rendering
from transtats_cli.serving.answers import Answer, Header, Message
from transtats_cli.serving.desk import Desk
from transtats_cli.serving.exchange import Exchange, Receive, Scope, Send, exchange_of
from transtats_cli.serving.library import Reading
from transtats_cli.serving.negotiation import Form, negotiate
from transtats_cli.serving.routes import Place
from transtats_cli.serving.viewing import Content, Document, Inquiry, Stream

API = "/api/"
_LONG = 200_000
"""Bytes from which on an answer is made ready in a thread, so that others do not wait."""
# Both as a server says them; clients that look at these at all look for what they know.
_RENDERS = ["application/json", "text/html", "text/csv", "application/json"]
_PARSES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]


class Endpoint:
    """One address."""

    def __init__(self, desk: Desk, place: Place) -> None:
        self._desk = desk
        self._place = place
        self._is_public = not place.path.startswith(API)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = exchange_of(scope)
        query = _query(exchange.query)
        names = dict(scope["path_params"])
        suffix = names.pop("format", "")
        accept = exchange.headers.get(b"accept", b"").decode("latin-1")
        form = negotiate(query, accept, suffix) if self._place.renders else Form()
        if not self._is_public:
            self._desk.admit(exchange)
        if exchange.method == "OPTIONS":
            await self._describe(exchange, form)
        elif exchange.method in ("GET", "HEAD"):
            inquiry = Inquiry(_whole(names), query, self._desk.options.base_url, accept, suffix)
            await self._answer(exchange, inquiry, form)
        else:
            raise problems.method_not_allowed(exchange.method)

    async def _describe(self, exchange: Exchange, form: Form) -> None:
        place = self._place
        described = {"name": place.name, "description": place.description, "renders": _RENDERS, "parses": _PARSES}
        body = rendering.json_bytes(described, form.indent)
        length = (b"content-length", b"%d" % len(body))
        await exchange.answer(Message(200, [_type(rendering.JSON_TYPE), *self._desk.standing, length], body))

    async def _answer(self, exchange: Exchange, inquiry: Inquiry, form: Form) -> None:
        """Send what the view says; what somebody else is about to find out is not found out once more."""
        try:
            async with asyncio.timeout(self._desk.options.limits.answer_seconds):
                answer = await self._desk.awaited(exchange) or await self._found_out(exchange, inquiry, form)
        except TimeoutError:
            raise problems.unavailable("This takes longer than expected; ask again.", seconds=5) from None
        if isinstance(answer, Stream):
            await self._send_stream(exchange, answer)
        else:
            await self._desk.give(exchange, answer)

    async def _found_out(self, exchange: Exchange, inquiry: Inquiry, form: Form) -> Answer | Stream:
        pending = self._desk.begin(exchange)
        try:
            library = Reading(self._desk.library)
            result = await self._place.view(inquiry, library)
            if isinstance(result, Stream):
                return result
            if isinstance(result, Content):
                body, media_type = result
            else:
                body, media_type = rendering.rendered(result, form, _address(exchange, inquiry), inquiry.query)
            headers = [_type(media_type), *self._desk.standing]
            making = partial(Answer, body, headers, library.changed, compress=self._desk.options.gzip)
            answer = making() if len(body) < _LONG else await asyncio.to_thread(making)
            answer.is_public = self._is_public
            if not isinstance(result, Document) or result.kept:
                self._desk.answers.keep(exchange.key, answer, library.sources)
            return answer
        finally:
            self._desk.end(exchange, pending)

    async def _send_stream(self, exchange: Exchange, stream: Stream) -> None:
        # A name may hold any letter; the header takes few.
        name = f"attachment; filename*=UTF-8''{quote(stream.filename, safe='', errors='replace')}"
        own = [
            _type(stream.media_type),
            (b"content-length", b"%d" % stream.length),
            (b"content-disposition", name.encode()),
        ]
        await exchange.begin(200, [*own, *self._desk.standing])
        if exchange.method != "HEAD":
            async for chunk in stream.chunks:
                await exchange.go_on(chunk)
        await exchange.finish()


class Unknown:
    """Every address that is not ours: below the API, nobody learns that who may not ask."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = exchange_of(scope)
        if _path(scope).startswith(API):
            self._desk.admit(exchange)
        raise problems.not_found()


def _query(text: bytes) -> Query:
    return tuple(parse_qsl(text.decode("latin-1"), keep_blank_values=True, errors="replace"))


def _whole(names: Mapping[str, str]) -> dict[str, str]:
    """The names of a path; the slash of a category is escaped twice, and the second time is left to us."""
    return {name: unquote(value) if name == "component" else value for name, value in names.items()}


def _path(scope: Scope) -> str:
    """The path as we know it, without what a proxy has put in front."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def _address(exchange: Exchange, inquiry: Inquiry) -> str:
    """What was asked for, as links spell it, without its query."""
    return inquiry.base_url + quoted(_path(exchange.scope))


def _type(media_type: str) -> Header:
    return b"content-type", media_type.encode()
