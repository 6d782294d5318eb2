"""Add data from git to reports: the time of the last change of each file, and the number of recently changed strings.

`lookup.py` finds the changes of files in the cache or in git. `repositories.py` finds the repository of each file.
`git_changes.py` reads changes from git. `history_walk.py` follows all files through one git log, and adds their changes
to the histories in `file_history.py`.
"""

import os

from transtats_cli.changes.cache import ChangeSummary, ComponentFile
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.changes.repositories import RepositoryFinder
from transtats_cli.errors import TranstatsError
from transtats_cli.git.repository import Repository
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.times import format_as_utc


def with_git_dates(report: Report, *, cache: str = "", lookup: ChangeLookup | None = None) -> Report:
    """Return the report with the last change and the number of recent changes of each file, according to git.

    The record of a file outside of git is not changed. If git fails, the report gets a warning, and the records of the
    files in that repository are not changed. To read each repository once for several reports, pass the same `lookup`
    for all reports.
    """
    component = report.component
    paths = dict.fromkeys(each.path for each in report.records if each.path and each.statistics.total.strings)
    finder = RepositoryFinder() if lookup is None else lookup.repository_finder
    if not finder.may_be_in_git(component.root, paths):
        return report
    lookup = lookup or ChangeLookup(cache, finder)
    # There may be several repositories, because a file may be in a submodule.
    files_by_repository: dict[Repository, list[ComponentFile]] = {}
    for repository, file in lookup.find_repository_files(component, paths):
        files_by_repository.setdefault(repository, []).append(file)
    found: dict[str, ChangeSummary] = {}
    warnings: list[Problem] = []
    for repository, files in files_by_repository.items():
        try:
            with finder.timeouts[repository]:
                found |= lookup.look_up_changes(repository, files)
        except TranstatsError as error:
            reason = f"{error}; last_change is taken from the files (--no-history does not run git)"
            warnings.append(Problem("", reason))
    if not found and not warnings:
        return report

    def with_changes(record: Record) -> Record:
        changes = found.get(os.path.join(component.root, record.path)) if record.path in paths else None
        if changes is None:
            return record
        last = record.last_change if changes.last_change_time is None else format_as_utc(changes.last_change_time)
        return record._replace(last_change=last, recent_changes=changes.recent_changes)

    return report._replace(
        translations=tuple(map(with_changes, report.translations)),
        source=report.source and with_changes(report.source),
        warnings=(*report.warnings, *warnings),
    )
