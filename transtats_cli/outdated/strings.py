"""Outdated strings of a component, and warnings about its history."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from transtats_cli.model import Unit
from transtats_cli.problems import Problem
from transtats_cli.report import SourceChange

_SECONDS_PER_DAY = 24 * 3600


class OutdatedString(NamedTuple):
    """String whose source text changed after its translation."""

    unit: Unit
    commit: str
    """Id of the commit that changed the source text. '' if the change is not committed."""
    time: int | None
    """Commit time in seconds since 1970. None if the time is unknown, or if the change is not committed."""
    old_source: str
    """Source text that was translated."""

    @property
    def source_change(self) -> SourceChange:
        return SourceChange(self.commit, self.time, self.old_source)

    def count_days(self, now: float) -> int:
        """Return the whole days since the commit. 0 if the change is not committed, or if its time is unknown."""
        return 0 if self.time is None else max(0, int(now - self.time) // _SECONDS_PER_DAY)


class OutdatedStrings(NamedTuple):
    """Outdated strings of one component."""

    strings_by_path: Mapping[str, Sequence[OutdatedString]] = {}
    """Outdated strings of each translation file that could be compared, by path relative to the component's root."""
    warnings: tuple[Problem, ...] = ()
