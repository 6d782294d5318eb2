"""Views of translations: lists of translations, a single translation, and the statistics of a translation."""

from collections.abc import Mapping
from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.report import Record
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination
from transtats_cli.serving.objects import components, translations
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.strings.failing import FailingUnits
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import failing_in, failing_in_each, requested_translation


async def every_translation(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all translations. Translations of the same component follow each other."""
    index = await reader.index()
    records = [
        (snapshot, record)
        for snapshot in await reader.snapshots(list(index.components.values()))
        if snapshot is not None
        for record in snapshot.report.records
    ]
    page = pagination.requested_page(request.query, pagination.LIST_SIZES).resolve(len(records))
    on_page = records[(page.number - 1) * page.size : page.number * page.size]
    failing = await failing_in_each([snapshot for snapshot, _ in on_page], reader)
    owners = {
        snapshot.version: components.fields(snapshot.report.component, UrlBuilder(request.base_url, request.suffix))
        for snapshot, _ in on_page
    }
    rows = [
        _translation_fields(
            record, snapshot.report.component, failing[snapshot.version], request, owners[snapshot.version]
        )
        for snapshot, record in on_page
    ]
    return ListPage(len(records), page, rows)


async def component_translations(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of a component's translations: the source language first, then the others sorted by path."""
    component = await reader.require(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.snapshot(component)
    records = snapshot.report.records
    failing = await failing_in(snapshot, reader)
    return pagination.list_page(
        request, records, lambda record: _translation_fields(record, component, failing, request)
    )


async def translation(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, snapshot, record = await requested_translation(request, reader, checks=True)
    failing = await failing_in(snapshot, reader) if record.statistics.failing else {}
    owner = components.fields(component, UrlBuilder(request.base_url, request.suffix))
    return JsonDocument(_translation_fields(record, component, failing, request, owner))


async def translation_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, _, record = await requested_translation(request, reader, checks=request.flag("checks", True))
    return JsonDocument(record_fields(record, component, extended=request.flag("extended")))


def _translation_fields(
    record: Record,
    component: Component,
    failing: Mapping[str, FailingUnits],
    request: ViewRequest,
    owner: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    failing_units = failing.get(record.language.code) if record.statistics.failing else None
    words = failing_units.words if failing_units is not None else 0
    return translations.fields(
        record, component, UrlBuilder(request.base_url, request.suffix), failing_words=words, owner=owner
    )
