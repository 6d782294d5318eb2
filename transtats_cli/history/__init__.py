"""Statistics of a component at past commits.

`commits.py` lists the commits, `reader.py` reads the component at each of them, and `cache.py` stores the results.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from transtats_cli.history.commits import Commit, HistoryRequest
from transtats_cli.history.figures import ComponentFigures, ComponentNames, HistoryEntry, LanguageFigures
from transtats_cli.statistics import translated_percent

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
    """Statistics of one component at several commits, oldest first."""

    names: ComponentNames
    """Names of the component at the newest commit."""
    entries: tuple[HistoryEntry, ...]

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Codes and names of all languages of all entries, sorted by code. The name is that of the newest entry."""
        named = {figures.code: figures.name for entry in self.entries for figures in entry.figures.languages}
        return sorted(named.items())

    @property
    def times(self) -> list[int]:
        """Commit times of all entries in seconds since 1970. For an unknown time, the time of the previous entry."""
        times = [entry.commit.time for entry in self.entries if entry.commit.time is not None]
        last = min(times, default=0)
        return [last := last if entry.commit.time is None else entry.commit.time for entry in self.entries]

    def translated_percentages(self, code: str) -> list[float | None]:
        """Return the translated share of a language at each entry in percent. None if the entry lacks the language."""
        found = ([each for each in entry.figures.languages if each.code == code] for entry in self.entries)
        return [translated_percent(each[0].statistics) if each else None for each in found]

    @property
    def total_percentages(self) -> list[float | None]:
        """Translated share of all languages together at each entry in percent. None if the entry has no languages."""
        return [translated_percent(entry.figures.total) if entry.figures.languages else None for entry in self.entries]


def only_changes(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return the entries that differ from the next older entry, and the oldest entry. `entries` is newest first."""
    older = [entry.figures for entry in entries[1:]]
    return [
        entry
        for entry, before in zip_longest(entries, older)
        if entry.figures is not before and entry.figures != before
    ]
