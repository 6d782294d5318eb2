"""List the commits of a history: all commits, the last commit of each day, week or month, or the commits with tags."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from transtats_cli.caching.documents import CacheDocument
from transtats_cli.errors import TranstatsError
from transtats_cli.git import revisions
from transtats_cli.git.log import read_log
from transtats_cli.git.process import run_git
from transtats_cli.git.repository import Repository
from transtats_cli.times import format_as_utc, parse_seconds

_TIME_AGO_PATTERN = re.compile(r"([0-9]{1,5}) *(day|week|month|year)s?(?: ago)?")
_DAYS_BY_UNIT = {"day": 1, "week": 7, "month": 30, "year": 365}
_SECONDS_PER_DAY = 24 * 3600
RECENT_PERIOD = "30 days"
"""Time before the last commit whose changes pages show."""
_TAG_FORMAT = "%(objecttype)%00%(objectname)%00%(tree)%00%(committerdate:unix)"
_TAG_TARGET_FORMAT = "%(*objectname)%00%(*tree)%00%(*committerdate:unix)"

PERIOD_FUNCTIONS: dict[str, Callable[[int], str]] = {
    "day": lambda seconds: time.strftime("%Y-%m-%d", time.gmtime(seconds)),
    "week": lambda seconds: time.strftime("%G-%V", time.gmtime(seconds)),
    "month": lambda seconds: time.strftime("%Y-%m", time.gmtime(seconds)),
}
"""Functions that convert seconds since 1970 to a day, a week or a month in UTC.

The results are texts. Sorting these texts sorts the periods by time.
"""
EVERY_CHANGE, EVERY_COMMIT = "change", "commit"
"""Other values of the option `--every`: only commits that change the statistics, or all commits."""


class Commit(NamedTuple):
    """Git commit in the history of a component."""

    commit_id: str
    """Id of the commit."""
    tree_id: str
    """Id of the git tree of the top folder."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown."""
    tag: str = ""
    """Name of the git tag. '' unless the list was limited to commits with tags."""

    @property
    def date(self) -> str | None:
        return None if self.time is None else format_as_utc(self.time)


class HistoryRequest(NamedTuple):
    """Selection of the commits that `list_commits` returns."""

    revision: str = "HEAD"
    """Newest commit, or a range of commits.

    `A..B` excludes A and the ancestors of A. `A...B` excludes the merge base of A and B, and its ancestors.
    """
    since: str = ""
    """Date of the oldest commit, or the time since then, such as `6 weeks`. '' means no limit."""
    every: str = EVERY_CHANGE
    """Value of the option `--every`: `change`, `commit`, or a key of `PERIOD_FUNCTIONS`.

    `list_commits` treats `change` as `commit`.
    """
    only_tagged_commits: bool = False
    """True to list only commits with tags, including commits on branches that were merged."""


def list_commits(repository: Repository, request: HistoryRequest, *, cache: str = "") -> list[Commit]:
    """Return the selected commits, newest first. Without `only_tagged_commits`, only first parents are followed.

    `cache` is the cache directory for the log. '' means no cache. Raises TranstatsError if the revision or the date is
    invalid, or if all commits are older.
    """
    older, newer = revisions.resolve_range(repository, request.revision)
    start = parse_date(request.since) if request.since else 0
    found = (
        _list_tagged_commits(repository, older, newer)
        if request.only_tagged_commits
        else _list_branch_commits(repository, older, newer, cache)
    )
    late = [commit for commit in found if commit.time is not None and commit.time >= start] if start else found
    newest = max((commit.time for commit in found if commit.time is not None), default=None)
    if not late and newest is not None:
        first, last = map(PERIOD_FUNCTIONS["day"], (start, newest))
        moved = move_period(request.since, newest)
        subject = "commit with a tag" if request.only_tagged_commits else "commit"
        raise TranstatsError(f"no {subject} since {first}; the newest is from {last}, so try --since {moved}")
    return (
        list(keep_last_of_each_period(PERIOD_FUNCTIONS[request.every], late))
        if request.every in PERIOD_FUNCTIONS
        else late
    )


def find_last_commit(
    repository: Repository, date: str, revision: str = "HEAD", *, or_oldest: bool = False
) -> tuple[str, str]:
    """Return the id of the last commit at or before a date, and the date as `2026-01-31`.

    `date` is as in `HistoryRequest.since`. Only first parents of the revision are followed. Raises TranstatsError if
    the revision or the date is invalid, if the date is in the future, or if all commits are later. With `or_oldest`,
    the result is then the oldest commit and its day.
    """
    end, first, oldest, format_day = parse_date(date), "", "an unknown date", PERIOD_FUNCTIONS["day"]
    # In some time zones, the next day of UTC has begun.
    if end > time.time() + _SECONDS_PER_DAY:
        raise TranstatsError(f"--since: {date.strip()} is in the future")
    with closing(read_log(repository, [revisions.find_commit(repository, revision)], ["--first-parent"])) as log:
        for commit in log:
            if commit.time is not None:
                if commit.time <= end:
                    return commit.commit_id, format_day(end)
                first, oldest = commit.commit_id, format_day(commit.time)
    if first and or_oldest:
        return first, oldest
    hint = revisions.hint_at_shallow_clone(repository)
    raise TranstatsError(f"--since: no commit is so old; the oldest is from {oldest}{hint}")


