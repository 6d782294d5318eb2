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
    source_change: SourceChange

    def count_days(self, now: float) -> int:
        """Return the whole days since the commit. 0 if the change is not committed, or if its time is unknown."""
        return 0 if self.source_change.time is None else max(0, int(now - self.source_change.time) // _SECONDS_PER_DAY)


class OutdatedStrings(NamedTuple):
    """Outdated strings of one component."""

    strings_by_path: Mapping[str, Sequence[OutdatedString]] = {}
    """Outdated strings of each translation file that could be compared, by path relative to the component's root."""
    warnings: tuple[Problem, ...] = ()
