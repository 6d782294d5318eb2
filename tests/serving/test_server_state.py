"""What all requests of a server share."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from transtats_cli.serving.component_cache import CacheReader, ComponentCache
from transtats_cli.serving.endpoint import Endpoint
from transtats_cli.serving.exchange import Exchange
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.problems import Problem, not_found
from transtats_cli.serving.routes import RouteSpec
from transtats_cli.serving.server_state import ServerState
from transtats_cli.serving.view_types import JsonDocument, ViewRequest, ViewResult

Sent = list[MutableMapping[str, Any]]


class Counter:
    """An address whose view takes a moment, and counts how often it is asked."""

    def __init__(self, *, fails: bool = False, is_cacheable: bool = True) -> None:
        library = ComponentCache(ServeOptions("/nowhere", "http://127.0.0.1:8000"), lambda _: None)
        self.state = ServerState(library.options, library)
        self.asked = 0
        self._fails, self._is_cacheable = fails, is_cacheable
        self._endpoint = Endpoint(self.state, RouteSpec("/api/x/", self._view, "X"))

    async def ask(self) -> int:
        """The status of the answer to one request."""
        sent: Sent = []

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request"}

        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": "/api/x/",
            "raw_path": b"/api/x/",
            "query_string": b"",
            "headers": [],
            "client": ("192.0.2.1", 1),
            "path_params": {},
        }
        exchange = Exchange(scope, send)
        try:
            await self._endpoint(scope, receive, send)
        except Problem as problem:
            await exchange.send_problem(problem, [])
        status: int = sent[0]["status"]
        return status

    async def _view(self, request: ViewRequest, library: CacheReader) -> ViewResult:
        self.asked += 1
        await asyncio.sleep(0.01)
        if self._fails:
            raise not_found()
        return JsonDocument({"asked": self.asked}, is_cacheable=self._is_cacheable)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


def test_what_many_ask_at_once_is_found_out_once() -> None:
    async def story() -> None:
        counter = Counter()
        assert set(await asyncio.gather(*(counter.ask() for _ in range(100)))) == {200}
        assert counter.asked == 1

    run(story)


def test_who_waited_for_an_error_asks_for_himself() -> None:
    async def story() -> None:
        counter = Counter(fails=True)
        assert set(await asyncio.gather(*(counter.ask() for _ in range(10)))) == {404}
        assert counter.asked > 1

    run(story)


def test_what_is_not_kept_is_found_out_for_everybody() -> None:
    async def story() -> None:
        counter = Counter(is_cacheable=False)
        assert await counter.ask() == await counter.ask() == 200
        assert counter.asked == 2

    run(story)
