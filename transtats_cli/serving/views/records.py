"""Find the project, the translation, the records and the failing strings that a request needs."""

import asyncio
from collections.abc import Iterable, Mapping

from transtats_cli.component import Component
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_state import ValueSnapshot
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.serving.http import problems
from transtats_cli.serving.view_types import ViewRequest


def is_extended(request: ViewRequest, reader: CacheReader) -> bool:
    """Return True if statistics contain the words and characters of every state."""
    return request.get_boolean_parameter("extended", default=reader.options.extended)


async def read_all_records(components: Iterable[Component], reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return all records of components, including source languages.

    If the files of a component no longer exist, it has no records.
    """
    reports = await reader.read_reports(list(components), checks=checks)
    return [record for report in reports for record in report.records]


async def read_project_totals(components: Iterable[Component], reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return one record for each language of each project, summed over those components that belong to the project."""
    totals = reader.sum_by_project(await reader.read_reports(list(components), checks=checks))
    return [record for total in totals for record in total.records]


async def find_requested_project(request: ViewRequest, reader: CacheReader) -> tuple[str, list[Component]]:
    """Return the slug and the components of the requested project.

    Raises HttpProblem (404) if the project does not exist.
    """
    slug = request.path_params["project"]
    project_members = (await reader.read_index()).projects.get(slug)
    if not project_members:
        raise problems.not_found()
    return slug, project_members


async def find_requested_translation(
    request: ViewRequest, reader: CacheReader, *, checks: bool
) -> tuple[Component, ValueSnapshot[Report], Record]:
    """Return the component, the component's snapshot and the record of the requested translation.

    The path parameters of the request contain the project, component and language. The language may be the source
    language. Raises HttpProblem (404) if the translation does not exist.
    """
    component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.read_snapshot(component, checks=checks)
    for record in snapshot.value.records:
        if record.language.code == request.path_params["language"]:
            return component, snapshot, record
    raise problems.not_found()


async def read_failing_unit_counts(
    snapshot: ValueSnapshot[Report], reader: CacheReader, *, urgent: bool = True
) -> Mapping[str, FailingUnitCounts]:
    """Return the numbers of failing strings of a component by language code.

    Languages without failing strings are left out. If no record has failing strings, return an empty mapping without a
    scan.
    """
    codes = [record.language.code for record in snapshot.value.records if record.statistics.failing]
    if not codes:
        return {}
    try:
        counts = await reader.read_failing_unit_counts(snapshot.value.component, urgent=urgent)
    except problems.HttpProblem:
        # The files were deleted after the snapshot. The next refresh of the snapshot detects this.
        return {}
    # The cache also contains languages whose strings were corrected or deleted.
    return {code: counts[code] for code in codes if code in counts}


async def read_failing_unit_counts_by_version(
    snapshots: Iterable[ValueSnapshot[Report]], reader: CacheReader
) -> dict[str, Mapping[str, FailingUnitCounts]]:
    """Return the numbers of failing strings of several components by language code.

    The key of a component in the returned dictionary is the version of its snapshot.
    """
    distinct = {snapshot.version: snapshot for snapshot in snapshots}
    failing = await asyncio.gather(
        *(read_failing_unit_counts(each, reader, urgent=False) for each in distinct.values())
    )
    return dict(zip(distinct, failing, strict=True))
