"""Histories of components, maybe of some languages, their sum, and the files that could not be read."""

import os
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.history.commits import Commit
from transtats_cli.history.figures import ComponentFigures, ComponentNames, HistoryEntry
from transtats_cli.history.reader import ComponentLocation, read_histories
from transtats_cli.languages import resolve_language
from transtats_cli.measures import Share, add_shares, join_measures
from transtats_cli.nearest import unknown_language_message
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.pipeline.options import ScanOptions

_NO_NAMES = "", ""


class ComponentHistory(NamedTuple):
    """Statistics of a component, or of several together, at several commits. The oldest commit comes first."""

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

    @property
    def measure(self) -> str:
        """Measure that names the shares."""
        return join_measures(entry.figures.measure for entry in self.entries if entry.figures.languages)

    @property
    def percentages_by_language(self) -> dict[str, list[float | None]]:
        """Share of each language in percent by code, one item for each item of `entries`. Sorted by code.

        The item is None if an entry does not contain the language.
        """
        percentages: dict[str, list[float | None]] = {code: [None] * len(self.entries) for code, _ in self.languages}
        for place, entry in enumerate(self.entries):
            shares: dict[str, list[Share]] = {}
            for figures in entry.figures.languages:
                shares.setdefault(figures.code, []).append(figures.share)
            for code, several in shares.items():
                percentages[code][place] = add_shares(several).percent_done
        return percentages

    @property
    def total_percentages(self) -> list[float | None]:
        """Share of all languages together in percent, one item for each item of `entries`.

        The item is None if an entry contains no languages.
        """
        return [entry.figures.total_share.percent_done if entry.figures.languages else None for entry in self.entries]


def read_component_histories(
    locations: Sequence[ComponentLocation], commits: Sequence[Commit], options: ScanOptions, *, changes_only: bool
) -> list[ComponentHistory | TranstatsError]:
    """Return the history of each component, oldest commit first, or the error of a component without a history.

    `commits` must be sorted, newest first. With `changes_only`, commits that do not change the statistics are left out.
    """
    histories: list[ComponentHistory | TranstatsError] = []
    for location, entries in zip(locations, read_histories(locations, commits, options), strict=True):
        if isinstance(entries, list):
            shown = select_changed_entries(entries) if changes_only else entries
            histories.append(ComponentHistory(location.names, tuple(reversed(shown))))
        else:
            histories.append(entries)
    return histories


def align_histories(histories: Sequence[ComponentHistory], commits: Sequence[Commit]) -> list[ComponentHistory]:
    """Return the histories with entries at the same commits: those at which one of the components has an entry.

    An added entry has the figures of the component at the next older commit, or no languages if there is none.
    `commits` are all commits, newest first.
    """
    shown = {entry.commit for history in histories for entry in history.entries}
    aligned = []
    for history in histories:
        by_commit = {entry.commit: entry.figures for entry in history.entries}
        figures = ComponentFigures(history.names, ())
        entries = [
            HistoryEntry(commit, figures := by_commit.get(commit, figures))
            for commit in reversed(commits)
            if commit in shown
        ]
        aligned.append(history._replace(entries=tuple(entries)))
    return aligned


def add_histories(histories: Sequence[ComponentHistory]) -> ComponentHistory:
    """Return the history of all components together. The histories must have entries at the same commits."""
    entries = []
    for of_commit in zip(*(history.entries for history in histories), strict=True):
        known = [entry.figures for entry in of_commit if entry.figures.languages]
        languages = tuple(chain.from_iterable(figures.languages for figures in known))
        measure = join_measures(figures.measure for figures in known)
        entries.append(HistoryEntry(of_commit[0].commit, ComponentFigures(_NO_NAMES, languages, measure=measure)))
    return ComponentHistory(_NO_NAMES, tuple(entries))


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


def collect_file_failures(history: ComponentHistory, repository_top: str) -> dict[str, list[Commit]]:
    """Return the commits at which files could not be read, oldest first, by the message about the file.

    If reading a file failed for several reasons, the result has an item for each reason. `repository_top` is the
    absolute path of the top of the repository.
    """
    commits: dict[str, list[Commit]] = {}
    for entry in history.entries:
        for failure in entry.figures.failures:
            shown = failure._replace(path=path_for_messages(os.path.join(repository_top, failure.path)))
            commits.setdefault(str(shown), []).append(entry.commit)
    return commits


def select_history_languages(history: ComponentHistory, language_names: Iterable[str]) -> ComponentHistory:
    """Return a history that contains only the named languages. If there are no names, all languages are kept.

    A name may be any spelling of a language code, such as `pt-br` for `pt_BR`. Raises TranstatsError if the history
    does not contain a named language.
    """
    codes = [code for code, _ in history.languages]
    chosen = frozenset(_find_language_code(name, codes) for name in language_names)
    if not chosen:
        return history
    entries = (entry._replace(figures=entry.figures.select_languages(chosen)) for entry in history.entries)
    return history._replace(entries=tuple(entries))


def _find_language_code(name: str, codes: list[str]) -> str:
    for code in (name, resolve_language(name).code):
        if code in codes:
            return code
    claim, title = "no commit has a language {!r}", "Languages in the history"
    raise TranstatsError(unknown_language_message(name, codes, message_start=claim, list_title=title))
