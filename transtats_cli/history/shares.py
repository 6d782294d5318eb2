"""Shares of components, and of their sums, at some commits of two years. Charts and tables of pages show them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.git import repository
from transtats_cli.history.commits import (
    PERIOD_FUNCTIONS,
    RECENT_PERIOD,
    Commit,
    HistoryRequest,
    keep_last_of_each_period,
    list_commits,
    move_period,
    parse_date,
)
from transtats_cli.history.component_history import ComponentHistory, align_histories, read_component_histories
from transtats_cli.history.figures import ComponentNames
from transtats_cli.history.reader import ComponentLocation
from transtats_cli.measures import Share
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.settings.layers import Overrides

_MAX_PERIODS = 25
_SECONDS_PER_DAY = 24 * 3600
_SECONDS_SHOWN_BY_WEEK = _MAX_PERIODS * 7 * _SECONDS_PER_DAY


class ShareHistory(NamedTuple):
    """Shares at several commits, the oldest first. If there are none, `note` gives the reason."""

    times: tuple[int, ...] = ()
    """Time of each commit in seconds since 1970."""
    percentages: Mapping[tuple[str, str, str], tuple[float | None, ...]] = {}
    """Share at each commit by project, component and language code, in percent. An empty text stands for all of them.

    The share is None at a commit without the translation.
    """
    earlier_place: int | None = None
    """Place of the last commit that is 30 days older than the newest one. None if there is no such commit."""
    note: str = ""

    @property
    def dates(self) -> list[str]:
        return [*map(PERIOD_FUNCTIONS["day"], self.times)]

    @property
    def last_date(self) -> str:
        """Day of the newest commit. Empty if there is none."""
        return self.dates[-1] if self.times else ""

    @property
    def earlier_date(self) -> str:
        """Day 30 days before the newest commit. Empty if no commit is so old."""
        return "" if self.earlier_place is None else move_period(RECENT_PERIOD, self.times[-1])

    def find_change(self, project: str = "", component: str = "", language: str = "") -> float | None:
        """Return the change in percentage points in the 30 days before the newest commit. None if it is unknown."""
        found = self.percentages.get((project, component, language))
        if found is None or self.earlier_place is None:
            return None
        before, now = found[self.earlier_place], found[-1]
        return None if before is None or now is None else round(now - before, 1)

    def select_component(self, names: ComponentNames) -> "ShareHistory":
        """Return the history that the pages of one component need."""
        return self._replace(percentages={key: each for key, each in self.percentages.items() if key[:2] == names})


def read_share_history(
    root: str, components: Sequence[ComponentNames], overrides: Overrides, cache_directory: str
) -> ShareHistory:
    """Return the shares of components at up to 26 commits. The checks are not run. Raises TranstatsError if git fails.

    `root` is the directory of all components.
    """
    found = repository.find_repository(root)
    if found is None:
        return ShareHistory(note="There is no history, because the directory is not in a git repository.")
    if not found.read_head_commit() or not components:
        return ShareHistory()
    commits = select_commits(list_commits(found, HistoryRequest(), cache=cache_directory))
    locations = [ComponentLocation(found, root, names, overrides).with_present_measure() for names in components]
    options = ScanOptions(runs_checks=False, cache_directory=cache_directory)
    results = read_component_histories(locations, commits, options, changes_only=False)
    return create_share_history([each for each in results if isinstance(each, ComponentHistory)], commits)


def select_commits(commits: Sequence[Commit]) -> list[Commit]:
    """Return some of the commits: the last one of each of 25 months, and that 30 days before the newest commit.

    If all commits are of the last 25 weeks, return the last one of each week. `commits` are sorted, newest first.
    """
    dated = [commit for commit in commits if commit.time is not None]
    newest = dated[0].time or 0 if dated else 0
    is_young = bool(dated) and newest - (dated[-1].time or 0) <= _SECONDS_SHOWN_BY_WEEK
    shown = [*keep_last_of_each_period(PERIOD_FUNCTIONS["week" if is_young else "month"], dated)][:_MAX_PERIODS]
    earlier = _find_earlier_place(newest, dated)
    selected = {*shown, *([] if earlier is None else [dated[earlier]])}
    return [commit for commit in dated if commit in selected]


def _find_earlier_place(newest: int, commits: Iterable[Commit]) -> int | None:
    """Return the place of the first of the commits from the day 30 days before the newest commit, or earlier."""
    end = parse_date(move_period(RECENT_PERIOD, newest))
    places = (place for place, each in enumerate(commits) if (each.time or 0) <= end)
    return next(places, None)


def create_share_history(histories: Sequence[ComponentHistory], commits: Sequence[Commit]) -> ShareHistory:
    """Return the shares of the components and of all sums of them. `commits` are sorted, newest first."""
    aligned = align_histories(histories, commits)
    if not aligned:
        return ShareHistory()
    count = len(aligned[0].entries)
    sums: dict[tuple[str, str, str], list[Share | None]] = {}
    for history in aligned:
        project, slug = history.names
        for place, entry in enumerate(history.entries):
            for each in entry.figures.languages:
                for names in ((project, slug), (project, ""), ("", "")):
                    for code in (each.code, ""):
                        shares = sums.setdefault((*names, code), [None] * count)
                        before = shares[place] or Share(0, 0)
                        shares[place] = Share(before.part + each.share.part, before.whole + each.share.whole)
    shown = [entry.commit for entry in reversed(aligned[0].entries)]
    earlier = _find_earlier_place(shown[0].time or 0, shown)
    return ShareHistory(
        tuple(each.time or 0 for each in reversed(shown)),
        {key: tuple(None if share is None else share.percent_done for share in shares) for key, shares in sums.items()},
        None if earlier is None else count - 1 - earlier,
    )
