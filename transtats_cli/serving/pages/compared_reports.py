"""Read the reports of components together with the completeness of their languages."""

import asyncio
from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http.problems import Problem


async def read_compared_report(component: Component, reader: CacheReader, *, urgent: bool = True) -> Report:
    """Return the report of a component with the completeness of its languages. Raises Problem (404)."""
    snapshot = await reader.read_snapshot(component, urgent=urgent)
    compared = await reader.read_comparison(component, urgent=urgent)
    return snapshot.report._replace(completeness=compared.completeness, reference=compared.reference)


async def read_compared_reports(components: Sequence[Component], reader: CacheReader) -> list[Report]:
    """Return the reports of components. Components whose files no longer exist are left out."""
    found = await asyncio.gather(*(_read_report_or_none(component, reader) for component in components))
    return [report for report in found if report is not None]


async def _read_report_or_none(component: Component, reader: CacheReader) -> Report | None:
    try:
        return await read_compared_report(component, reader, urgent=False)
    except Problem as problem:
        if problem.status != 404:
            raise
        return None
