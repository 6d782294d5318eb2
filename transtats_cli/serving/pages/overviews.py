"""Pages of projects, languages and checks, over many components."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import PageLinks
from transtats_cli.pages.progress import progress_of_record, progress_of_totals
from transtats_cli.pages.tables import CheckRow, Table, TableRow, make_check_table, make_table
from transtats_cli.report import Record
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.data.component_state import ComponentSnapshot
from transtats_cli.serving.http import problems
from transtats_cli.serving.objects.components import get_project_display_name
from transtats_cli.serving.pages.page_response import make_page, make_page_links
from transtats_cli.serving.view_types import RawContent, ViewRequest
from transtats_cli.serving.views.records import read_failing_units_by_version
from transtats_cli.totals import RecordTotals, sum_statistics, sum_statistics_by_language


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
    snapshots = await _read_snapshots(list(index.components.values()), reader)
    by_project: dict[str, list[Record]] = {}
    for snapshot in snapshots:
        by_project.setdefault(snapshot.report.component.project, []).extend(snapshot.report.records)
    rows = [
        TableRow(name, slug if slug != name else "", links.project(slug), progress_of_totals(totals))
        for slug, members in index.projects.items()
        for name, totals in [(get_project_display_name(members[0]), sum_statistics(by_project.get(slug, ())))]
    ]
    section = Section("Projects", "project", make_table(rows, dict(request.query)))
    total = sum_statistics(record for records in by_project.values() for record in records)
    downloads = [("Projects as JSON", links.api("projects/")), ("API", links.api(""))]
    return _make_overview(reader, "Translation statistics", total, [section], downloads)


async def project(request: ViewRequest, reader: CacheReader, slug: str) -> RawContent:
    """Return the page of a project: its components, and its languages over all components."""
    links = make_page_links(reader.options)
    members = (await reader.read_index()).projects[slug]
    snapshots = await _read_snapshots(members, reader)
    rows = [
        TableRow(
            component.name or component.slug,
            component.slug if component.name not in ("", component.slug) else "",
            links.component(component),
            progress_of_totals(sum_statistics(snapshot.report.records)),
        )
        for snapshot in snapshots
        for component in [snapshot.report.component]
    ]
    records = [record for snapshot in snapshots for record in snapshot.report.records]
    language_rows = _make_language_rows(
        sum_statistics_by_language(records), lambda code: links.project_language(slug, code)
    )
    query = dict(request.query)
    # The parameters belong to one table. The other one shows its first rows.
    is_by_language = query.get("by") == "language"
    if is_by_language:
        sections = [Section("Languages", "language", _keep_parameter(make_table(language_rows, query)))]
    else:
        sections = [Section("Components", "component", make_table(rows, query))]
    other = ("All components", "?") if is_by_language else ("Languages of all components together", "?by=language")
    sections = [sections[0]._replace(more_title=other[0], more_address=other[1])]
    downloads = [
        ("Languages as JSON", links.api(f"projects/{slug}/languages/")),
        ("CSV", links.api(f"projects/{slug}/languages/", parameters=[("format", "csv")])),
    ]
    name = get_project_display_name(members[0])
    return _make_overview(reader, name, sum_statistics(records), sections, downloads, code=slug if slug != name else "")


async def project_language(request: ViewRequest, reader: CacheReader, slug: str, code: str) -> RawContent:
    """Return the page of one language of a project."""
    members = (await reader.read_index()).projects[slug]
    links = make_page_links(reader.options)
    name = get_project_display_name(members[0])
    return await _language_page(
        request, reader, await _read_snapshots(members, reader), code, crumbs=[(name, links.project(slug))]
    )


async def languages(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of all languages, over all projects."""
    links = make_page_links(reader.options)
    snapshots = await _read_snapshots(list((await reader.read_index()).components.values()), reader)
    records = [record for snapshot in snapshots for record in snapshot.report.records]
    rows = _make_language_rows(sum_statistics_by_language(records), links.language)
    section = Section("All languages", "language", make_table(rows, dict(request.query)))
    return _make_overview(reader, "Languages", None, [section], [("JSON", links.api("languages/"))])


async def language(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of one language, over all projects."""
    links = make_page_links(reader.options)
    code = request.path_params["language"]
    snapshots = await _read_snapshots(list((await reader.read_index()).components.values()), reader)
    downloads = [("JSON", links.api(f"languages/{code}/statistics/"))]
    return await _language_page(
        request, reader, snapshots, code, crumbs=[("Languages", links.languages())], downloads=downloads
    )


async def checks(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of the checks that fail, with the numbers of strings and translations."""
    links = make_page_links(reader.options)
    snapshots = await _read_snapshots(list((await reader.read_index()).components.values()), reader)
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


async def _read_snapshots(components: Sequence[Any], reader: CacheReader) -> list[ComponentSnapshot]:
    """Return the snapshots of components. Those whose files no longer exist are left out."""
    return [snapshot for snapshot in await reader.read_snapshots(components) if snapshot is not None]


async def _language_page(
    request: ViewRequest,
    reader: CacheReader,
    snapshots: Sequence[ComponentSnapshot],
    code: str,
    *,
    crumbs: Sequence[tuple[str, str]],
    downloads: Sequence[tuple[str, str]] = (),
) -> RawContent:
    links = make_page_links(reader.options)
    found = [
        (snapshot, record)
        for snapshot in snapshots
        for record in snapshot.report.records
        if record.language.code == code
    ]
    if not found:
        raise problems.not_found()
    rows = [_make_translation_row(snapshot, record, links) for snapshot, record in found]
    section = Section("Components", "component", make_table(rows, dict(request.query)))
    total = sum_statistics(record for _, record in found)
    name = language_by_code(code).name
    return _make_overview(reader, name, total, [section], downloads, code=code, crumbs=crumbs)


def _make_translation_row(snapshot: ComponentSnapshot, record: Record, links: PageLinks) -> TableRow:
    """Return the row of one language of a component, named by the component."""
    component, code = snapshot.report.component, record.language.code
    return TableRow(
        component.name or component.slug,
        "",
        links.translation(component, code),
        progress_of_record(record, None, is_source=snapshot.report.is_source(record)),
        links.strings(component, code, "is:untranslated"),
        get_project_display_name(component),
        links.project(component.project),
    )


def _make_language_rows(totals: Sequence[tuple[Any, RecordTotals]], address: Any) -> list[TableRow]:
    return [TableRow(each.name, each.code, address(each.code), progress_of_totals(total)) for each, total in totals]


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
    total: RecordTotals | None,
    sections: Sequence[Section],
    downloads: Sequence[tuple[str, str]],
    **values: Any,
) -> RawContent:
    given: Mapping[str, Any] = {"code": "", "crumbs": [], "broken": [], **values}
    progress = progress_of_totals(total) if total is not None else None
    return make_page(
        "overview.html",
        reader.options,
        title=title,
        progress=progress,
        sections=sections,
        downloads=downloads,
        **given,
    )
