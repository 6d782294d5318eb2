"""Cache the sums of the statistics of projects, until a component of the project changes."""

import operator
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.report import Report
from transtats_cli.totals import create_total_report

_MAX_SUMS_PER_PROJECT = 3
"""Number of sums of a project that are cached: with checks, without checks, and with the completeness."""


class _CachedSum(NamedTuple):
    reports: Sequence[Report]
    total: Report


class TotalReports:
    """Cache of the sums of the reports of projects. A sum is used again if exactly the same reports are added again."""

    def __init__(self) -> None:
        self._sums: dict[str, list[_CachedSum]] = {}

    def sum_by_project(self, reports: Sequence[Report]) -> list[Report]:
        """Return the sum of the reports of each project, in the order of the first report of each project."""
        by_project: dict[str, list[Report]] = {}
        for report in reports:
            by_project.setdefault(report.component.project, []).append(report)
        return [self._sum_project(project, members) for project, members in by_project.items()]

    def keep_projects(self, projects: Sequence[str]) -> None:
        """Remove the sums of all projects that are not in `projects`."""
        self._sums = {project: self._sums[project] for project in projects if project in self._sums}

    def _sum_project(self, project: str, reports: Sequence[Report]) -> Report:
        sums = self._sums.setdefault(project, [])
        for cached in sums:
            # Equal reports are the same objects, because the cache of components returns an object until it changes.
            if len(cached.reports) == len(reports) and all(map(operator.is_, cached.reports, reports)):
                return cached.total
        total = create_total_report(reports, project)
        assert total is not None
        sums.insert(0, _CachedSum(reports, total))
        del sums[_MAX_SUMS_PER_PROJECT:]
        return total
