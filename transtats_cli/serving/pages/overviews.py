"""Pages of projects, languages and checks, over many components."""

from collections.abc import Sequence

from transtats_cli.component import Component
from transtats_cli.pages import overviews
from transtats_cli.pages.overviews import FailingTranslation, ProjectSummary, sum_reports
from transtats_cli.pages.page import Crumbs, Page
from transtats_cli.pages.tables import TableBuilder
from transtats_cli.serving.data.cache_reader import AvailableReports, CacheReader
from transtats_cli.serving.data.change_feed import ALL_COMPONENTS, FeedScope
from transtats_cli.serving.http import problems
from transtats_cli.serving.pages.page_response import make_page_content, make_page_links
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_unit_counts_by_version


async def home(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of all projects."""
    index = await reader.read_index()
    available = await reader.read_available_reports(list(index.components.values()))
    totals = reader.sum_by_project(available.reports)
    by_project = {total.component.project: [total] for total in totals}
    projects = (
        ProjectSummary(slug, members[0].project_title, sum_reports(by_project.get(slug, ())))
        for slug, members in index.projects.items()
        # A project without figures would look complete.
        if slug in by_project or not available.uncounted
    )
    links = make_page_links(reader.options)
    page = overviews.make_home_page(projects, sum_reports(totals), links, TableBuilder(dict(request.query)))
    return make_page_content(_add_note(page, available), reader.options)


async def project(request: ViewRequest, reader: CacheReader, slug: str) -> RawContent:
    """Return the page of a project: a table of its components.

    If the query contains `by=language`, the table contains the languages, each summed over all components.
    """
    members = await _read_project_components(reader, slug)
    available = await reader.read_available_reports(members, slug)
    reports = available.reports
    title, links, query = members[0].project_title, make_page_links(reader.options), dict(request.query)
    if query.get("by") == "language":
        tables = TableBuilder(query, [("by", "language")])
        page = overviews.make_project_languages_page(slug, title, reader.sum_by_project(reports), links, tables)
    else:
        page = overviews.make_project_page(slug, title, reports, links, TableBuilder(query))
    return make_page_content(_add_note(page, available), reader.options, FeedScope(slug))


async def project_language(request: ViewRequest, reader: CacheReader, slug: str, code: str) -> RawContent:
    """Return the page of one language of a project: a table of the components."""
    members = await _read_project_components(reader, slug)
    available = await reader.read_available_reports(members, slug)
    crumbs = [(members[0].project_title, make_page_links(reader.options).project(slug))]
    return _language_page(request, reader, available, code, crumbs, scope=FeedScope(slug))


async def languages(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of all languages, each summed over all projects."""
    available = await reader.read_available_reports(list((await reader.read_index()).components.values()))
    links, tables = make_page_links(reader.options), TableBuilder(dict(request.query))
    page = overviews.make_languages_page(reader.sum_by_project(available.reports), links, tables)
    return make_page_content(_add_note(page, available), reader.options)


async def language(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of one language: a table of the components of all projects."""
    code = request.path_params["language"]
    available = await reader.read_available_reports(list((await reader.read_index()).components.values()))
    links = make_page_links(reader.options)
    downloads = [("JSON", links.api(f"languages/{code}/statistics/"))]
    return _language_page(request, reader, available, code, [("Languages", links.languages())], downloads)


async def checks(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of the checks that fail, with the numbers of failing strings and of translations with them."""
    links = make_page_links(reader.options)
    components = list((await reader.read_index()).components.values())
    snapshots = [snapshot for snapshot in await reader.read_snapshots(components) if snapshot is not None]
    failing = await read_failing_unit_counts_by_version(snapshots, reader)
    found: dict[str, list[FailingTranslation]] = {}
    for snapshot in snapshots:
        component = snapshot.value.component
        for code, failing_unit_counts in failing[snapshot.version].items():
            name = f"{component.full_name}/{code}"
            for check_id, count in failing_unit_counts.unit_counts_by_check.items():
                address = links.strings(component, code, f"check:{check_id}")
                found.setdefault(check_id, []).append(FailingTranslation(count, name, address))
    return make_page_content(overviews.make_checks_page(found, TableBuilder(dict(request.query))), reader.options)


async def _read_project_components(reader: CacheReader, slug: str) -> Sequence[Component]:
    """Return the components of a project. Raises HttpProblem (404) if the project was removed during the request."""
    members = (await reader.read_index()).projects.get(slug)
    if members is None:
        raise problems.not_found()
    return members


def _language_page(
    request: ViewRequest,
    reader: CacheReader,
    available: AvailableReports,
    code: str,
    crumbs: Crumbs,
    downloads: Sequence[tuple[str, str]] = (),
    scope: FeedScope = ALL_COMPONENTS,
) -> RawContent:
    links, tables = make_page_links(reader.options), TableBuilder(dict(request.query))
    page = overviews.make_language_page(available.reports, code, links, tables, crumbs, downloads)
    if page is None and available.uncounted:
        raise problems.service_unavailable("The components are being counted; try again later.", retry_seconds=5)
    if page is None:
        raise problems.not_found()
    return make_page_content(_add_note(page, available), reader.options, scope)


def _add_note(page: Page, available: AvailableReports) -> Page:
    """Return the page with a note about how many components have been counted. If all have, return it unchanged."""
    if not available.uncounted:
        return page
    counted = len(available.reports)
    return page._replace(values={**page.values, "counted": counted, "to_count": counted + available.uncounted})
