"""Add data from git to reports: the time of the last change of each file, and the number of recently changed strings.

`lookup.py` finds the changes of files in the cache or in git. `repositories.py` finds the repository of each file.
`git_changes.py` reads changes from git. `history_walk.py` follows all files through one git log, and adds their changes
to the histories in `file_history.py`.
"""

import os
from collections.abc import Iterable

from transtats_cli.changes.cache import ChangeSummary, ComponentFile, describe_parsing_settings
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.changes.repositories import RepositoryFile, RepositoryFinder
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git.repository import Repository
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.times import format_as_utc


def with_git_dates(report: Report, *, cache: str = "", lookup: "ChangeLookup | None" = None) -> Report:
    """Return the report with the last change and the number of recent changes of each file, according to git.

    The record of a file outside of git is not changed. If git fails, the report gets a warning, and the records of the
    files in that repository are not changed. To read each repository once for several reports, pass the same `lookup`
    for all reports.
    """
    paths = [record.path for record in report.records if record.path and record.statistics.total.strings]
    found: dict[str, ChangeSummary] = {}
    warnings: list[Problem] = []
    finder = RepositoryFinder() if lookup is None else lookup.repository_finder
    if not finder.may_be_in_git(report.component.root, paths):
        return report
    if lookup is None:
        lookup = ChangeLookup(cache, finder)
    for repository, repository_files in _group_files_by_repository(report, paths, finder).items():
        try:
            with finder.timeouts[repository]:
                found |= _look_up_file_changes(report.component, repository, repository_files, lookup)
        except TranstatsError as error:
            reason = f"{error}; last_change is taken from the files (--no-history does not run git)"
            warnings.append(Problem("", reason))
    if not found and not warnings:
        return report
    return report._replace(
        translations=tuple(_add_changes_to_record(record, found) for record in report.translations),
        source=report.source and _add_changes_to_record(report.source, found),
        warnings=(*report.warnings, *warnings),
    )


def _add_changes_to_record(record: Record, changes_by_path: "dict[str, ChangeSummary]") -> Record:
    changes = changes_by_path.get(record.path)
    if changes is None:
        return record
    last = record.last_change if changes.last_change_time is None else format_as_utc(changes.last_change_time)
    return record._replace(last_change=last, recent_changes=changes.recent_changes)


def _group_files_by_repository(
    report: Report, paths: Iterable[str], finder: RepositoryFinder
) -> "dict[Repository, dict[str, RepositoryFile]]":
    """Return the files of the report, grouped by repository. The inner keys are paths in the report.

    There may be several repositories, because a file may be in a submodule.
    """
    found: dict[Repository, dict[str, RepositoryFile]] = {}
    for path in paths:
        located = finder.find_repository_file(os.path.join(report.component.root, path))
        if located is not None:
            found.setdefault(located.repository, {})[path] = located
    return found


def _look_up_file_changes(
    component: Component,
    repository: "Repository",
    repository_files: dict[str, RepositoryFile],
    change_lookup: "ChangeLookup",
) -> "dict[str, ChangeSummary]":
    parsing_settings, root = describe_parsing_settings(component), component.root
    files = {
        path: ComponentFile(component, os.path.join(root, path), located.path, parsing_settings)
        for path, located in repository_files.items()
    }
    found = change_lookup.look_up_changes(repository, list(files.values()))
    return {path: found[file.path] for path, file in files.items() if file.path in found}
