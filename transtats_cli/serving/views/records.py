"""The records that views speak of: of several components together, or of one translation; and what fails in them."""

import asyncio
from collections.abc import Iterable, Mapping

from transtats_cli.component import Component
from transtats_cli.report import Record
from transtats_cli.serving import problems
from transtats_cli.serving.component_cache import CacheReader
from transtats_cli.serving.component_state import ComponentSnapshot
from transtats_cli.serving.strings.failing import Failing
from transtats_cli.serving.view_types import ViewRequest


async def all_records(components: Iterable[Component], reader: CacheReader, *, checks: bool) -> list[Record]:
    """All records of components, the source languages' included; a component whose files have vanished has none."""
    snapshots = await reader.snapshots(list(components), checks=checks)
    return [record for snapshot in snapshots if snapshot is not None for record in snapshot.report.records]


async def requested_translation(
    request: ViewRequest, reader: CacheReader, *, checks: bool
) -> tuple[Component, ComponentSnapshot, Record]:
    """The translation of the path, which may be the source language."""
    component = await reader.require(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.snapshot(component, checks=checks)
    for record in snapshot.report.records:
        if record.language.code == request.path_params["language"]:
            return component, snapshot, record
    raise problems.not_found()


async def failing_in(snapshot: ComponentSnapshot, reader: CacheReader, *, urgent: bool = True) -> Mapping[str, Failing]:
    """What fails in each language of a component; it is asked for only where something does."""
    if not any(record.statistics.failing for record in snapshot.report.records):
        return {}
    try:
        return await reader.failing(snapshot.report.component, urgent=urgent)
    except problems.Problem:
        # The files have vanished since they were counted; the next look will find that, too.
        return {}


async def failing_in_each(
    snapshots: Iterable[ComponentSnapshot], reader: CacheReader
) -> dict[str, Mapping[str, Failing]]:
    """What fails in the languages of several components, by the versions of their snapshots."""
    distinct = {snapshot.version: snapshot for snapshot in snapshots}
    found = await asyncio.gather(*(failing_in(each, reader, urgent=False) for each in distinct.values()))
    return dict(zip(distinct, found, strict=True))
