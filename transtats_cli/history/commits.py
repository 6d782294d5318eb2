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
_TAG_TARGET = "%(*objectname)%00%(*tree)%00%(*committerdate:unix)"
_CACHE_SHAPE = Fields({"newest": str, "log": str})
_LOG_PATTERN = f"(?:[0-9a-f]+ [0-9a-f]+ {_TIME}[-0-9]*\\n)*+"

PERIODS: dict[str, Callable[[int], str]] = {
    "day": lambda seconds: time.strftime("%Y-%m-%d", time.gmtime(seconds)),
    "week": lambda seconds: time.strftime("%G-%V", time.gmtime(seconds)),
    "month": lambda seconds: time.strftime("%Y-%m", time.gmtime(seconds)),
}
"""Of how many commits one is enough: what those have in common, by their time in UTC."""
CHANGE, COMMIT = "change", "commit"
"""Other answers to the question how often: only where something is other than before, and always."""


class Commit(NamedTuple):
    """One commit."""

    identity: str
    tree: str
    """The identity of all that it holds."""
    time: int | None
    """When it was committed, in seconds; None where that is unknown."""
    tag: str = ""
    """The tag, where tags are asked for."""

    @property
    def date(self) -> str | None:
        return None if self.time is None else in_utc(self.time)


class HistoryRequest(NamedTuple):
    """What a user asks for."""

    revision: str = "HEAD"
    """Where to start, or `A..B`, which leaves out what is in A; `A...B` leaves out the merge base of both."""
    since: str = ""
    """A date, or a time ago."""
    every: str = CHANGE
    tags: bool = False


def list_commits(repository: Repository, request: HistoryRequest, *, cache: str = "") -> list[Commit]:
    """The commits, the newest first; of what was merged, only that it was. The way of a branch is kept in the cache.

    Raises TranstatsError where a revision or a date is none.
    """
    older, newer = _resolve_range(repository, request.revision)
    start = _parse_date(request.since) if request.since else 0
    found = (
        _tagged_commits(repository, older, newer) if request.tags else _branch_commits(repository, older, newer, cache)
    )
    late = [commit for commit in found if commit.time is not None and commit.time >= start] if start else found
    return list(_last_of_each(PERIODS[request.every], late)) if request.every in PERIODS else late


def _last_of_each(period: Callable[[int], str], found: Iterable[Commit]) -> Iterator[Commit]:
    latest = ""
    for commit in found:
        # A commit at an unknown time belongs to no period.
        if commit.time is None:
            continue
        current = period(commit.time)
        # A commit whose clock was ahead belongs to the period of what came of it.
        if not latest or current < latest:
            latest = current
            yield commit


def _resolve_range(repository: Repository, revision: str) -> tuple[str, str]:
    """The commits after which, and with which, the way begins and ends; the first is '' where there is no limit."""
    parts = revisions.split_range(revision)
    if parts is None:
        return "", revisions.find_commit(repository, revision)
    older, dots, newer = parts
    end = revisions.find_commit(repository, newer or "HEAD")
    if dots == "...":
        return revisions.require_merge_base(repository, older, newer), end
    return revisions.find_commit(repository, older or "HEAD"), end


def _branch_commits(repository: Repository, older: str, newer: str, cache: str) -> list[Commit]:
    """The way that a branch took, along first parents."""
    if older:
        output = _read_log(repository, newer, f"^{older}")
    else:
        # From the newest commit all follows that was before, unless a clone has learned more of it.
        notes = Notes(cache, "line", repository.common, sorted(repository.boundary()), shape=_CACHE_SHAPE)
        is_current = notes.entries.get("newest") == newer and re.fullmatch(_LOG_PATTERN, notes.entries.get("log", "-"))
        if not is_current:
            notes.entries.update(newest=newer, log=_read_log(repository, newer))
            notes.save()
        output = notes.entries["log"]
    # All at once: there may be very many.
    words = output.split()
    return [*map(Commit, words[0::3], words[1::3], map(_time, words[2::3]))]


def _read_log(repository: Repository, *revisions: str) -> str:
    options = ("--first-parent", "--no-show-signature", f"--format=%H %T {_TIME}%ct")
    return run(repository.top, "log", *options, *revisions, "--").decode()


def _tagged_commits(repository: Repository, older: str, newer: str) -> list[Commit]:
    limit = [f"--no-merged={older}"] if older else []
    output = run(
        repository.top,
        *("for-each-ref", f"--merged={newer}", *limit, f"--format=%(refname)%00{_TAG}%00{_TAG_TARGET}", "refs/tags"),
    )
    found: list[Commit] = []
    for line in output.decode("utf-8", "replace").splitlines():
        name, kind, *fields = line.split("\0")
        identity, tree, committed = fields[:3] if kind == "commit" else fields[3:]
        # A tag may be of a file, or of another tag.
        if tree:
            found.append(Commit(identity, tree, parsed(committed), name.removeprefix("refs/tags/")))
    return sorted(found, key=lambda commit: (commit.time or 0, commit.tag), reverse=True)


def _time(word: str) -> int | None:
    return parsed(word.removeprefix(_TIME))


def _parse_date(text: str) -> int:
    """The second that a date begins with."""
    from datetime import UTC, datetime

    ago = _AGO.fullmatch(text.strip())
    if ago is not None:
        return int(time.time()) - int(ago[1]) * _DAYS[ago[2]] * _DAY
    try:
        date = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise TranstatsError(
            f"--since: {text!r} is no date; say it as 2026-01-31, or as a time ago: 6 weeks"
        ) from error
    return int((date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp())
