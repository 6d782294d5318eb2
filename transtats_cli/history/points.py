"""Which commits a look back stops at: all on the way, the last of each day, week or month, or those with tags."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.git import revisions
from transtats_cli.git.process import run
from transtats_cli.git.repository import Repository
from transtats_cli.scanning.notes import Notes
from transtats_cli.scanning.shapes import Fields
from transtats_cli.times import in_utc, parsed

_AGO = re.compile(r"([0-9]{1,5}) *(day|week|month|year)s?(?: ago)?")
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_DAY = 24 * 3600
_TAG = "%(objecttype)%00%(objectname)%00%(tree)%00%(committerdate:unix)"
_TIME = "@"
"""Prefix of a time, so that one that is missing takes its place, too."""
_TAGGED = "%(*objectname)%00%(*tree)%00%(*committerdate:unix)"
_LINE = Fields({"newest": str, "told": str})
_TOLD = f"(?:[0-9a-f]+ [0-9a-f]+ {_TIME}[-0-9]*\\n)*+"

PERIODS: dict[str, Callable[[int], str]] = {
    "day": lambda seconds: time.strftime("%Y-%m-%d", time.gmtime(seconds)),
    "week": lambda seconds: time.strftime("%G-%V", time.gmtime(seconds)),
    "month": lambda seconds: time.strftime("%Y-%m", time.gmtime(seconds)),
}
"""Of how many commits one is enough: what those have in common, by their time in UTC."""
CHANGE, COMMIT = "change", "commit"
"""Other answers to the question how often: only where something is other than before, and always."""


class Point(NamedTuple):
    """One commit."""

    commit: str
    tree: str
    """The identity of all that it holds."""
    time: int | None
    """When it was committed, in seconds; None where that is unknown."""
    name: str = ""
    """The tag, where tags are asked for."""

    @property
    def date(self) -> str | None:
        return None if self.time is None else in_utc(self.time)


class Wanted(NamedTuple):
    """What a user asks for."""

    revision: str = "HEAD"
    """Where to start, or `A..B`, which leaves out what is in A; `A...B` leaves out the merge base of both."""
    since: str = ""
    """A date, or a time ago."""
    every: str = CHANGE
    tags: bool = False


def points(repository: Repository, wanted: Wanted, *, cache: str = "") -> list[Point]:
    """The commits, the newest first; of what was merged, only that it was. The way of a branch is kept in the cache.

    Raises TranstatsError where a revision or a date is none.
    """
    older, newer = _range(repository, wanted.revision)
    start = _start(wanted.since) if wanted.since else 0
    found = _tags(repository, older, newer) if wanted.tags else _line(repository, older, newer, cache)
    late = [point for point in found if point.time is not None and point.time >= start] if start else found
    return list(_one_of_each(PERIODS[wanted.every], late)) if wanted.every in PERIODS else late


def _one_of_each(period: Callable[[int], str], found: Iterable[Point]) -> Iterator[Point]:
    latest = ""
    for point in found:
        # A commit at an unknown time belongs to no period.
        if point.time is None:
            continue
        current = period(point.time)
        # A commit whose clock was ahead belongs to the period of what came of it.
        if not latest or current < latest:
            latest = current
            yield point


def _range(repository: Repository, revision: str) -> tuple[str, str]:
    """The commits after which, and with which, the way begins and ends; the first is '' where there is no limit."""
    parts = revisions.split_range(revision)
    if parts is None:
        return "", revisions.commit(repository, revision)
    older, dots, newer = parts
    end = revisions.commit(repository, newer or "HEAD")
    if dots == "...":
        return revisions.common_base(repository, older, newer), end
    return revisions.commit(repository, older or "HEAD"), end


def _line(repository: Repository, older: str, newer: str, cache: str) -> list[Point]:
    """The way that a branch took, along first parents."""
    if older:
        told = _told(repository, newer, f"^{older}")
    else:
        # From the newest commit all follows that was before, unless a clone has learned more of it.
        notes = Notes(cache, "line", repository.common, sorted(repository.boundary()), shape=_LINE)
        is_known = notes.entries.get("newest") == newer and re.fullmatch(_TOLD, notes.entries.get("told", "-"))
        if not is_known:
            notes.entries.update(newest=newer, told=_told(repository, newer))
            notes.save()
        told = notes.entries["told"]
    # All at once: there may be very many.
    words = told.split()
    return [*map(Point, words[0::3], words[1::3], map(_time, words[2::3]))]


def _told(repository: Repository, *revisions: str) -> str:
    options = ("--first-parent", "--no-show-signature", f"--format=%H %T {_TIME}%ct")
    return run(repository.top, "log", *options, *revisions, "--").decode()


def _tags(repository: Repository, older: str, newer: str) -> list[Point]:
    limit = [f"--no-merged={older}"] if older else []
    told = run(
        repository.top,
        *("for-each-ref", f"--merged={newer}", *limit, f"--format=%(refname)%00{_TAG}%00{_TAGGED}", "refs/tags"),
    )
    found: list[Point] = []
    for line in told.decode("utf-8", "replace").splitlines():
        name, kind, *told_of = line.split("\0")
        commit, tree, committed = told_of[:3] if kind == "commit" else told_of[3:]
        # A tag may be of a file, or of another tag.
        if tree:
            found.append(Point(commit, tree, parsed(committed), name.removeprefix("refs/tags/")))
    return sorted(found, key=lambda point: (point.time or 0, point.name), reverse=True)


def _time(word: str) -> int | None:
    return parsed(word.removeprefix(_TIME))


def _start(said: str) -> int:
    """The second that a date begins with."""
    from datetime import UTC, datetime

    ago = _AGO.fullmatch(said.strip())
    if ago is not None:
        return int(time.time()) - int(ago[1]) * _DAYS[ago[2]] * _DAY
    try:
        date = datetime.fromisoformat(said.strip())
    except ValueError as error:
        raise TranstatsError(
            f"--since: {said!r} is no date; say it as 2026-01-31, or as a time ago: 6 weeks"
        ) from error
    return int((date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp())
