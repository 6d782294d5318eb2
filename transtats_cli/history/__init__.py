"""What a component's translations counted, from commit to commit."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from transtats_cli.history.commits import Commit, HistoryRequest
from transtats_cli.history.figures import ComponentFigures, ComponentNames, HistoryEntry, LanguageFigures
from transtats_cli.statistics import Statistics, percent

__all__ = [
    "Commit",
    "ComponentFigures",
    "ComponentHistory",
    "ComponentNames",
    "HistoryEntry",
    "HistoryRequest",
    "LanguageFigures",
]


class ComponentHistory(NamedTuple):
    """The moments of one component, the oldest first."""

    names: ComponentNames
    """What it is called now."""
    entries: tuple[HistoryEntry, ...]

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Code and name of each language that there ever was, in the order of their codes; each has its last name."""
        named = {figures.code: figures.name for entry in self.entries for figures in entry.figures.languages}
        return sorted(named.items())

    @property
    def times(self) -> list[int]:
        """Seconds of each moment, for a chart; one at an unknown time is placed where the moment before it is."""
        times = [entry.commit.time for entry in self.entries if entry.commit.time is not None]
        last = min(times, default=0)
        return [last := last if entry.commit.time is None else entry.commit.time for entry in self.entries]

    def translated_percentages(self, code: str) -> list[float | None]:
        """How much of a language was translated, in percent; None where there was none of it."""
        found = ([each for each in entry.figures.languages if each.code == code] for entry in self.entries)
        return [translated_percent(each[0].statistics) if each else None for each in found]

    @property
    def total_percentages(self) -> list[float | None]:
        """How much of all languages together was translated, in percent; None where there was none."""
        return [translated_percent(entry.figures.total) if entry.figures.languages else None for entry in self.entries]


def only_changes(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """The moments, the newest first, at which anything is other than at the one before; and the oldest."""
    older = [entry.figures for entry in entries[1:]]
    return [
        entry
        for entry, before in zip_longest(entries, older)
        if entry.figures is not before and entry.figures != before
    ]


def translated_percent(statistics: Statistics) -> float:
    return percent(statistics.translated.strings, statistics.total.strings, of_nothing=100.0)
