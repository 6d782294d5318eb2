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
from transtats_cli.serving.strings.failing import FailingUnitCounts
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import (
    find_requested_translation,
    is_extended,
    read_failing_unit_counts,
    read_failing_unit_counts_by_version,
)


async def every_translation(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all translations. Translations of the same component follow each other."""
    index = await reader.read_index()
    records = [
        (snapshot, record)
        for snapshot in await reader.read_snapshots(list(index.components.values()))
        if snapshot is not None
        for record in snapshot.report.records
    ]
    page = pagination.parse_page_request(request.query, pagination.LIST_PAGE_SIZES).resolve_page(len(records))
    on_page = records[(page.number - 1) * page.size : page.number * page.size]
    failing = await read_failing_unit_counts_by_version([snapshot for snapshot, _ in on_page], reader)
    component_json_by_version = {
        snapshot.version: components.component_to_json(
            snapshot.report.component, UrlBuilder(request.base_url, request.suffix)
        )
        for snapshot, _ in on_page
    }
    rows = [
        _make_translation_json(
            record,
            snapshot.report.component,
            failing[snapshot.version],
            request,
            component_json_by_version[snapshot.version],
        )
        for snapshot, record in on_page
    ]
    return ListPage(len(records), page, rows)


async def component_translations(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of a component's translations: the source language first, then the others sorted by path."""
    component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.read_snapshot(component)
    records = snapshot.report.records
    failing = await read_failing_unit_counts(snapshot, reader)
    return pagination.make_list_page(
        request, records, lambda record: _make_translation_json(record, component, failing, request)
    )


async def translation(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, snapshot, record = await find_requested_translation(request, reader, checks=True)
    failing = await read_failing_unit_counts(snapshot, reader) if record.statistics.failing else {}
    component_json = components.component_to_json(component, UrlBuilder(request.base_url, request.suffix))
    return JsonDocument(_make_translation_json(record, component, failing, request, component_json))


async def translation_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, _, record = await find_requested_translation(
        request, reader, checks=request.get_boolean_parameter("checks", True)
    )
    return JsonDocument(record_fields(record, component, extended=is_extended(request, reader)))


def _make_translation_json(
    record: Record,
    component: Component,
    failing: Mapping[str, FailingUnitCounts],
    request: ViewRequest,
    component_json: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    failing_unit_counts = failing.get(record.language.code) if record.statistics.failing else None
    words = failing_unit_counts.word_count if failing_unit_counts is not None else 0
    return translations.translation_to_json(
        record,
        component,
        UrlBuilder(request.base_url, request.suffix),
        failing_words=words,
        component_json=component_json,
    )
