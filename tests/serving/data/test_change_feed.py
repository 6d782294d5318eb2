"""Notifications of changed components."""

import asyncio

import pytest

from tests.settings.test_growth import steps
from transtats_cli.serving.data.change_feed import _MIN_INTERVAL_SECONDS, ChangeFeed, FeedScope

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
        everything = feed.subscribe(ALL)
        feed.announce("demo", "app")
        # All subscriptions are notified in one step.
        await everything.wait()
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


def test_many_changes_cause_few_notifications() -> None:
    async def scenario() -> tuple[int, float]:
        feed = ChangeFeed()
        subscription = feed.subscribe(ALL)
        notifications = 0
        start = asyncio.get_running_loop().time()
        for number in range(1_000):
            feed.announce("demo", f"component-{number}")
            if number % 50 == 0:
                await asyncio.sleep(0.01)
            if subscription.is_set():
                notifications += 1
                subscription.clear()
        return notifications, asyncio.get_running_loop().time() - start

    notifications, seconds = asyncio.run(scenario())
    # A busy machine may take much longer than the 0.2 seconds of the pauses.
    assert notifications <= 1 + seconds / _MIN_INTERVAL_SECONDS


def test_new_components_notify_all_subscribers() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        subscriptions = [feed.subscribe(scope) for scope in (ALL, DEMO, APP)]
        feed.announce_all()
        await asyncio.wait_for(asyncio.gather(*(each.wait() for each in subscriptions)), 5)

    asyncio.run(scenario())


def test_a_closed_feed_notifies_old_and_new_subscribers() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        before = feed.subscribe(APP)
        feed.announce("demo", "app")
        feed.close()
        assert feed.is_closed
        assert before.is_set()
        assert feed.subscribe(APP).is_set()

    asyncio.run(scenario())


def test_a_cancelled_subscription_is_removed_from_the_feed() -> None:
    async def scenario() -> None:
        feed = ChangeFeed()
        subscription, other = feed.subscribe(APP), feed.subscribe(APP)
        feed.unsubscribe(APP, subscription)
        feed.announce("demo", "app")
        await other.wait()
        assert feed.subscription_count == 1
        assert not subscription.is_set()

    asyncio.run(scenario())
