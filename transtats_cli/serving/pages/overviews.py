"""Pages of projects, languages and checks, over many components."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import PageLinks
from transtats_cli.pages.progress import TranslationProgress, progress_of_record, progress_of_totals
from transtats_cli.pages.tables import CheckRow, Table, TableRow, make_check_table, make_table
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import problems
from transtats_cli.serving.objects.components import get_project_display_name
from transtats_cli.serving.pages.compared_reports import read_compared_reports
from transtats_cli.serving.pages.page_response import make_page, make_page_links
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_units_by_version
from transtats_cli.totals import create_total_report, sum_completeness, sum_statistics


class Section(NamedTuple):
    """Table on a page, with a title."""

    title: str
    noun: str
    table: Table[TableRow]
    note: str = ""
    more_title: str = ""
    more_address: str = ""


async def home(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of all projects."""
    links = make_page_links(reader.options)
    index = await reader.read_index()
    reports = await read_compared_reports(list(index.components.values()), reader)
    by_project: dict[str, list[Report]] = {}
    for report in reports:
        by_project.setdefault(report.component.project, []).append(report)
    rows = [
        TableRow(name, slug if slug != name else "", links.project(slug), _sum_reports(by_project.get(slug, ())))
        for slug, members in index.projects.items()
        for name in [get_project_display_name(members[0])]
    ]
    section = Section("Projects", "project", make_table(rows, dict(request.query)))
    downloads = [("Projects as JSON", links.api("projects/")), ("API", links.api(""))]
    return _make_overview(reader, "Translation statistics", _sum_reports(reports), section, downloads)


async def project(request: ViewRequest, reader: CacheReader, slug: str) -> RawContent:
    """Return the page of a project: its components, or with `by=language` its languages over all components."""
    links = make_page_links(reader.options)
    members = (await reader.read_index()).projects[slug]
    reports = await read_compared_reports(members, reader)
    query = dict(request.query)
    if query.get("by") == "language":
        rows = _make_language_rows(reports, lambda code: links.project_language(slug, code))
        table = _keep_parameter(make_table(rows, query))
        section = Section("Languages", "language", table, more_title="All components", more_address="?")
    else:
        table = make_table([_make_component_row(report, links) for report in reports], query)
        more = "Languages of all components together"
        section = Section("Components", "component", table, more_title=more, more_address="?by=language")
    downloads = [
        ("Languages as JSON", links.api(f"projects/{slug}/languages/")),
        ("CSV", links.api(f"projects/{slug}/languages/", parameters=[("format", "csv")])),
    ]
    name = get_project_display_name(members[0])
    return _make_overview(reader, name, _sum_reports(reports), section, downloads, code=slug if slug != name else "")


async def project_language(request: ViewRequest, reader: CacheReader, slug: str, code: str) -> RawContent:
    """Return the page of one language of a project."""
    members = (await reader.read_index()).projects[slug]
    links = make_page_links(reader.options)
    name = get_project_display_name(members[0])
    reports = await read_compared_reports(members, reader)
    return await _language_page(request, reader, reports, code, crumbs=[(name, links.project(slug))])


