"""Version of all components, and notifications of subscribers. Each open page has a subscription to one feed."""

import asyncio
from typing import NamedTuple


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

    @property
    def subscription_count(self) -> int:
        return sum(map(len, self._events.values()))

    def subscribe(self, scope: FeedScope) -> asyncio.Event:
        """Return a new event. It is set when a component of the scope changes, and when the feed is closed."""
        event = asyncio.Event()
        self._events.setdefault(scope, set()).add(event)
        return event

    def unsubscribe(self, scope: FeedScope, event: asyncio.Event) -> None:
        events = self._events.get(scope, set())
        events.discard(event)
        if not events:
            self._events.pop(scope, None)

    def is_subscribed(self, project: str, component: str) -> bool:
        """Return True if there is a subscription whose scope contains the component."""
        return any(scope in self._events for scope in _list_scopes(project, component))

    def announce(self, project: str, component: str) -> None:
        """Notify the subscribers of a component that has changed, of its project, and of all components."""
        for scope in _list_scopes(project, component):
            for event in self._events.get(scope, ()):
                event.set()

    def announce_all(self) -> None:
        """Notify all subscribers, because components were added or removed."""
        for events in self._events.values():
            for event in events:
                event.set()

    def close(self) -> None:
        """Notify all subscribers that the server ends."""
        self.is_closed = True
        self.announce_all()


def _list_scopes(project: str, component: str) -> tuple[FeedScope, ...]:
    return FeedScope(), FeedScope(project), FeedScope(project, component)
