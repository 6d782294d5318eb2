"""Versions of components, and notifications of subscribers. Each open page has a subscription to one feed."""

import asyncio
from collections import Counter
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


ALL_COMPONENTS = FeedScope()


class Subscription:
    """One subscriber. The event `changed` is set when a component of the scope changes, and when the feed is closed."""

    def __init__(self, scope: FeedScope) -> None:
        self.scope = scope
        self.changed = asyncio.Event()


class ChangeFeed:
    """Notifies all subscriptions whose scope contains a changed component.

    A notification has no content: it sets the event of a subscription. If several components change before a
    subscriber has cleared its event, the subscriber gets one notification for all of them.
    """

    def __init__(self) -> None:
        self.is_closed = False
        self.version = 0
        """Number of the last change. A response is outdated if its scope contains a component with a later change."""
        self._last_versions: dict[FeedScope, int] = {}
        self._subscriptions: set[Subscription] = set()
        self._subscription_counts: Counter[FeedScope] = Counter()
        """Number of subscriptions of each scope. There may be many, and each component is looked up once a second."""
        self._changed_scopes: set[FeedScope] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._last_notification = 0.0

    @property
    def subscription_count(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, scope: FeedScope) -> Subscription:
        subscription = Subscription(scope)
        self._subscriptions.add(subscription)
        self._subscription_counts[scope] += 1
        if self.is_closed:
            subscription.changed.set()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
            self._subscription_counts[subscription.scope] -= 1
            if not self._subscription_counts[subscription.scope]:
                del self._subscription_counts[subscription.scope]

    def is_subscribed(self, project: str, component: str) -> bool:
        """Return True if there is a subscription whose scope contains the component."""
        return any(scope in self._subscription_counts for scope in _list_scopes(project, component))

    def record_change(self, project: str, component: str) -> None:
        """Increase the version, because a value of a component has been replaced or removed."""
        self.version += 1
        self._last_versions.update(dict.fromkeys(_list_scopes(project, component), self.version))

    def has_changed(self, scope: FeedScope, version: int) -> bool:
        """Return True if a component of the scope has changed since a version."""
        return self._last_versions.get(scope, 0) > version

    def announce(self, project: str, component: str) -> None:
        """Notify the subscribers of a component that has changed."""
        if self._subscriptions:
            self._changed_scopes.update(_list_scopes(project, component))
            self._schedule_notification()

    def announce_all(self) -> None:
        """Notify all subscribers, because components were added or removed."""
        if self._subscriptions:
            self._changed_scopes.update(each.scope for each in self._subscriptions)
            self._schedule_notification()

    def close(self) -> None:
        """Notify all subscribers that the server ends."""
        self.is_closed = True
        for subscription in self._subscriptions:
            subscription.changed.set()
        if self._timer is not None:
            self._timer.cancel()

    def _schedule_notification(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            due = max(loop.time() + _FIRST_DELAY_SECONDS, self._last_notification + _MIN_INTERVAL_SECONDS)
            self._timer = loop.call_at(due, self._notify_subscribers)

    def _notify_subscribers(self) -> None:
        self._timer, self._last_notification = None, asyncio.get_running_loop().time()
        scopes, self._changed_scopes = self._changed_scopes, set()
        for subscription in self._subscriptions:
            if subscription.scope in scopes:
                subscription.changed.set()


def _list_scopes(project: str, component: str) -> tuple[FeedScope, ...]:
    return FeedScope(), FeedScope(project), FeedScope(project, component)
