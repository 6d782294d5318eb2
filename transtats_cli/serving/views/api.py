"""Views of the API below `/api/`: projects, components, translations, their strings, languages, and statistics."""

from collections.abc import Mapping
from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.errors import TranstatsError
from transtats_cli.report import Record
from transtats_cli.serving import objects
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.unit_page import UnitQuery, find_unit_object_page
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import (
    find_requested_project,
    find_requested_translation,
    is_extended,
    read_failing_unit_counts,
    read_failing_unit_counts_by_version,
    read_project_totals,
)
from transtats_cli.totals import sum_statistics, sum_statistics_by_language
from transtats_cli.unit_queries.query import QueryError, parse_unit_query

_LIST_ROUTE_NAMES = ("projects", "components", "translations", "languages")


async def root(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return links to all lists."""
    return JsonDocument({name: request.urls.api_url(name) for name in _LIST_ROUTE_NAMES})


async def every_project(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all projects, sorted by name."""
    index = await reader.read_index()
    names = sorted((project_members[0].project_title, slug) for slug, project_members in index.projects.items())
    urls = request.urls
    return pagination.make_list_page(
        request, names, lambda project: objects.project_to_json(project[1], project[0], urls)
    )


async def project(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    slug, project_members = await find_requested_project(request, reader)
    return JsonDocument(objects.project_to_json(slug, project_members[0].project_title, request.urls))


async def project_components(request: ViewRequest, reader: CacheReader) -> ListPage:
    _, project_members = await find_requested_project(request, reader)
    urls = request.urls
    return pagination.make_list_page(
        request, project_members, lambda component: objects.component_to_json(component, urls, with_project=False)
    )


async def project_languages(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the statistics of each language of a project, sorted by English name. The list has no pages."""
    slug, project_members = await find_requested_project(request, reader)
    records = await read_project_totals(project_members, reader, checks=request.wants_checks)
    urls, extended = request.urls, is_extended(request, reader)
    return JsonDocument(
        [
            objects.project_language_to_json(slug, language, total, urls, extended=extended)
            for language, total in sum_statistics_by_language(records)
        ]
    )


async def project_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    slug, project_members = await find_requested_project(request, reader)
    total = sum_statistics(await read_project_totals(project_members, reader, checks=request.wants_checks))
    name, extended = project_members[0].project_title, is_extended(request, reader)
    return JsonDocument(objects.project_totals_to_json(name, slug, total, request.urls, extended=extended))


async def every_component(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all components, sorted by project and slug."""
    index = await reader.read_index()
    urls = request.urls
    return pagination.make_list_page(
        request, list(index.components.values()), lambda component: objects.component_to_json(component, urls)
    )


async def component(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    named_component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    return JsonDocument(objects.component_to_json(named_component, request.urls))


async def component_statistics(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the records of a component. The source language is included with `with_source=true`."""
    component = await reader.require_component(request.path_params["project"], request.path_params["component"])
    snapshot = await reader.read_snapshot(component, checks=request.wants_checks)
    report = snapshot.value
    records = report.records if request.get_boolean_parameter("with_source") else report.translations
    extended = is_extended(request, reader)
    return pagination.make_list_page(
        request,
        records,
        lambda record: record_fields(record, component, extended=extended),
        pagination.STATISTICS_PAGE_SIZES,
    )


async def every_translation(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all translations. Translations of the same component follow each other."""
    index = await reader.read_index()
    records = [
        (snapshot, record)
        for snapshot in await reader.read_snapshots(list(index.components.values()))
        if snapshot is not None
        for record in snapshot.value.records
    ]
    page = pagination.parse_page_request(request.query, pagination.LIST_PAGE_SIZES).resolve_page(len(records))
    on_page = records[(page.number - 1) * page.size : page.number * page.size]
    failing = await read_failing_unit_counts_by_version([snapshot for snapshot, _ in on_page], reader)
    component_json_by_version = {
        snapshot.version: objects.component_to_json(snapshot.value.component, request.urls) for snapshot, _ in on_page
    }
    rows = [
        _make_translation_json(
            record,
            snapshot.value.component,
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
    records = snapshot.value.records
    failing = await read_failing_unit_counts(snapshot, reader)
    return pagination.make_list_page(
        request, records, lambda record: _make_translation_json(record, component, failing, request)
    )


async def translation(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, snapshot, record = await find_requested_translation(request, reader, checks=True)
    failing = await read_failing_unit_counts(snapshot, reader) if record.statistics.failing else {}
    component_json = objects.component_to_json(component, request.urls)
    return JsonDocument(_make_translation_json(record, component, failing, request, component_json))


async def translation_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    component, _, record = await find_requested_translation(request, reader, checks=request.wants_checks)
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
    return objects.translation_to_json(
        record,
        component,
        request.urls,
        failing_words=words,
        component_json=component_json,
    )


async def translation_units(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the units that match the query `q`.

    The search runs in a worker process. Raises HttpProblem (400) if the query is malformed.
    """
    query = request.get_parameter("q") or ""
    try:
        parse_unit_query(query)
    except QueryError as error:
        raise problems.bad_request(str(error)) from error
    page_request = pagination.parse_page_request(request.query, pagination.LIST_PAGE_SIZES)
    component, snapshot, record = await find_requested_translation(request, reader, checks=False)
    unit_query = UnitQuery(record.language.code, snapshot.version, query, page_request, reader.options.check_time)
    try:
        unit_page = await reader.run_on_component(component, find_unit_object_page, unit_query)
    except TranstatsError as error:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from error
    return ListPage(unit_page.unit_count, unit_page.page, unit_page.unit_objects)


async def every_language(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the languages that have translations, sorted by code."""
    languages_by_code = {
        record.language.code: record.language for record in await _read_language_totals(reader, checks=False)
    }
    urls = request.urls
    return pagination.make_list_page(
        request,
        [languages_by_code[code] for code in sorted(languages_by_code)],
        lambda language: objects.language_to_json(language, urls),
    )


async def language(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _find_requested_records(request, reader, checks=False)
    return JsonDocument(objects.language_to_json(records[0].language, request.urls))


async def language_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _find_requested_records(request, reader, checks=request.wants_checks)
    extended = is_extended(request, reader)
    return JsonDocument(
        objects.language_totals_to_json(records[0].language, sum_statistics(records), request.urls, extended=extended)
    )


async def _find_requested_records(request: ViewRequest, reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return one record for each project that has the requested language, summed over the components of the project.

    Raises HttpProblem (404) if no project has the language.
    """
    code = request.path_params["language"]
    records = [record for record in await _read_language_totals(reader, checks=checks) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return records


async def _read_language_totals(reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return one record for each language of each project, summed over the components of the project."""
    return await read_project_totals((await reader.read_index()).components.values(), reader, checks=checks)
