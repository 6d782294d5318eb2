"""Event stream of open pages (server-sent events): one short event for each change, without figures.

A page that receives an event requests itself again, so an event is the same for all pages and contains nothing secret.
"""

import asyncio

from transtats_cli.serving.data.change_feed import ChangeFeed, FeedScope, Subscription
from transtats_cli.serving.endpoint import parse_query_string
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import Exchange, Receive, Scope, Send, get_exchange
from transtats_cli.serving.server_state import ServerState

_HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no"))
"""Headers of an event stream. Because of `x-accel-buffering`, proxies forward each event at once."""
_FIRST_EVENT = b"retry: 3000\n\n"
_CHANGE_EVENT = b"event: change\ndata: \n\n"
_KEEP_ALIVE_EVENT = b":\n\n"
_KEEP_ALIVE_SECONDS = 25.0
"""Time in seconds without a change after which a comment is sent, so that proxies do not close the connection."""


class EventsEndpoint:
    """ASGI endpoint of the event stream. The query parameters `project` and `component` are the scope of the events.

    Raises HttpProblem (503) if too many event streams are open.
    """

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        self._state.check_access(exchange)
        if exchange.method not in ("GET", "HEAD"):
            raise problems.method_not_allowed(exchange.method)
        feed = self._state.component_cache.feed
        if feed.is_closed or feed.subscription_count >= self._state.options.limits.event_streams:
            raise problems.service_unavailable("Too many event streams are open.", retry_seconds=30)
        await exchange.start_response(200, [*_HEADERS, *self._state.common_headers])
        if exchange.method == "GET":
            await _send_events(exchange, feed, receive)
        await exchange.end_response()


async def _send_events(exchange: Exchange, feed: ChangeFeed, receive: Receive) -> None:
    """Send events until the client or the feed closes the stream."""
    query = dict(parse_query_string(exchange.query))
    subscription = feed.subscribe(FeedScope(query.get("project", ""), query.get("component", "")))
    leaving = asyncio.create_task(_wait_for_disconnect(receive, subscription))
    try:
        await exchange.send_chunk(_FIRST_EVENT)
        while not (feed.is_closed or leaving.done()):
            event = _CHANGE_EVENT if await _wait_for_change(subscription) else _KEEP_ALIVE_EVENT
            if not (feed.is_closed or leaving.done()):
                # If the client does not read, this waits, and the changes in the meantime become one event.
                await exchange.send_chunk(event)
    finally:
        feed.unsubscribe(subscription)
        leaving.cancel()


async def _wait_for_change(subscription: Subscription) -> bool:
    """Wait for a change and return True. If there is no change for 25 seconds, return False."""
    try:
        async with asyncio.timeout(_KEEP_ALIVE_SECONDS):
            await subscription.changed.wait()
    except TimeoutError:
        return False
    subscription.changed.clear()
    return True


async def _wait_for_disconnect(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.changed.set()
