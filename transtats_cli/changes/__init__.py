"""When the translations of a report last changed, and how many of their strings did lately: as git knows it."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from transtats_cli.changes.dates import Dates
from transtats_cli.changes.work_tree import Place, Places
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Record, Report
from transtats_cli.times import in_utc

if TYPE_CHECKING:
    from transtats_cli.changes.wanted import Changes
    from transtats_cli.git.repository import Repository


def dated(report: Report, *, cache: str = "", dates: Dates | None = None) -> Report:
    """The report with the times of last changes, and the numbers of recent ones, from git; as it is outside of git.

    What git cannot tell is a warning, and leaves what the files say of themselves. For several reports, pass the same
    `dates` with each: then every repository is read once.
    """
    paths = [record.path for record in report.records if record.path and record.statistics.total.strings]
    found: dict[str, Changes] = {}
    warnings: list[str] = []
    dates = Dates(cache) if dates is None else dates
    places = dates.places
    if not places.any_of(report.component.root, paths):
        return report
    for repository, located in _by_repository(report, paths, places).items():
        try:
            places.refuse_slow(repository)
            found |= _found(report.component, repository, located, dates)
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


def _record(record: Record, found: "dict[str, Changes]") -> Record:
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
    component: Component, repository: "Repository", located: dict[str, Place], dates: Dates
) -> "dict[str, Changes]":
    # Outside of git, nothing of this is imported.
    from transtats_cli.changes.wanted import Wanted, way_of

    way, root = way_of(component), component.root
    files = {path: Wanted(component, os.path.join(root, path), place.path, way) for path, place in located.items()}
    found = dates.changes(repository, list(files.values()))
    return {path: found[file.path] for path, file in files.items() if file.path in found}
