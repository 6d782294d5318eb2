"""HTML pages. They show the same values as the API, and `transtats_cli.pages` renders them.

A function returns the page for a requested project, component and language, and `show_page` the response with the page.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http import HTTPStatus
from urllib.parse import parse_qsl

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.errors import TranstatsError
from transtats_cli.history.commits import RECENT_PERIOD, parse_date
from transtats_cli.languages import language_by_code
from transtats_cli.nearest import find_similar_names
from transtats_cli.pages import overviews
from transtats_cli.pages.changed_strings import MAX_LISTED_CHANGES, ComponentChanges, list_changes
from transtats_cli.pages.changes import (
    PENDING_PERIOD,
    ChangeSelection,
    Period,
    make_changes_page,
)
from transtats_cli.pages.history import PENDING_CHANGES, RecentChanges
from transtats_cli.pages.links import Links, make_query_string, make_server_links
from transtats_cli.pages.overviews import PageData
from transtats_cli.pages.rendering import ASSETS, CONTINUE_SCRIPT, EVENTS_SCRIPT, Page, read_asset
from transtats_cli.pages.search import (
    MAX_SHOWN_OF_ONE_COMPONENT,
    MAX_SHOWN_PER_COMPONENT,
    SEARCH_TEMPLATE,
    FoundCounts,
    SearchResult,
    list_languages,
    make_search_page,
)
from transtats_cli.pages.tables import Pager, TableBuilder, make_pager
from transtats_cli.pages.translations import (
    StringSelection,
    make_strings_page,
    make_translation_page,
)
from transtats_cli.paths import remove_root_from_text
from transtats_cli.report import NO_COMPONENT, Report
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_state import COUNTED, OUTDATED, make_changes_kind, make_comparison_kind
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.content import (
    CSV_FORMAT,
    JSON_FORMAT,
    parse_page_request,
    parse_positive_number,
    render_result,
)
from transtats_cli.serving.http.exchange import PAGE_HEADERS, Exchange, common_headers, make_response, replace_headers
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Response
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.site_search import SiteSearch, find_in_components
from transtats_cli.serving.unit_page import UnitQuery, find_string_page, find_unit_objects
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.api import read_failing_unit_counts, read_several_failing_unit_counts
from transtats_cli.serving.views.download import name_download
from transtats_cli.serving.views.requested_page import PageNotFound, RequestedPage, find_requested_page
from transtats_cli.unit_queries.query import QueryError, parse_unit_query

EVENTS_PATH = "events/"
HTML_CONTENT_TYPE = "text/html; charset=utf-8"
_ASSET_CACHING = (b"cache-control", b"public, max-age=31536000, immutable")
"""The address of an asset contains its version, so that browsers need not check for changes."""
_MAX_CHECKSUM_LENGTH = 32
_PAGE_PATH_BEGINNINGS = tuple(
    f"/{name}"
    for name in ("projects/", "translate/", "languages/", "checks/", "changes/", "search/", "login", "logout")
)
_OTHER_PATH_BEGINNINGS = ("/api/", "/widget/", "/static/", "/healthz", "/metrics", f"/{EVENTS_PATH}")
_PAGE_SIZES = (25, 50)


PageMaker = Callable[[RequestedPage], Awaitable[Page | RawContent]]


async def show_page(make_page: PageMaker, request: ViewRequest) -> RawContent:
    """Return the response with a page. A script updates the page when one of its components changes."""
    options = request.reader.options
    links = make_page_links(options)
    requested = await find_requested_page(request, links)
    try:
        page = await make_page(requested)
    except HttpProblem as problem:
        # The files of the component were deleted, or cannot be read any more.
        if isinstance(problem.__cause__, TranstatsError):
            reason = remove_root_from_text(str(problem.__cause__), options.root)
            raise HttpProblem(problem.status, f"The files cannot be read: {reason}") from problem
        raise
    if isinstance(page, RawContent):
        return page
    if page.template == SEARCH_TEMPLATE:
        # A search takes too long to be repeated after each change.
        links = links._replace(script_names=(*links.script_names, CONTINUE_SCRIPT))
    else:
        scope = FeedScope(requested.project, requested.component.slug if requested.component else "")
        events = f"{links.root}{EVENTS_PATH}{make_query_string(list(scope._asdict().items()))}"
        # The scripts are executed in this order, and the first one needs the content without the buttons of the second.
        links = links._replace(events_address=events, script_names=(EVENTS_SCRIPT, *links.script_names))
    vary = dict(common_headers(options))[b"vary"] + b", Accept-Language"
    return RawContent(page.render(links), HTML_CONTENT_TYPE, (*PAGE_HEADERS, (b"vary", vary)))


async def overview(make_page: Callable[[PageData, Links, TableBuilder], Page], requested: RequestedPage) -> Page:
    """Return the page of all projects, or of all languages, each summed over all projects."""
    return await requested.show_reports(lambda data: make_page(data, requested.links, requested.tables))


async def project_or_component(requested: RequestedPage) -> Page:
    """Return the page of a project, component, translation, or language of a project."""
    if requested.component is None:
        is_language = requested.language not in ("", NO_COMPONENT)
        return await (language(requested) if is_language else _project(requested))
    return await (_translation if requested.language else _component)(requested, requested.component)


async def _project(requested: RequestedPage) -> Page:
    """Return the page of a project: a table of its components.

    If the path ends with NO_COMPONENT, the table contains the languages, each summed over all components.
    """
    title, by_language = requested.components[0].project_title, requested.language == NO_COMPONENT
    return await requested.show_reports(
        lambda data: overviews.make_project_page(
            requested.project, title, data, requested.links, requested.tables, by_language=by_language
        )
    )


async def language(requested: RequestedPage) -> Page:
    """Return the page of one language: a table of the components of a project, or of all projects."""
    code, links, tables = requested.language, requested.links, requested.tables
    return await requested.show_reports(
        lambda data: overviews.make_language_page(data, code, links, tables, requested.project)
    )


async def checks(requested: RequestedPage) -> Page:
    """Return the page of the checks that fail, or the page of one check, with the numbers of failing strings."""
    make_page = overviews.make_checks_page
    if requested.check in CHECKS_BY_ID:
        make_page = partial(overviews.make_check_page, requested.check)
    elif requested.check:
        nearest = await requested.reader.run_in_worker(find_similar_names, requested.check, list(CHECKS_BY_ID))
        addresses = {check_id: requested.links.page("checks", check_id) for check_id in nearest}
        raise PageNotFound("check", requested.check, nearest, addresses, requested.links.page("checks"))
    snapshots = await requested.reader.read_snapshots(requested.components)
    found = [
        (report.component, code, counts.unit_counts_by_check)
        for report, counts_by_code in await read_several_failing_unit_counts(snapshots, requested.reader)
        for code, counts in counts_by_code.items()
    ]
    return make_page(found, requested.links, requested.tables)


async def changes(requested: RequestedPage) -> Page:
    """Return the page of the changes since the date in the query. Raises HttpProblem (400) for a text that is no date.

    Without a date, the page shows the 30 days before the last commit. With `language` in the query, it shows only those
    of this language. Components are compared in the background. The page shows those that have been compared.
    """
    if requested.language:
        raise problems.not_found()
    parameters = dict(requested.query)
    since, code = (parameters.get(name, "").strip() for name in ("since", "language"))
    try:
        parse_date(since or RECENT_PERIOD)
    except TranstatsError as error:
        raise HttpProblem(400, str(error).removeprefix("--")) from None
    component, reader = requested.component, requested.reader
    components = requested.components if component is None else [component]
    period = await reader.read_period_soon(since) or PENDING_PERIOD._replace(since=since)
    found: dict[str, ComponentChanges] = {}
    if period.commit:
        values = await reader.read_values_soon(components, make_comparison_kind(period.commit))
        found = {each.full_name: value.value for each, value in zip(components, values, strict=True) if value}
    compared = [(each, found[each.full_name].select_language(code)) for each in components if each.full_name in found]
    moves = [moved for _, each in compared for moved in each.languages]
    is_changed = any(moved.is_changed for moved in moves)
    place = tuple(filter(None, (requested.project, component.slug if component else "")))
    selection = ChangeSelection(period, place, code, shows_outdated=reader.options.outdated)
    change_list = None
    kind = parameters.get("kind", "")
    is_listed = is_changed and (code or component is not None or kind)
    if is_listed and sum(moved.change_count for moved in moves) <= MAX_LISTED_CHANGES:
        number = parse_positive_number(parameters.get("page", ""))
        change_list = await reader.run_in_worker(list_changes, compared, kind, number)
    if len(found) == len(components) and not is_changed:
        reports, uncounted = await reader.read_available_reports(components)
        codes = {record.language.code for report in reports for record in report.records}
        if code and code not in codes and not uncounted:
            raise requested._replace(language=code).make_language_problem(codes)
        selection = selection._replace(last_change=_find_last_change(reports, code))
    tables = TableBuilder(
        parameters, [("since", period.since), ("language", code)], languages=requested.reader_languages
    )
    return make_changes_page(components, found, selection, requested.links, tables, change_list)


def _find_last_change(reports: Sequence[Report], code: str = "") -> str:
    """Return the day of the last change of a translation, or of one in a language. Empty if it is unknown."""
    records = (record for report in reports for record in report.records)
    dates = (each.last_change for each in records if code in ("", each.language.code))
    return max(filter(None, dates), default="")[:10]


async def _component(requested: RequestedPage, component: Component) -> Page:
    """Return the page of a component: a table of its languages."""
    report = (await requested.reader.read_snapshot(component)).value
    report = await _add_outdated(report, requested.reader)
    broken = requested.list_broken_files()
    history = await requested.read_history()
    return overviews.make_component_page(report, requested.links, requested.tables, broken, history=history)


async def _translation(requested: RequestedPage, component: Component) -> Page:
    """Return the page of one translation: what is left to do, failing checks, and numbers of strings by state."""
    reader, code = requested.reader, requested.language
    snapshot = await reader.read_snapshot(component)
    report = await _add_outdated(snapshot.value, reader)
    record = requested.find_record(report)
    failing = (await read_failing_unit_counts(snapshot, reader)).get(code) if record.statistics.failing else None
    failing_counts = failing.unit_counts_by_check if failing is not None else {}
    history, changes = await asyncio.gather(
        requested.read_history(), _read_recent_changes(component, record.path, reader)
    )
    page = make_translation_page(
        report, record, failing_counts, requested.list_broken_files(), reader.options.root, history
    )
    return page._replace(values={**page.values, "recent_strings": changes})


async def _add_outdated(report: Report, reader: CacheReader) -> Report:
    """Return the report with the numbers of outdated strings.

    Return it unchanged if the pages do not show them, or if they cannot be read within a short time.
    """
    if not reader.options.outdated:
        return report
    found = await reader.read_value_soon(report.component, OUTDATED)
    counts = (found and found.value) or {}
    records = (record._replace(outdated=counts.get(record.path)) for record in report.translations)
    return report._replace(translations=tuple(records))


async def _read_recent_changes(component: Component, path: str, reader: CacheReader) -> RecentChanges | None:
    """Return the recent changes of a translation file, or None if it is not in a git repository.

    `path` is relative to the component. If `path` is empty, the translation has no file, and the result is None.
    """
    if not path:
        return None
    found = await reader.read_value_soon(component, make_changes_kind(path))
    return PENDING_CHANGES if found is None else found.value


async def strings(requested: RequestedPage) -> Page | RawContent:
    """Return one page of the strings that match the query `q`. Raises PageNotFound without a language.

    If the query is malformed, the page contains only a description of the error. With `format`, return all these
    strings as a file with the fields of the API. Without a component, return the page of a language of the project.
    """
    reader, component, code = requested.reader, requested.component, requested.language
    if component is None:
        return await language(requested)
    options = reader.options
    snapshot = await reader.read_snapshot(component)
    report = await _add_outdated(snapshot.value, reader)
    record = requested.find_record(report)
    parameters = dict(requested.query)
    query = parameters.get("q", "").strip()
    checksum = parameters.get("checksum", "")[:_MAX_CHECKSUM_LENGTH]
    shown_languages = "all" if parameters.get("languages") == "all" else ""
    try:
        page_request = parse_page_request(requested.query, _PAGE_SIZES)
        unit_query = UnitQuery(code, snapshot.version, query, page_request, options, checksum)
        if (format_name := parameters.get("format")) in (JSON_FORMAT, CSV_FORMAT):
            everything = unit_query._replace(with_missing=True, page_request=ResponsePage(1, sys.maxsize))
            rows = await reader.run_on_component(component, find_unit_objects, everything)
            download = name_download(component, code, f".{format_name}")
            return RawContent(*render_result(rows, format_name, "", ()), (download,))
        unit_query = unit_query._replace(all_languages=bool(shown_languages))
        found = await reader.run_on_component(component, find_string_page, unit_query, record.path)
    except QueryError as problem:
        if "format" in parameters:
            raise HttpProblem(400, problem.sentence) from problem
        selection = StringSelection(0, (), make_pager(1, 1, str), query, problem.sentence)
        return make_strings_page(report, record, selection, options.root)
    except TranstatsError as problem:
        # The file was deleted or became unreadable after the snapshot.
        raise problems.not_found() from problem
    strings, query = found.strings, found.query
    count, (number, size) = strings.row_count, strings.page
    page_size = str(size) if size != _PAGE_SIZES[0] and not checksum else ""

    def address(number: int) -> str:
        return (
            make_query_string([("q", query), ("page_size", page_size), ("page", str(number) if number > 1 else "")])
            or "?"
        )

    pager, list_address = make_pager(number, strings.page.count_pages(count), address), ""
    if checksum:
        neighbours = (requested.links.string(each, query, shown_languages) if each else "" for each in found.neighbours)
        pager, list_address = Pager(number, count, *neighbours), f"{address(-(-number // _PAGE_SIZES[0]))}#s{checksum}"
    codes = [record.language.code for record in report.records] if checksum else []
    sources = [language_by_code(component.source_language).code]
    failing = {other for other, text in (found.texts or {}).items() if text.findings}
    languages = list_languages(codes, sources, requested.reader_languages)
    languages.sort(key=lambda each: each[0].code not in failing)
    selection = StringSelection(count, strings.rows, pager, query, list_address=list_address)
    selection = selection._replace(languages=languages, checks=found.checks, texts=found.texts)
    return make_strings_page(report, record, selection, options.root)


async def search(requested: RequestedPage) -> Page:
    """Return the page of the strings of all components that match the query `q`, from the component number `from` on.

    With `language`, `project` or `component`, only their strings are searched. `strings` and `components` are
    the numbers that were found before. Raises HttpProblem (400) if the query is malformed.
    """
    parameters, reader = dict(requested.query), requested.reader
    names = ("q", "language", "project", "component")
    query, code, project, slug = (parameters.get(name, "").strip() for name in names)
    components = [each for each in requested.components if project in ("", each.project) and slug in ("", each.slug)]
    # A component has a name only within its project.
    if (slug and not project) or (project and not components):
        raise problems.not_found()
    # On a site with one project, the page does not name the project.
    member = components[0] if len(components) < len(requested.components) else None
    component = components[0] if slug else None
    requested = requested._replace(project=project, components=components, component=component)
    make_page = partial(make_search_page, query, code, project=member, component=component)
    try:
        is_empty = parse_unit_query(query, knows_outdated=reader.options.outdated) is None
    except QueryError as error:
        raise HttpProblem(400, error.sentence) from None
    result = None if is_empty else await _search(requested, query, code)
    snapshots = await reader.read_values_soon(components, COUNTED)
    reports = [each.value for each in snapshots if each is not None]
    codes = {record.language.code for report in reports for record in report.records}
    sources = {language_by_code(component.source_language).code for component in components}
    return make_page(result, codes=codes, sources=sources, reader_languages=requested.reader_languages)


async def _search(requested: RequestedPage, query: str, code: str) -> SearchResult:
    parameters, reader, components = dict(requested.query), requested.reader, requested.components
    # The figures of a component can be older than its files, which are searched.
    reader.is_cacheable = False
    start = min(parse_positive_number(parameters.get("from", "")), len(components))
    max_strings = MAX_SHOWN_PER_COMPONENT if len(components) > 1 else MAX_SHOWN_OF_ONE_COMPONENT
    site_search = SiteSearch(query, code, tuple(requested.reader_languages), reader.options, max_strings)
    searched, full_end = await find_in_components(components, start, site_search, reader)
    shown, counted = (
        [each for each in part if each.strings] for part in (searched[:full_end], searched[full_end or len(searched) :])
    )
    end = start + (full_end or len(searched))
    earlier = FoundCounts(*(parse_positive_number(parameters.get(name, "")) for name in FoundCounts._fields))
    broken = [problem for each in searched for problem in each.broken_files]

    def address(end: int, counts: FoundCounts) -> str:
        numbers = {"from": end, **counts._asdict()}
        slug = requested.component.slug if requested.component else ""
        given = [("q", query), ("language", code), ("project", requested.project), ("component", slug)]
        return make_query_string([*given, *((name, str(number)) for name, number in numbers.items())])

    counted_end, shown_counts = start + len(searched), earlier.add(shown)
    return SearchResult(
        shown,
        counted,
        start,
        end,
        counted_end,
        len(components),
        earlier,
        address(end, shown_counts),
        address(counted_end, shown_counts.add(counted)),
        full_end is not None,
        broken,
    )


async def asset(request: ViewRequest) -> RawContent:
    """Return a style sheet, a script or an icon of the pages."""
    name = request.path_params["name"]
    if name not in ASSETS:
        raise problems.not_found()
    return RawContent(read_asset(name), ASSETS[name], (_ASSET_CACHING,))


def make_page_links(options: ServeOptions) -> Links:
    return make_server_links(options.base_url, has_login=bool(options.tokens))


def is_page_request(exchange: Exchange) -> bool:
    """Return True if a request is for a page. The error response is then a page, and not JSON.

    These are the paths of pages, and the mistyped paths in the address field of a browser.
    """
    path = exchange.path
    is_page_path = path == "/" or path.startswith(_PAGE_PATH_BEGINNINGS)
    is_browser = b"text/html" in exchange.headers.get(b"accept", b"")
    return is_page_path or (is_browser and not path.startswith(_OTHER_PATH_BEGINNINGS))


def make_problem_page(
    exchange: Exchange, problem: HttpProblem, options: ServeOptions, next_address: str = ""
) -> Response:
    """Return an error response with a page. For status 401 the page is a login form, else an error message.

    `next_address` is the address of the page after the login. If it is empty, this is the address of the request.
    """
    links = make_page_links(options)
    parameters = dict(parse_qsl(exchange.query.decode("latin-1"), errors="replace"))
    if problem.status == 401:
        query = f"?{exchange.query.decode('latin-1')}" if exchange.query else ""
        path = exchange.raw_path.decode("latin-1").removeprefix(exchange.root_path)
        # Before a login, the path of the request is the page to return to. A proxy may serve it below another path.
        address = next_address or links.root.removesuffix("/") + path + query
        detail = problem.detail if problem.code == "authentication_failed" else ""
        values = {"title": "Log in", "detail": detail, "next_address": address, "signed_in": False}
        page = Page("login.html", values)
    elif problem.status == 400 and exchange.path == "/search/":
        page = make_search_page(parameters.get("q", ""), parameters.get("language", ""), error=problem.detail)
    elif problem.status == 400 and exchange.path.startswith("/changes/"):
        period = Period(parameters.get("since", ""), note=problem.detail)
        values = {"title": "Changes", "period": period, "suggested_periods": ()}
        page = Page("changes.html", {**values, "language": parameters.get("language", "")})
    else:
        page = Page("problem.html", {"title": HTTPStatus(problem.status).phrase, "problem": problem})
    headers = [*replace_headers(common_headers(options), PAGE_HEADERS), *problem.headers]
    return make_response(problem.status, HTML_CONTENT_TYPE, page.render(links), headers)