def find_last_day(repository: Repository) -> str:
    """Return the day of the last commit, at which the periods of pages end."""
    with closing(read_log(repository, [repository.read_head_commit()], ["--max-count=1"])) as log:
        return PERIOD_FUNCTIONS["day"](next(log).time or 0)


def keep_last_of_each_period(period: Callable[[int], str], commits: Iterable[Commit]) -> Iterator[Commit]:
    """Yield the newest commit of each period. `commits` are sorted, newest first."""
    latest = ""
    for commit in commits:
        # A commit with an unknown time belongs to no period.
        if commit.time is None:
            continue
        current = period(commit.time)
        # A commit with a later period than its descendants was made with a wrong clock.
        if not latest or current < latest:
            latest = current
            yield commit


class _CachedLine(NamedTuple):
    """Commits of a branch, as columns: one list is converted from JSON much faster than a row for each commit."""

    commit_ids: list[str]
    tree_ids: list[str]
    times: list[int]
    """Commit times. -1 if the time is unknown."""


def _list_branch_commits(repository: Repository, older: str, newer: str, cache: str) -> list[Commit]:
    """Return the commits of a branch along first parents, newest first."""
    if older:
        return _read_commits(repository, newer, f"^{older}")
    # The newest commit determines the log, except if the depth of a shallow clone changes.
    facts = repository.common_directory, sorted(repository.shallow_boundary())
    document = CacheDocument(cache, _CachedLine, "line", *facts)
    cached = document.load()
    if cached is not None and cached.commit_ids[:1] == [newer]:
        return [*map(Commit, *cached[:2], (None if time < 0 else time for time in cached.times))]
    commits = _read_commits(repository, newer)
    times = [-1 if commit.time is None else commit.time for commit in commits]
    document.save(_CachedLine([commit.commit_id for commit in commits], [commit.tree_id for commit in commits], times))
    return commits


def _read_commits(repository: Repository, *revisions: str) -> list[Commit]:
    log = read_log(repository, revisions, ["--first-parent"])
    return [Commit(commit.commit_id, commit.tree, commit.time) for commit in log]


def _list_tagged_commits(repository: Repository, older: str, newer: str) -> list[Commit]:
    limits = [f"--merged={newer}", *([f"--no-merged={older}"] if older else [])]
    printed = f"--format=%(refname)%00{_TAG_FORMAT}%00{_TAG_TARGET_FORMAT}"
    output = run_git(repository.top, "for-each-ref", *limits, printed, "refs/tags")
    found: list[Commit] = []
    # Not splitlines(), because the name of a tag may contain other line separators.
    for line in output.decode("utf-8", "replace").split("\n")[:-1]:
        name, kind, *fields = line.split("\0")
        identity, tree, committed = fields[:3] if kind == "commit" else fields[3:]
        # A tag may be of a file, or of another tag.
        if tree:
            found.append(Commit(identity, tree, parse_seconds(committed), name.removeprefix("refs/tags/")))
    return sorted(found, key=lambda commit: (commit.time or 0, commit.tag), reverse=True)


def count_other_tags(repository: Repository, request: HistoryRequest) -> int:
    """Return the number of tags whose commits the newest commit does not contain, such as those of other branches."""
    _, newer = revisions.resolve_range(repository, request.revision)
    return run_git(repository.top, "for-each-ref", f"--no-merged={newer}", "--format=.", "refs/tags").count(b"\n")


def move_period(since: str, end: int) -> str:
    """Return the date that is so long before `end` as a time ago such as `6 weeks`, and for a date a day before."""
    ago = _TIME_AGO_PATTERN.fullmatch(since.strip())
    days = int(ago[1]) * _DAYS_BY_UNIT[ago[2]] if ago else 1
    return PERIOD_FUNCTIONS["day"](end - max(days, 1) * _SECONDS_PER_DAY)


def find_earlier_day(period: str, day: str) -> str:
    """Return the day that is a period such as `1 week` before a day. If one of them is none, return the period."""
    return move_period(period, parse_date(day)) if day and _TIME_AGO_PATTERN.fullmatch(period.strip()) else period


def parse_date(text: str) -> int:
    """Parse a date such as `2026-01-31`, or a time before now such as `6 weeks`. Return seconds since 1970.

    Raises TranstatsError if the text has another form.
    """
    from datetime import UTC, datetime

    ago = _TIME_AGO_PATTERN.fullmatch(text.strip())
    if ago is not None:
        return int(time.time()) - int(ago[1]) * _DAYS_BY_UNIT[ago[2]] * _SECONDS_PER_DAY
    try:
        date = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise TranstatsError(
            f"--since: {text!r} is not a date; write a date such as 2026-01-31, or a time ago such as 6 weeks"
        ) from error
    return int((date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp())
