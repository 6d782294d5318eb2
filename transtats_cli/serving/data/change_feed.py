"""Version of all components, and notifications of subscribers. Each open page has a subscription to one feed."""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

_FIRST_DELAY_SECONDS = 0.05
_MIN_INTERVAL_SECONDS = 0.4
"""Least time in seconds between two notifications. Changes in between are announced together."""


class FeedScope(NamedTuple):
    """Components whose changes are sent to a subscriber: one component, or all components of a project.

    If `component` is empty, the scope is the whole project. If both names are empty, the scope is all components.
    """

    project: str = ""
    component: str = ""


class ChangeFeed:
    """Sets the events of all subscribers whose scope contains a changed component.

    An event has no content. If several components change before a subscriber has cleared its event, the subscriber gets
    one notification for all of them.
    """

    def __init__(self) -> None:
        self.is_closed = False
        self.version = 0
        """Number of the last change of any component. Responses of earlier versions are outdated."""
        self._events: dict[FeedScope, set[asyncio.Event]] = {}
        """Events of the subscribers of each scope. There may be many, and each component is looked up once a second."""
        self._changed_scopes: set[FeedScope] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._last_notification = 0.0

    @property
    def subscription_count(self) -> int:
        return sum(map(len, self._events.values()))

    def subscribe(self, scope: FeedScope) -> asyncio.Event:
        """Return a new event. It is set when a component of the scope changes, and when the feed is closed."""
        event = asyncio.Event()
        self._events.setdefault(scope, set()).add(event)
        if self.is_closed:
            event.set()
        return event

    def unsubscribe(self, scope: FeedScope, event: asyncio.Event) -> None:
        events = self._events.get(scope, set())
        events.discard(event)
        if not events:
            self._events.pop(scope, None)

    def is_subscribed(self, project: str, component: str) -> bool:
        """Return True if there is a subscription whose scope contains the component."""
        return any(scope in self._events for scope in _list_scopes(project, component))

    def announce(self, project: str, component: str = "") -> None:
        """Notify the subscribers of a component that has changed, of its project, and of all components.

        If `component` is empty, the subscribers of other components of the project are not notified.
        """
        self._schedule_notification(_list_scopes(project, component))

    def announce_all(self) -> None:
        """Notify all subscribers, because components were added or removed."""
        self._schedule_notification(self._events)

    def close(self) -> None:
        """Notify all subscribers that the server ends."""
        self.is_closed = True
        self._changed_scopes.update(self._events)
        self._notify_subscribers()

    def _schedule_notification(self, scopes: Iterable[FeedScope]) -> None:
        self._changed_scopes.update(scope for scope in scopes if scope in self._events)
        if self._changed_scopes and self._timer is None:
            loop = asyncio.get_running_loop()
            due = max(loop.time() + _FIRST_DELAY_SECONDS, self._last_notification + _MIN_INTERVAL_SECONDS)
            self._timer = loop.call_at(due, self._notify_subscribers)

    def _notify_subscribers(self) -> None:
        self._timer, self._last_notification = None, asyncio.get_running_loop().time()
        scopes, self._changed_scopes = self._changed_scopes, set()
        for scope in scopes:
            for event in self._events.get(scope, ()):
                event.set()


def _list_scopes(project: str, component: str) -> tuple[FeedScope, ...]:
    return FeedScope(), FeedScope(project), FeedScope(project, component)
