"""Compare components with an earlier commit, in worker processes."""

import asyncio
from collections.abc import Sequence

from transtats_cli.comparison.revisions import RevisionPair, compare_components
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git import repository
from transtats_cli.git.process import GitError
from transtats_cli.history.commits import (
    PERIOD_FUNCTIONS,
    RECENT_PERIOD,
    find_earlier_day,
    find_last_commit,
    find_last_day,
    parse_date,
)
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.pages.changed_strings import ComponentChanges, make_component_changes
from transtats_cli.pages.changes import NO_COMMITS, NO_PERIOD, Period
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.serving.data.shared_calls import SharedCalls
from transtats_cli.serving.data.workers import ServerWorkers
from transtats_cli.serving.options import ServeOptions

_MAX_COMPONENTS = 25
"""Maximum number of components for which a commit is checked out once. Open pages show the results of each batch."""


def find_period(root: str, since: str) -> Period:
    """Return the last commit at or before a date. Runs in a worker process. Raises GitError if git fails.

    `since` can be a time before the last commit. Without a date, it is 30 days.
    """
    found = repository.find_repository(root)
    if found is None:
        return NO_PERIOD._replace(since=since)
    if not found.read_head_commit():
        return NO_COMMITS._replace(since=since)
    last_date = find_last_day(found)
    since = find_earlier_day(since or RECENT_PERIOD, last_date)
    try:
        commit, date = find_last_commit(found, since, or_oldest=True)
        beginning = PERIOD_FUNCTIONS["day"](parse_date(since))
    except GitError:
        raise
    except TranstatsError as error:
        note = f"There are no changes: {str(error).removeprefix('--since: ')}."
        return Period(since, note=note, last_date=last_date)
    note = f"No commit is from {beginning} or before, so this is the oldest one." if date > beginning else ""
    return Period(since, date, commit, note, last_date)


def compare_with_commit(
    components: Sequence[Component], commit: str, options: ServeOptions
) -> list[ComponentChanges | TranstatsError]:
    """Return the changes of each component since a commit, or the error that prevented the comparison.

    Runs in a worker process. Raises GitError if git fails.
    """
    scan_options = ScanOptions(budget=CheckTimeBudget(len(components) * options.check_time), languages_must_exist=False)
    found: list[ComponentChanges | TranstatsError] = []
    pair = RevisionPair(commit, None)
    for _, compared in compare_components(components, pair, options.root, options.overrides, scan_options):
        try:
            found.append(make_component_changes(compared))
        except TranstatsError as error:
            found.append(error)
    return found


class SharedComparer:
    """Compares components with commits. Components that are requested together share the checkout of a commit."""

    def __init__(self, options: ServeOptions, workers: ServerWorkers) -> None:
        self._options = options
        self._workers = workers
        self._calls = SharedCalls(self._compare_together, _MAX_COMPONENTS)

    async def compare(self, component: Component, commit: str) -> ComponentChanges:
        """Return the changes of a component since a commit. Raises TranstatsError if it cannot be compared."""
        changes = await self._calls.get(component, commit)
        if isinstance(changes, TranstatsError):
            raise changes
        return changes

    async def _compare_together(
        self, components: Sequence[Component], commit: str
    ) -> list[ComponentChanges | TranstatsError]:
        turn = asyncio.get_running_loop().create_future()
        return await self._workers.run_task(turn, compare_with_commit, components, commit, self._options)
