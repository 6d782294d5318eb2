"""History of one component, with the files that could not be read and the strings that were not checked."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.history import Commit, ComponentHistory, select_changed_entries
from transtats_cli.history.reader import ComponentLocation, read_history
from transtats_cli.paths import path_for_messages
from transtats_cli.problems import Problem
from transtats_cli.scanning.pipeline.options import ScanOptions


class FileFailure(NamedTuple):
    """File that could not be read at some commits."""

    failure: Problem
    """Path of the file as shown to the user, and the reason why the file could not be read."""
    commits: tuple[Commit, ...]
    """Commits at which the file could not be read, oldest first."""


class UncheckedStrings(NamedTuple):
    """Number of strings that were not checked because the time budget of the checks was used up."""

    string_count: int
    commits: tuple[Commit, ...]
    """Commits that have strings that were not checked, oldest first."""


def read_component_history(
    location: ComponentLocation, commits: Sequence[Commit], options: ScanOptions, *, changes_only: bool
) -> ComponentHistory:
    """Return the history of a component, oldest commit first. `commits` must be sorted, newest first.

    With `changes_only`, commits that do not change the statistics are left out.
    """
    entries = list(read_history(location, commits, options))
    if changes_only:
        entries = select_changed_entries(entries)
    return ComponentHistory(location.names, tuple(reversed(entries)))


def collect_file_failures(history: ComponentHistory, repository_top: str) -> list[FileFailure]:
    """Return the files that could not be read, each with the commits at which reading failed.

    If reading a file failed for several reasons, the result has an item for each reason. `repository_top` is the
    absolute path of the top of the repository.
    """
    commits: dict[str, list[Commit]] = {}
    failures: dict[str, Problem] = {}
    for entry in history.entries:
        for failure in entry.figures.failures:
            shown = failure._replace(path=path_for_messages(os.path.join(repository_top, failure.path)))
            failures[str(shown)] = shown
            commits.setdefault(str(shown), []).append(entry.commit)
    return [FileFailure(failures[text], tuple(found)) for text, found in commits.items()]


def count_unchecked_strings(history: ComponentHistory) -> UncheckedStrings:
    entries = [entry for entry in history.entries if entry.figures.unchecked_count]
    return UncheckedStrings(
        sum(entry.figures.unchecked_count for entry in entries), tuple(entry.commit for entry in entries)
    )
