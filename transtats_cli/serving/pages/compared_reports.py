"""Read the reports of components together with the completeness of their languages."""

import asyncio
from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.data.component_state import ComparedLanguages
from transtats_cli.serving.http.problems import Problem


async def read_compared_report(component: Component, reader: CacheReader) -> Report:
    """Return the report of a component with the completeness of its languages. Raises Problem (404)."""
    snapshot = await reader.read_snapshot(component)
    return _add_comparison(snapshot.report, await reader.read_comparison(component))


async def read_compared_reports(components: Sequence[Component], reader: CacheReader) -> list[Report]:
    """Return the reports of components. Components whose files no longer exist are left out.

    All snapshots are read before all comparisons, so that the states of the files are checked together.
    """
    snapshots = [snapshot for snapshot in await reader.read_snapshots(components) if snapshot is not None]
    compared = await asyncio.gather(*(_compare_or_none(each.report.component, reader) for each in snapshots))
    return [
        _add_comparison(snapshot.report, comparison)
        for snapshot, comparison in zip(snapshots, compared, strict=True)
        if comparison is not None
    ]


def _add_comparison(report: Report, compared: ComparedLanguages) -> Report:
    return report._replace(completeness=compared.completeness, reference=compared.reference)


async def _compare_or_none(component: Component, reader: CacheReader) -> ComparedLanguages | None:
    try:
        return await reader.read_comparison(component, urgent=False)
    except Problem as problem:
        if problem.status != 404:
            raise
        return None