async def languages(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of all languages, over all projects."""
    links = make_page_links(reader.options)
    reports = await read_compared_reports(list((await reader.read_index()).components.values()), reader)
    rows = _make_language_rows(reports, links.language)
    section = Section("All languages", "language", make_table(rows, dict(request.query)))
    return _make_overview(reader, "Languages", None, section, [("JSON", links.api("languages/"))])


async def language(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of one language, over all projects."""
    links = make_page_links(reader.options)
    code = request.path_params["language"]
    reports = await read_compared_reports(list((await reader.read_index()).components.values()), reader)
    downloads = [("JSON", links.api(f"languages/{code}/statistics/"))]
    return await _language_page(
        request, reader, reports, code, crumbs=[("Languages", links.languages())], downloads=downloads
    )


async def checks(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of the checks that fail, with the numbers of strings and translations."""
    links = make_page_links(reader.options)
    components = list((await reader.read_index()).components.values())
    snapshots = [snapshot for snapshot in await reader.read_snapshots(components) if snapshot is not None]
    failing = await read_failing_units_by_version(snapshots, reader)
    found: dict[str, list[tuple[int, str, str]]] = {}
    for snapshot in snapshots:
        component = snapshot.report.component
        for code, failing_units in failing[snapshot.version].items():
            name = f"{component.project}/{component.slug}/{code}"
            for check_id, count in failing_units.units_by_check.items():
                found.setdefault(check_id, []).append(
                    (count, name, links.strings(component, code, f"check:{check_id}"))
                )
    rows = [make_check_row(check_id, translations) for check_id, translations in found.items()]
    return make_page("checks.html", reader.options, title="Checks", table=make_check_table(rows, dict(request.query)))


def make_check_row(check_id: str, translations: Sequence[tuple[int, str, str]]) -> CheckRow:
    """Return the row of a check. Each translation has a number of strings, a name and an address."""
    worst = min(translations, key=lambda each: (-each[0], each[1]))
    finds = read_check_page(CHECKS_BY_ID[check_id]).finds
    count = sum(strings for strings, _, _ in translations)
    return CheckRow(check_id, finds, count, len(translations), worst[1], worst[2], worst[0])


async def _language_page(
    request: ViewRequest,
    reader: CacheReader,
    reports: Sequence[Report],
    code: str,
    *,
    crumbs: Sequence[tuple[str, str]],
    downloads: Sequence[tuple[str, str]] = (),
) -> RawContent:
    links = make_page_links(reader.options)
    found = [(report, record) for report in reports for record in report.records if record.language.code == code]
    if not found:
        raise problems.not_found()
    rows = [_make_translation_row(report, record, links) for report, record in found]
    section = Section("Components", "component", make_table(rows, dict(request.query)))
    total = progress_of_totals(
        sum_statistics(record for _, record in found),
        (create_total_report(reports) or reports[0]).completeness.get(code),
    )
    name = language_by_code(code).name
    return _make_overview(reader, name, total, section, downloads, code=code, crumbs=crumbs)


def _make_translation_row(report: Report, record: Record, links: PageLinks) -> TableRow:
    """Return the row of one language of a component, named by the component."""
    component, code = report.component, record.language.code
    return TableRow(
        component.name or component.slug,
        "",
        links.translation(component, code),
        progress_of_record(record, report.completeness_of_record(record), is_source=report.is_source(record)),
        links.strings(component, code, "is:untranslated"),
        get_project_display_name(component),
        links.project(component.project),
    )


def _make_component_row(report: Report, links: PageLinks) -> TableRow:
    component = report.component
    return TableRow(
        component.name or component.slug,
        component.slug if component.name not in ("", component.slug) else "",
        links.component(component),
        _sum_reports([report]),
    )


def _make_language_rows(reports: Sequence[Report], address: Callable[[str], str]) -> list[TableRow]:
    """Return a row for each language, with the sum over all components."""
    total = create_total_report(reports)
    if total is None:
        return []
    return [
        TableRow(
            record.language.name,
            record.language.code,
            address(record.language.code),
            progress_of_record(record, total.completeness_of_record(record), is_source=total.is_source(record)),
        )
        for record in total.records
    ]


def _sum_reports(reports: Sequence[Report]) -> TranslationProgress:
    """Return the figures of all languages of components, as the API sums them, with the strings that files lack."""
    return progress_of_totals(
        sum_statistics(record for report in reports for record in report.records), sum_completeness(reports)
    )


def _keep_parameter(table: Table[TableRow]) -> Table[TableRow]:
    """Return a table whose links contain `by=language`."""

    def kept(address: str) -> str:
        return f"?by=language&{address.removeprefix('?')}" if address else ""

    pager = table.pager._replace(previous=kept(table.pager.previous), following=kept(table.pager.following))
    return table._replace(
        headers=[each._replace(address=kept(each.address)) for each in table.headers],
        chips=[each._replace(address=kept(each.address)) for each in table.chips],
        kept=[*table.kept, ("by", "language")],
        pager=pager,
    )


def _make_overview(
    reader: CacheReader,
    title: str,
    progress: TranslationProgress | None,
    section: Section,
    downloads: Sequence[tuple[str, str]],
    *,
    code: str = "",
    crumbs: Sequence[tuple[str, str]] = (),
) -> RawContent:
    return make_page(
        "overview.html",
        reader.options,
        title=title,
        code=code,
        crumbs=crumbs,
        broken=(),
        progress=progress,
        section=section,
        downloads=downloads,
    )
