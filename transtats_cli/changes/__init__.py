"""When the translations of a report last changed, and how many of their strings did lately: as git knows it."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.changes.work_tree import Place, Places
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Record, Report
from transtats_cli.times import in_utc

if TYPE_CHECKING:
    from transtats_cli.git.repository import Repository


class Changes(NamedTuple):
    """What git tells of one file; no time where the file's own word is the best there is."""

    last: int | None
    recent: int


def dated(report: Report, *, cache: str = "", places: Places | None = None) -> Report:
    """The report with the times of last changes, and the numbers of recent ones, from git; as it is outside of git.

    What git cannot tell is a warning, and leaves what the files say of themselves. Who has several reports hands in the
    same places with each, so that no folder is looked at twice.
    """
    paths = [record.path for record in report.records if record.path and record.statistics.total.strings]
    found: dict[str, Changes] = {}
    warnings: list[str] = []
    places = Places() if places is None else places
    if not places.any_of(report.component.root, paths):
        return report
    for repository, located in _by_repository(report, paths, places).items():
        try:
            places.refuse_slow(repository)
            found |= _found(report.component, repository, located, places.head(repository), cache)
        except TranstatsError as error:
            places.failed(repository, error)
            warnings.append(f"{error}; last_change is what the files say (--no-history asks nothing of git)")
    if not found and not warnings:
        return report
    return report._replace(
        translations=tuple(_record(record, found) for record in report.translations),
        source=report.source and _record(report.source, found),
        warnings=(*report.warnings, *warnings),
    )


def _record(record: Record, found: dict[str, Changes]) -> Record:
    changes = found.get(record.path)
    if changes is None:
        return record
    last = record.last_change if changes.last is None else in_utc(changes.last)
    return record._replace(last_change=last, recent_changes=changes.recent)


def _by_repository(report: Report, paths: Iterable[str], places: Places) -> "dict[Repository, dict[str, Place]]":
    """The places of files, by their paths; a component may have some of them in submodules."""
    found: dict[Repository, dict[str, Place]] = {}
    for path in paths:
        place = places.place(os.path.join(report.component.root, path))
        if place is not None:
            found.setdefault(place.repository, {})[path] = place
    return found


def _found(
    component: Component, repository: "Repository", located: dict[str, Place], head: str, cache: str
) -> dict[str, Changes]:
    # Outside of git, nothing of this is imported.
    from transtats_cli.scanning.notes import Remembered
    from transtats_cli.scanning.shapes import Either

    shape = (Either((None, int)), int)
    memory = Remembered(cache, component, "changes", component.file_format, component.options, shape=shape)
    state = head, sorted(repository.boundary())
    known = {path: memory.known(path, state) for path in located}
    found = {path: Changes(*changes) for path, changes in known.items() if changes is not None}
    asked = {path: located[path] for path, changes in known.items() if changes is None}
    if asked:
        # And nothing of that where all is known.
        from transtats_cli.changes.asking import ask

        for path, changes in ask(component, repository, asked, head):
            found[path] = changes
            memory.keep(path, state, changes)
        memory.save()
    return found
