"""Pages with a table: all projects, a project, a component, all languages, a language, and the failing checks."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.component import Component
from transtats_cli.envelope import escape_slug
from transtats_cli.history.shares import ShareHistory
from transtats_cli.languages import language_by_code
from transtats_cli.pages.history import SOURCE_HISTORY, make_history_chart
from transtats_cli.pages.links import Links, Place
from transtats_cli.pages.progress import PENDING_PROGRESS, progress_of_record, sum_progress, sum_reports
from transtats_cli.pages.rendering import Page, read_asset
from transtats_cli.pages.rows import CheckRow, FailingRow, TableRow
from transtats_cli.pages.share_map import MapSource, ShareMap, make_share_map
from transtats_cli.pages.tables import SELECTION_ORDERS, Table, TableBuilder
from transtats_cli.problems import Problem
from transtats_cli.report import NO_COMPONENT, Coverage, Record, Report, add_shares_by_language, create_total_report
from transtats_cli.statistics import NO_STRINGS, add_counts

_MAX_DETAILED_REPORTS = 500
"""Largest number of components of the first page with a map and with languages. More would take too long."""


class PageData(NamedTuple):
    """Data of the pages that show several components."""

    reports: Sequence[Report]
    uncounted: Sequence[Component] = ()
    """Components that have not been counted yet. Their rows are placeholders."""
    history: ShareHistory | None = None
    """Shares at past commits. None for pages without charts."""


def make_home_page(data: PageData, links: Links, tables: TableBuilder) -> Page:
    """Return the page of all projects. A site with one project has the table of its components."""
    by_project = group_by_project(data.reports)
    uncounted = Counter(component.project for component in data.uncounted)
    titles = {component.project: component.project_title for component in data.uncounted}
    titles |= {slug: members[0].component.project_title for slug, members in by_project.items()}
    downloads = [("Projects as JSON", links.api("projects/")), ("API", links.api(""))]
    if len(titles) == 1:
        ((slug, title),) = titles.items()
        page = make_project_page(slug, title, data, links, tables)
        return page._replace(values={**page.values, "downloads": downloads, **_describe_languages(data)})
    rows = []
    for slug, title in sorted(titles.items()):
        row = TableRow(title, _slug_beside_title(slug, title), ("projects", slug), PENDING_PROGRESS)
        counted = by_project.get(slug, [])
        if uncounted[slug]:
            row = row._replace(pending=f"being counted: {len(counted)} of {len(counted) + uncounted[slug]}")
        else:
            row = row._replace(progress=sum_reports(counted), change=_find_change(data.history, slug))
        rows.append(row)
    table = tables.make_table(rows, last_date=_find_last_date(data.history))
    is_small = len(data.reports) <= _MAX_DETAILED_REPORTS
    by_place: dict[Place, list[Report]] = {("projects", slug): each for slug, each in by_project.items()}
    return _make_overview(
        "Translation statistics",
        ("Projects", "project"),
        table,
        (),
        progress=sum_reports(data.reports) if data.reports else None,
        failing_in_source=_find_failing_in_source(data.reports, ("languages",)),
        map=_make_map(
            table,
            by_place if is_small else {},
            links,
            lambda component, code: links.project(component.project, NO_COMPONENT, code),
            lambda code: links.page("languages", code),
        ),
        history=data.history and make_history_chart(data.history),
        changes=links.changes(),
        downloads=downloads,
        **_describe_languages(data),
    )


def group_by_project(reports: Sequence[Report]) -> dict[str, list[Report]]:
    by_project: dict[str, list[Report]] = {}
    for report in reports:
        by_project.setdefault(report.component.project, []).append(report)
    return by_project


def make_project_page(
    slug: str, title: str, data: PageData, links: Links, tables: TableBuilder, *, by_language: bool = False
) -> Page:
    """Return the page of a project: a table of its components.

    If `by_language` is True, it is a table of languages, each summed over all components.
    """
    reports, history = data.reports, data.history
    if by_language:
        labels = ("All languages", "language")
        rows = _make_language_rows(data, ("projects", slug, NO_COMPONENT))
        more = ("All components", links.project(slug))
    else:
        labels = ("Components", "component")
        progress_by_slug = {report.component.slug: sum_reports([report]) for report in reports}
        rows = [
            TableRow(
                each.title,
                _slug_beside_title(each.slug, each.title),
                ("projects", slug, each.slug),
                progress_by_slug.get(each.slug, PENDING_PROGRESS),
                change=_find_change(history, slug, each.slug),
                pending="" if each.slug in progress_by_slug else "being counted",
            )
            for each in (*(report.component for report in reports), *data.uncounted)
        ]
        more = ("Languages of the project", links.project(slug, NO_COMPONENT))
    path = f"projects/{slug}/languages/"
    table = tables.make_table(rows, last_date=_find_last_date(history))
    by_place: dict[Place, list[Report]] = {}
    if not by_language:
        by_place = {("projects", slug, report.component.slug): [report] for report in reports}
    return _make_overview(
        "Languages" if by_language else title,
        labels,
        table,
        ("projects", slug),
        code="" if by_language else _slug_beside_title(slug, title),
        crumbs=[(title, links.project(slug))] if by_language else (),
        progress=sum_reports(reports) if reports else None,
        failing_in_source=_find_failing_in_source(reports, ("projects", slug, NO_COMPONENT)),
        map=_make_map(table, by_place, links, links.translation, lambda code: links.project(slug, NO_COMPONENT, code)),
        history=history and make_history_chart(history, slug),
        more=more,
        changes=links.changes(slug),
        downloads=[("Languages as JSON", links.api(path)), ("CSV", links.api(path, parameters=[("format", "csv")]))],
    )


def make_component_page(
    report: Report,
    links: Links,
    tables: TableBuilder,
    broken_files: Sequence[Problem] = (),
    records: Sequence[Record] | None = None,
    history: ShareHistory | None = None,
) -> Page:
    """Return the page of a component: a table of its languages.

    If `records` is given, the table has the rows of these records in their order.
    """
    component = report.component
    rows = [
        _make_translation_row(record.language.name, record.language.code, report, record, history)
        for record in (report.records if records is None else records)
    ]
    path = f"components/{component.project}/{escape_slug(component.slug)}/statistics/"
    return _make_overview(
        component.title,
        ("Languages", "language"),
        tables.make_table(
            rows, default_sort="translated" if records is None else "", last_date=_find_last_date(history)
        ),
        ("projects", component.project, component.slug),
        code=_slug_beside_title(component.slug, component.title),
        crumbs=[(component.project_title, links.project(component.project))],
        progress=sum_reports([report]),
        failing_in_source=_find_failing_in_source([report], ("projects", component.project, component.slug)),
        history=history and make_history_chart(history, component.project, component.slug),
        changes=links.changes(component.project, component.slug),
        note=f"Compared with {report.reference}." if report.reference else "",
        downloads=[("JSON", links.api(path)), ("CSV", links.api(path, parameters=[("format", "csv")]))],
        broken=broken_files,
        left_out=[each for each in report.left_out if each.counted_path],
    )


def render_single_page(report: Report, records: Sequence[Record]) -> bytes:
    """Return the page of a component that needs no other file: the style is part of the page, and there are no links.

    The table has the rows of these records, in this order.
    """
    digest = b64encode(sha256(read_asset("style.css")).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    links = Links("", lambda place, query: "", is_single_page=True, content_security_policy=policy)
    tables = TableBuilder(has_script=False)
    return make_component_page(report, links, tables, report.failures, records).render(links)


def make_languages_page(data: PageData, links: Links, tables: TableBuilder) -> Page:
    """Return the page of all languages, each summed over all projects."""
    rows = _make_language_rows(data, ("languages",))
    return _make_overview(
        "Languages",
        ("All languages", "language"),
        tables.make_table(rows, last_date=_find_last_date(data.history)),
        (),
        progress=sum_reports(data.reports) if data.reports else None,
        failing_in_source=_find_failing_in_source(data.reports, ("languages",)),
        history=data.history and make_history_chart(data.history),
        changes=links.changes(),
        downloads=[("JSON", links.api("languages/"))],
    )


def make_language_page(data: PageData, code: str, links: Links, tables: TableBuilder, project: str = "") -> Page | None:
    """Return the page of one language, with a row for each component. None if no component has the language.

    `project` is the project of the reports. If it is empty, they are the reports of all projects.
    """
    found: list[tuple[Report, Record]] = []
    lacking: list[Report] = []
    for report in data.reports:
        records = [record for record in report.records if record.language.code == code]
        found += [(report, record) for record in records]
        lacking += [] if records else [report]
    if not found:
        return None
    is_source = all(report.is_source(record) for report, record in found)
    lacking = [] if is_source else lacking
    history = SOURCE_HISTORY if data.history and is_source else data.history
    rows = [_make_translation_row(report.component.title, "", report, record, history) for report, record in found]
    has_projects = len({report.component.project for report in data.reports}) > 1
    if has_projects:
        rows = [
            row._replace(group=report.component.project_title) for row, (report, _) in zip(rows, found, strict=True)
        ]
    place: Place = ("projects", project, NO_COMPONENT, code) if project else ("languages", code)
    crumbs = [("Languages", links.page("languages"))]
    if project:
        crumbs = [
            (found[0][0].component.project_title, links.project(project)),
            ("Languages", links.project(project, NO_COMPONENT)),
        ]
    language, progress = language_by_code(code), sum_progress(found)._replace(is_source=is_source)
    not_begun = add_counts([report.whole for report in lacking]) or NO_STRINGS
    coverage = Coverage(len(found), len(data.reports), not_begun)
    of_all = coverage.extend_share(progress.measure, progress.share, progress.statistics)
    return _make_overview(
        language.name,
        ("Components", "component"),
        tables.make_table(rows, last_date=_find_last_date(history)),
        place,
        code=code,
        crumbs=crumbs,
        progress=progress,
        history=history and make_history_chart(history, project, "", code),
        changes="" if is_source else links.changes(*([project] if project else []), language=code),
        lacking=lacking,
        not_begun=not_begun,
        left_out=[
            each
            for report, record in found
            for each in report.left_out
            if record.path and each.counted_path == record.path
        ],
        has_projects=has_projects,
        badge_place=() if has_projects else ("projects", found[0][0].component.project, NO_COMPONENT, code),
        coverage=(*coverage[:2], of_all.percent_done) if not_begun.strings else (),
        downloads=[] if project else [("JSON", links.api(f"languages/{code}/statistics/"))],
    )


FailingTranslations = Sequence[tuple[Component, str, Mapping[str, int]]]
"""Component and language code of each translation, and the number of its failing strings by check id."""


def make_check_page(check_id: str, translations: FailingTranslations, links: Links, tables: TableBuilder) -> Page:
    """Return the page of one check: the rule with examples, and the languages and translations that break it."""
    rows = [
        FailingRow(
            language_by_code(code).name,
            code,
            f"{component.project_title} / {component.title}",
            links.component(component),
            links.strings(component, code, f"check:{check_id}"),
            counts[check_id],
        )
        for component, code, counts in translations
        if check_id in counts
    ]
    sources = {language_by_code(component.source_language).code for component, _, _ in translations}
    by_language = Counter[tuple[str, str]]()
    for row in rows:
        by_language[row.name, row.code] += row.strings
    values = {
        "title": check_id,
        "manual": read_check_page(CHECKS_BY_ID[check_id]),
        "string_count": sum(row.strings for row in rows),
        "noun": "source string" if CHECKS_BY_ID[check_id].checks_source else "translation",
        "languages": by_language.most_common(),
        "source_codes": sorted(sources),
        "table": tables.make_failing_table(rows, sources),
    }
    return Page("check.html", values)


def make_checks_page(translations: FailingTranslations, links: Links, tables: TableBuilder) -> Page:
    """Return the page of the checks that fail."""
    by_check: dict[str, list[tuple[int, str, str]]] = {}
    for component, code, unit_counts_by_check in translations:
        for check_id, count in unit_counts_by_check.items():
            address = links.strings(component, code, f"check:{check_id}")
            by_check.setdefault(check_id, []).append((count, f"{component.full_name}/{code}", address))
    rows = []
    for check_id, failing in by_check.items():
        strings, name, address = min(failing, key=lambda each: (-each[0], each[1]))
        requirement = read_check_page(CHECKS_BY_ID[check_id]).requirement
        total = sum(count for count, _, _ in failing)
        checks_source = CHECKS_BY_ID[check_id].checks_source
        rows.append(CheckRow(check_id, requirement, total, len(failing), name, address, strings, checks_source))
    return Page("checks.html", {"title": "Checks", "table": tables.make_check_table(rows)})


def _make_translation_row(
    name: str, shown_code: str, report: Report, record: Record, history: ShareHistory | None
) -> TableRow:
    names = report.component.project, report.component.slug, record.language.code
    progress = progress_of_record(report, record)
    row = TableRow(name, shown_code, ("projects", *names), progress, change=_find_change(history, *names))
    return row._replace(language="" if progress.is_source else shown_code)


def _make_language_rows(data: PageData, place: Place) -> list[TableRow]:
    """Return a row for each language, summed over all components. `place` is that of the page of the languages."""
    total = create_total_report(data.reports)
    if total is None:
        return []
    project = "".join(place[1:2])
    return [
        TableRow(
            language.name,
            language.code,
            (*place, language.code),
            progress_of_record(total, record),
            change=_find_change(data.history, project, "", language.code),
            coverage=total.coverage_of_record(record),
            language="" if total.is_source(record) else language.code,
        )
        for record in total.records
        for language in [record.language]
    ]


def _describe_languages(data: PageData) -> dict[str, Any]:
    """Return the values `languages` and `not_begun` of the first page. With too many components, return none.

    The two languages are the unfinished ones that are the nearest to complete and the farthest.
    """
    if len(data.reports) > _MAX_DETAILED_REPORTS:
        return {}
    rows = [row for row in _make_language_rows(data, ("languages",)) if row.language]
    not_begun = add_counts([row.coverage.not_begun for row in rows]) or NO_STRINGS
    unfinished = [row for row in rows if not row.is_complete]
    if len(unfinished) < 2:
        return {"not_begun": not_begun}
    extremes = [(title, min(unfinished, key=order)) for title, order in SELECTION_ORDERS.items()]
    return {"not_begun": not_begun, "languages": (len(rows), extremes)}


def _find_failing_in_source(reports: Sequence[Report], place: Place) -> tuple[int, Place]:
    """Return the number of failing strings in the source language, and the place of this language below `place`."""
    records = [report.source for report in reports if report.source]
    codes = {record.language.code for record in records}
    return sum(record.statistics.failing for record in records), (*place, *codes) if len(codes) == 1 else ()


def _find_change(history: ShareHistory | None, *names: str) -> float | None:
    return history.find_change(*names) if history else None


def _find_last_date(history: ShareHistory | None) -> str:
    return history.last_date if history else ""


def _make_map(
    table: Table[TableRow],
    reports_by_place: Mapping[Place, Sequence[Report]],
    links: Links,
    find_address: Callable[[Component, str], str],
    find_language_address: Callable[[str], str],
) -> ShareMap | None:
    """Return the map of the rows of a page of a table. None if it would have at most one cell.

    `reports_by_place` contains the reports of each row by its place, and `find_address` returns the address of the
    cell for a component of the row and a language code.
    """
    sources = []
    for row in table.rows:
        if row.place in reports_by_place and not row.pending:
            shares = add_shares_by_language(reports_by_place[row.place])
            component = reports_by_place[row.place][0].component
            sources.append(MapSource(row.name, links.page(*row.place), shares, partial(find_address, component)))
    return make_share_map(sources, find_language_address)


def _slug_beside_title(slug: str, title: str) -> str:
    return slug if slug != title else ""


def _make_overview(title: str, labels: tuple[str, str], table: Table[TableRow], place: Place, **values: Any) -> Page:
    """Return a page with figures and a table.

    `labels` contains the title of the table, and the noun for one row. `place` has the strings that the figures count,
    and a badge if it is in a project. `values` are other variables of the template:
    `code`, a slug or a language code beside the title; `crumbs`, names and addresses of the pages above; `progress`,
    the figures; `history`, the chart; `map`, the map; `note`, a text below the table; `more`, title and address of a
    link above the table; `changes`, the address of the changes; `downloads`; `broken`, the files that cannot be read;
    `left_out`, the files in place of which others count; `coverage`, the numbers of components with the language and of
    all, and the share of all their strings, if some lack the language; `lacking`, these components;
    `not_begun`, the strings of such components;
    `failing_in_source`, the number and the place of the failing strings in the source language, which `progress` does
    not count; `languages`, the number of languages and two of them.
    """
    table_title, noun = labels
    defaults: dict[str, Any] = dict.fromkeys(("progress", "history", "map", "more"))
    defaults |= dict.fromkeys(("code", "note", "changes"), "") | {"failing_in_source": (0, ()), "not_begun": NO_STRINGS}
    defaults |= dict.fromkeys(("coverage", "crumbs", "downloads", "broken", "lacking", "left_out", "languages"), ())
    shown = {"title": title, "table_title": table_title, "noun": noun, "table": table, "place": place}
    return Page("overview.html", {**defaults, **shown, **values})
