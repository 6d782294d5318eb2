"""Check files again from time to time, for changes that the operating system did not report."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.change_feed import ChangeFeed
from transtats_cli.serving.data.component_state import ComponentState

_WATCHED_CHECK_SECONDS = 15.0
"""Least time in seconds between two checks of watched files, in case a notification got lost."""
_UNWATCHED_CHECK_SECONDS = 1.0
"""Time in seconds between two checks of files that are not watched, if their figures are on an open page."""
_INTERVAL_TO_CHECK_TIME_RATIO = 20
"""Ratio of the time between the starts of two checks to the check time.

With the value 20, checks of watched files take at most a twentieth of the time.
"""
_BATCH_SIZE = 200


async def recheck_files_regularly(
    index: CachedValue[Any], states: Mapping[tuple[str, str], ComponentState], feed: ChangeFeed
) -> None:
    """Check the files of components again and again, until the task is cancelled. Requests do not wait for this.

    Files that are not watched are checked only if an open page shows their figures. `index` is the cache of the index
    of all components, and `feed` contains the subscriptions of open pages. `states` contains the states of all
    components by project and slug. The caller may change `states` at any time.
    """
    loop = asyncio.get_running_loop()
    next_check = loop.time() + _WATCHED_CHECK_SECONDS
    while True:
        await asyncio.sleep(_UNWATCHED_CHECK_SECONDS)
        start = loop.time()
        if feed.subscription_count:
            index.refresh_if_old()
            await _recheck_states(
                [state for names, state in states.items() if not state.is_watched() and feed.is_subscribed(*names)]
            )
        if start >= next_check:
            if index.value is not None:
                await asyncio.gather(index.refresh(), return_exceptions=True)
            await _recheck_states([state for state in states.values() if state.is_watched()])
            next_check = start + max(_WATCHED_CHECK_SECONDS, _INTERVAL_TO_CHECK_TIME_RATIO * (loop.time() - start))


async def _recheck_states(states: Sequence[ComponentState]) -> None:
    for start in range(0, len(states), _BATCH_SIZE):
        await asyncio.gather(*(state.recheck_files() for state in states[start : start + _BATCH_SIZE]))
