"""Views of the API below `/api/`: projects, components, translations, their strings, languages, and statistics."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.errors import TranstatsError
from transtats_cli.report import NO_COMPONENT, Record, Report, sum_statistics, sum_statistics_by_language
from transtats_cli.serving import objects
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_state import FAILING, ValueSnapshot
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.content import STATISTICS_PAGE_SIZES, make_list_page, parse_page_request, select_page
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.project_metrics import measure_translation, render_metrics, render_problem
from transtats_cli.serving.unit_page import UnitQuery, find_unit_objects
from transtats_cli.serving.view_types import JsonObject, JsonValue, ListPage, RawContent, ViewRequest
from transtats_cli.statistics import NO_STRINGS
from transtats_cli.unit_queries.query import QueryError

_LIST_ROUTE_NAMES = ("projects", "components", "translations", "languages")


async def root(request: ViewRequest) -> JsonObject:
    """Links to all lists."""
    return {name: request.urls.api_url(name) for name in _LIST_ROUTE_NAMES}


async def every_project(request: ViewRequest) -> ListPage[JsonObject]:
    """Projects by name."""
    index = await request.reader.read_index()
    names = sorted((project_members[0].project_title, slug) for slug, project_members in index.projects.items())
    return make_list_page(request.query, names, lambda names: objects.project_to_json(names[1], names[0], request.urls))


async def project(request: ViewRequest) -> JsonObject:
    """One project."""
    slug, project_members = await request.find_project()
    return objects.project_to_json(slug, project_members[0].project_title, request.urls)


async def project_components(request: ViewRequest) -> ListPage[JsonObject]:
    """The components of a project."""
    _, project_members = await request.find_project()
    to_row = partial(objects.component_to_json, urls=request.urls, with_project=False)
    return make_list_page(request.query, project_members, to_row)


async def project_languages(request: ViewRequest) -> list[JsonObject]:
    """Totals of each language, by English names."""
    slug, project_members = await request.find_project()
    records = await _read_records(project_members, request, checks=request.wants_checks)
    # In the URLs, `-` replaces the component.
    return [
        objects.totals_to_json(
            total,
            extended=request.is_extended,
            code=language.code,
            name=language.name,
            url=request.urls.web_page_url("projects", slug, NO_COMPONENT, language.code),
            translate_url=request.urls.web_page_url("translate", slug, NO_COMPONENT, language.code),
        )
        for language, total in sum_statistics_by_language(records)
    ]


async def project_statistics(request: ViewRequest) -> JsonObject:
    """The totals of a project."""
    slug, project_members = await request.find_project()
    total = sum_statistics(await _read_records(project_members, request, checks=request.wants_checks))
    url = request.urls.web_page_url("projects", slug)
    return objects.totals_to_json(total, extended=request.is_extended, name=project_members[0].project_title, url=url)


async def project_metrics(request: ViewRequest) -> JsonValue | RawContent:
    """Numbers of each translation of a project, by component and language."""
    try:
        _, components = await request.find_project()
    except HttpProblem as problem:
        raise render_problem(problem, request.response_format) from problem
    members = sorted(components, key=lambda component: component.title)
    snapshots = await request.reader.read_snapshots(members)
    found = await read_several_failing_unit_counts(snapshots, request.reader)
    metrics = [
        measure_translation(
            report.component,
            record,
            counts[record.language.code].counts if record.language.code in counts else NO_STRINGS,
            snapshot.time,
        )
        for snapshot, (report, counts) in zip(snapshots, found, strict=True)
        for record in sorted(report.records, key=lambda record: record.language.name)
    ]
    return render_metrics(metrics, request.response_format)


async def every_component(request: ViewRequest) -> ListPage[JsonObject]:
    """Components by project and slug."""
    components = list((await request.reader.read_index()).components.values())
    return make_list_page(request.query, components, partial(objects.component_to_json, urls=request.urls))


async def component(request: ViewRequest) -> JsonObject:
    """One component."""
    return objects.component_to_json(await request.find_component(), request.urls)


async def component_statistics(request: ViewRequest) -> ListPage[JsonObject]:
    """A record for each translation."""
    component = await request.find_component()
    report = (await request.reader.read_snapshot(component, checks=request.wants_checks)).value
    records = report.records if request.get_boolean_parameter("with_source") else report.translations
    to_row = partial(record_fields, component=component, extended=request.is_extended)
    return make_list_page(request.query, records, to_row, STATISTICS_PAGE_SIZES)


async def every_translation(request: ViewRequest) -> ListPage[JsonObject]:
    """The translations of all components."""
    index = await request.reader.read_index()
    records = [
        (snapshot, record)
        for snapshot in await request.reader.read_snapshots(list(index.components.values()))
        for record in snapshot.value.records
    ]
    count, page, on_page = select_page(records, parse_page_request(request.query))
    failing = await read_several_failing_unit_counts([snapshot for snapshot, _ in on_page], request.reader)
    rows = [
        objects.translation_to_json(record, report.component, request.urls, failing=counts)
        for (_, record), (report, counts) in zip(on_page, failing, strict=True)
    ]
    return ListPage(count, page, rows)


async def component_translations(request: ViewRequest) -> ListPage[JsonObject]:
    """Translations, the source language first."""
    component = await request.find_component()
    snapshot = await request.reader.read_snapshot(component)
    failing = await read_failing_unit_counts(snapshot, request.reader)
    to_row = partial(objects.translation_to_json, component=component, urls=request.urls, with_component=False)
    return make_list_page(request.query, snapshot.value.records, partial(to_row, failing=failing))


async def translation(request: ViewRequest) -> JsonObject:
    """One translation."""
    component, snapshot, record = await request.find_translation(checks=True)
    failing = await read_failing_unit_counts(snapshot, request.reader) if record.statistics.failing else {}
    return objects.translation_to_json(record, component, request.urls, failing=failing)


async def translation_statistics(request: ViewRequest) -> JsonObject:
    """The statistics of one translation."""
    component, _, record = await request.find_translation(checks=request.wants_checks)
    return record_fields(record, component, extended=request.is_extended)


async def translation_units(request: ViewRequest) -> ListPage[JsonObject]:
    """The strings of a translation, in the order of its file.

    The search runs in a worker process. Raises HttpProblem (400) if the query is malformed.
    """
    query, page_request = request.get_parameter("q"), parse_page_request(request.query)
    component, snapshot, record = await request.find_translation(checks=False)
    unit_query = UnitQuery(record.language.code, snapshot.version, query, page_request, request.reader.options)
    try:
        return await request.reader.run_on_component(component, find_unit_objects, unit_query)
    except QueryError as error:
        raise HttpProblem(400, error.sentence) from error
    except TranstatsError as error:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from error


async def every_language(request: ViewRequest) -> ListPage[JsonObject]:
    """Languages in use, by code."""
    languages = {record.language.code: record.language for record in await _read_all_records(request, checks=False)}
    rows = [languages[code] for code in sorted(languages)]
    return make_list_page(request.query, rows, lambda language: objects.language_to_json(language, request.urls))


async def language(request: ViewRequest) -> JsonObject:
    """One language."""
    records = await _find_requested_records(request, checks=False)
    return objects.language_to_json(records[0].language, request.urls)


async def language_statistics(request: ViewRequest) -> JsonObject:
    """The totals of a language over all projects."""
    records = await _find_requested_records(request, checks=request.wants_checks)
    language = records[0].language
    url = request.urls.web_page_url("languages", language.code)
    total = sum_statistics(records)
    return objects.totals_to_json(total, extended=request.is_extended, name=language.name, url=url)


async def _find_requested_records(request: ViewRequest, *, checks: bool) -> list[Record]:
    """Return the records of the requested language in all components.

    Raises HttpProblem (404) if no component has the language.
    """
    code = request.path_params["language"]
    records = [record for record in await _read_all_records(request, checks=checks) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return records


async def _read_all_records(request: ViewRequest, *, checks: bool) -> list[Record]:
    return await _read_records((await request.reader.read_index()).components.values(), request, checks=checks)


async def _read_records(components: Iterable[Component], request: ViewRequest, *, checks: bool) -> list[Record]:
    """Return the records of all languages of several components."""
    reports = await request.reader.read_reports(list(components), checks=checks)
    return [record for report in reports for record in report.records]


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
        counts = (await reader.read_value(snapshot.value.component, FAILING, urgent=urgent)).value
    except HttpProblem:
        # The files were deleted after the snapshot. The next refresh of the snapshot detects this.
        return {}
    # The cache also contains languages whose strings were corrected or deleted.
    return {code: counts[code] for code in codes if code in counts}


async def read_several_failing_unit_counts(
    snapshots: Sequence[ValueSnapshot[Report]], reader: CacheReader
) -> list[tuple[Report, Mapping[str, FailingUnitCounts]]]:
    """Return the report of each component with the numbers of failing strings by language code."""
    found = await asyncio.gather(*(read_failing_unit_counts(each, reader, urgent=False) for each in snapshots))
    return [(snapshot.value, counts) for snapshot, counts in zip(snapshots, found, strict=True)]
