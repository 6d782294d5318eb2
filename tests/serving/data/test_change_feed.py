"""Notifications of changed components."""

import asyncio

import pytest

from tests.settings.test_growth import steps
from transtats_cli.serving.data.change_feed import ChangeFeed, FeedScope

ALL, DEMO, APP, WEB, OTHER = (
    FeedScope(),
    FeedScope("demo"),
    FeedScope("demo", "app"),
    FeedScope("demo", "web"),
    FeedScope("other"),
)


@pytest.mark.parametrize(
    ("scope", "is_notified"),
    [
        pytest.param(ALL, True, id="all"),
        pytest.param(DEMO, True, id="the project"),
        pytest.param(APP, True, id="the component"),
        pytest.param(WEB, False, id="another component"),
        pytest.param(OTHER, False, id="another project"),
    ],
)
def test_a_change_notifies_the_subscribers_of_the_component_and_of_its_project(
    scope: FeedScope, is_notified: bool
) -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        subscription = feed.subscribe(scope)
        assert feed.is_subscribed("demo", "app") is is_notified
        feed.announce("demo", "app")
        assert subscription.is_set() is is_notified

    asyncio.run(scenario())


def test_a_component_is_subscribed_until_its_last_subscription_ends() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        first, second = feed.subscribe(APP), feed.subscribe(APP)
        feed.unsubscribe(APP, first)
        feed.unsubscribe(APP, first)
        assert feed.is_subscribed("demo", "app")
        feed.unsubscribe(APP, second)
        assert not feed.is_subscribed("demo", "app")

    asyncio.run(scenario())


def test_the_time_to_find_a_subscription_does_not_depend_on_their_number() -> None:
    async def count_steps(number: int) -> int:
        feed = ChangeFeed()
        for place in range(number):
            feed.subscribe(FeedScope("demo", f"component-{place}"))
        return steps(lambda: feed.is_subscribed("other", "app"))

    assert asyncio.run(count_steps(10)) == asyncio.run(count_steps(500))


def test_new_components_notify_all_subscribers() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        subscriptions = [feed.subscribe(scope) for scope in (ALL, DEMO, APP)]
        feed.announce_all()
        assert all(each.is_set() for each in subscriptions)

    asyncio.run(scenario())


def test_a_closed_feed_notifies_all_subscribers() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        before = feed.subscribe(APP)
        feed.close()
        assert feed.is_closed
        assert before.is_set()

    asyncio.run(scenario())


def test_a_cancelled_subscription_is_removed_from_the_feed() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        subscription, other = feed.subscribe(APP), feed.subscribe(APP)
        feed.unsubscribe(APP, subscription)
        feed.announce("demo", "app")
        assert other.is_set()
        assert feed.subscription_count == 1
        assert not subscription.is_set()

    asyncio.run(scenario())
