"""Event streams of many clients, some of which do not read: no client delays others, and each costs little memory."""

import asyncio
import gc
import tracemalloc
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest

from transtats_cli.serving import handlers
from transtats_cli.serving.application import Application
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.handlers import send_events
from transtats_cli.serving.http.access_log import ServerLog
from transtats_cli.serving.http.exchange import Exchange
from transtats_cli.serving.options import ServeOptions

Message = MutableMapping[str, Any]
MAX_STREAM_BYTES = 20_000
"""Memory of one open stream inside of the application. 200 streams take at most 4 MB."""


@pytest.fixture(autouse=True)
def no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stream send the next event at once."""
    monkeypatch.setattr(handlers, "_MIN_INTERVAL_SECONDS", 0)


class Client:
    """Client of an event stream. A stalled client accepts the first chunk of the response and no other chunk."""

    def __init__(self, *, is_stalled: bool) -> None:
        self.chunks: list[bytes] = []
        self.waiting_chunks = 0
        self._is_stalled = is_stalled
        self._gone = asyncio.Event()

    async def receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] != "http.response.body":
            return
        if self._is_stalled and self.chunks:
            self.waiting_chunks += 1
            # The server waits until the client has read enough.
            await self._gone.wait()
        self.chunks.append(message["body"])

    def leave(self) -> None:
        self._gone.set()


class Streams:
    """Open streams of one server."""

    def __init__(self, cache: ComponentCache, application: Application) -> None:
        self.feed = cache.feed
        self._application = application
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, *clients: Client) -> None:
        for client in clients:
            scope = {
                "method": "GET",
                "path": "/events/",
                "raw_path": b"/events/",
                "query_string": b"project=demo&component=app",
                "headers": [],
                "client": ("127.0.0.1", 1),
            }
            exchange = Exchange(scope, client.receive, client.send)
            self._tasks.append(asyncio.create_task(send_events(self._application, exchange, {})))
        await self.settle()

    async def announce(self, count: int) -> None:
        for _ in range(count):
            self.feed.announce("demo", "app")
            await self.settle()

    async def settle(self) -> None:
        for _ in range(12):
            await asyncio.sleep(0)

    async def wait_for_end(self) -> None:
        await asyncio.wait_for(asyncio.gather(*self._tasks), 10)


def run_scenario(scenario: Callable[[Streams], Awaitable[None]]) -> None:
    async def await_scenario() -> None:
        options = ServeOptions("/nowhere", "http://127.0.0.1:8000")
        cache = ComponentCache(options, lambda _: None)
        try:
            await scenario(Streams(cache, Application(cache, ServerLog(as_json=False), {})))
        finally:
            cache.feed.close()
            cache.workers.end_processes()

    asyncio.run(await_scenario())


def test_a_stalled_client_delays_no_other_client_and_has_one_waiting_event() -> None:
    async def scenario(streams: Streams) -> None:
        stalled, reading = Client(is_stalled=True), Client(is_stalled=False)
        await streams.open(stalled, reading)
        await streams.announce(100)
        assert len([chunk for chunk in reading.chunks if b"change" in chunk]) == 100
        assert stalled.waiting_chunks == 1
        stalled.leave()
        reading.leave()
        await streams.wait_for_end()
        assert streams.feed.subscription_count == 0

    run_scenario(scenario)


def test_a_client_that_reads_again_gets_one_event_for_all_changes_since_then() -> None:
    async def scenario(streams: Streams) -> None:
        client = Client(is_stalled=False)
        await streams.open(client)
        for _ in range(50):
            streams.feed.announce("demo", "app")
        await streams.settle()
        assert len([chunk for chunk in client.chunks if b"change" in chunk]) == 1
        client.leave()
        await streams.wait_for_end()

    run_scenario(scenario)


def test_many_changes_in_a_short_time_cause_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(streams: Streams) -> None:
        monkeypatch.setattr(handlers, "_MIN_INTERVAL_SECONDS", 3_600)
        client = Client(is_stalled=False)
        await streams.open(client)
        await streams.announce(100)
        assert len([chunk for chunk in client.chunks if b"change" in chunk]) == 1
        # A client that leaves is noticed at once.
        client.leave()
        await streams.wait_for_end()

    run_scenario(scenario)


def test_two_hundred_stalled_streams_take_little_memory_after_many_changes() -> None:
    async def scenario(streams: Streams) -> None:
        clients = [Client(is_stalled=True) for _ in range(200)]
        gc.collect()
        tracemalloc.start()
        try:
            await streams.open(*clients)
            opened = tracemalloc.get_traced_memory()[0]
            await streams.announce(20)
            changed = tracemalloc.get_traced_memory()[0]
            await streams.announce(200)
            later = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        assert opened <= 200 * MAX_STREAM_BYTES
        assert later <= changed + 100_000
        for client in clients:
            client.leave()
        await streams.wait_for_end()

    run_scenario(scenario)
