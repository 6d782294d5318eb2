"""Concurrent requests for the same response."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

import pytest

from transtats_cli.serving.application import Application
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.handlers import send_view_response
from transtats_cli.serving.http.access_log import ServerLog
from transtats_cli.serving.http.problems import not_found
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import JsonObject, RouteSpec, ViewRequest

Sent = list[MutableMapping[str, Any]]


class CountingRoute:
    """A route with a slow view that counts its calls."""

    def __init__(self, *, fails: bool = False, is_cacheable: bool = True) -> None:
        cache = ComponentCache(ServeOptions("/nowhere", "http://127.0.0.1:8000"), lambda _: None)
        self.calls = 0
        self.feed = cache.feed
        self._fails, self._is_cacheable = fails, is_cacheable
        handler = partial(send_view_response, RouteSpec("/api/x/", self._view, "X"))
        self._application = Application(cache, ServerLog(as_json=False, quiet=True), {"/api/x/": handler})
        self.messages: list[str] = []
        self._application.log.log_message = self.messages.append  # type: ignore[assignment,method-assign]

    async def request(self, *, client_has_left: bool = False) -> int:
        """Send a request, and return the status of the response."""
        sent: Sent = []

        async def send(message: MutableMapping[str, Any]) -> None:
            if client_has_left:
                raise RuntimeError("the transport is closed")
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
        }
        await self._application(scope, receive, send)
        status: int = sent[0]["status"]
        return status

    async def _view(self, request: ViewRequest) -> JsonObject:
        self.calls += 1
        await asyncio.sleep(0.01)
        if self._fails:
            raise not_found()
        request.reader.is_cacheable = self._is_cacheable
        return {"calls": self.calls}


def run_scenario(scenario: Callable[[], Awaitable[None]]) -> None:
    async def await_scenario() -> None:
        await scenario()

    asyncio.run(await_scenario())


def test_concurrent_requests_for_one_response_call_the_view_once() -> None:
    async def scenario() -> None:
        route = CountingRoute()
        assert set(await asyncio.gather(*(route.request() for _ in range(100)))) == {200}
        assert route.calls == 1

    run_scenario(scenario)


def test_concurrent_requests_for_one_response_share_an_error() -> None:
    async def scenario() -> None:
        route = CountingRoute(fails=True)
        assert set(await asyncio.gather(*(route.request() for _ in range(10)))) == {404}
        assert route.calls == 1
        assert await route.request() == 404
        assert route.calls == 2

    run_scenario(scenario)


def test_a_request_after_a_change_does_not_get_a_response_that_was_begun_before() -> None:
    async def scenario() -> None:
        route = CountingRoute()
        before = asyncio.create_task(route.request())
        await asyncio.sleep(0)
        route.feed.version += 1
        assert [await route.request(), await before] == [200, 200]
        assert route.calls == 2

    run_scenario(scenario)


def test_an_uncacheable_response_is_computed_for_every_request() -> None:
    async def scenario() -> None:
        route = CountingRoute(is_cacheable=False)
        assert await route.request() == await route.request() == 200
        assert route.calls == 2

    run_scenario(scenario)


def test_a_client_that_leaves_before_a_cached_response_is_no_error_of_the_server() -> None:
    """The library of the server knows that the connection is closed, and needs no traceback in the log."""

    async def scenario() -> None:
        route = CountingRoute()
        await route.request()
        with pytest.raises(RuntimeError, match="closed"):
            await route.request(client_has_left=True)
        assert route.messages == []

    run_scenario(scenario)
