"""Statistics of a component at past commits.

`commits.py` lists the commits, `reader.py` reads the component at each commit, and `cache.py` stores the results.
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
    """Statistics of one component at several commits. The oldest commit comes first."""

    names: ComponentNames
    """Names of the project and the component at the newest commit."""
    entries: tuple[HistoryEntry, ...]

    @property
    def languages(self) -> list[tuple[str, str]]:
        """Code and name of each language in the history, sorted by code.

        If the name of a language differs between commits, the name at the newest commit is used.
        """
        named = {figures.code: figures.name for entry in self.entries for figures in entry.figures.languages}
        return sorted(named.items())

    @property
    def commit_times(self) -> list[int]:
        """Commit time of each entry, in seconds since 1970.

        If the time of a commit is unknown, the time of the previous entry is used. If no previous time is known, the
        earliest time of all entries is used.
        """
        times = [entry.commit.time for entry in self.entries if entry.commit.time is not None]
        last = min(times, default=0)
        return [last := last if entry.commit.time is None else entry.commit.time for entry in self.entries]

    def translated_percentages(self, language_code: str) -> list[float | None]:
        """Return the percentage of translated strings in a language, one item for each item of `entries`.

        The item is None if an entry does not contain the language.
        """
        found = ([each for each in entry.figures.languages if each.code == language_code] for entry in self.entries)
        return [translated_percent(each[0].statistics) if each else None for each in found]

    @property
    def total_percentages(self) -> list[float | None]:
        """Percentage of translated strings in all languages together, one item for each item of `entries`.

        The item is None if an entry contains no languages.
        """
        return [
            translated_percent(entry.figures.total_statistics) if entry.figures.languages else None
            for entry in self.entries
        ]


def select_changed_entries(entries: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return each entry whose statistics differ from the next older entry, and always the oldest entry.

    `entries` must be sorted by commit, newest first.
    """
    older = [entry.figures for entry in entries[1:]]
    return [
        entry
        for entry, before in zip_longest(entries, older)
        if entry.figures is not before and entry.figures != before
    ]
