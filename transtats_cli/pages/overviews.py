"""Pages of projects, languages and checks, over many components."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pages import read_check_page
from transtats_cli.languages import language_by_code
from transtats_cli.pages.links import Links
from transtats_cli.pages.page import Crumbs, Page, Section
from transtats_cli.pages.progress import TranslationProgress, progress_of_record, progress_of_totals
from transtats_cli.pages.tables import CheckRow, TableBuilder, TableRow
from transtats_cli.report import Record, Report
from transtats_cli.totals import add_completeness, create_total_report, sum_completeness, sum_statistics

Downloads = Sequence[tuple[str, str]]
"""Titles and addresses of the files of a page."""


class ProjectSummary(NamedTuple):
    """Figures of a project. `slug` is the name of the project in addresses."""

    slug: str
    title: str
    progress: TranslationProgress


class FailingTranslation(NamedTuple):
    """Number of strings of one translation that fail a check."""

    strings: int
    name: str
    """Name of the translation: `project/component/language`."""
    address: str
    """Address of the failing strings. Empty if there is no such page."""


def make_home_page(
    projects: Iterable[ProjectSummary], total: TranslationProgress, links: Links, tables: TableBuilder
) -> Page:
    """Return the page of all projects."""
    rows = [
        TableRow(title, slug if slug != title else "", links.project(slug), progress)
        for slug, title, progress in projects
    ]
    section = Section("Projects", "project", tables.make_table(rows))
    downloads = [("Projects as JSON", links.api("projects/")), ("API", links.api(""))]
    return _make_overview("Translation statistics", total, section, downloads)


def make_project_page(slug: str, title: str, reports: Sequence[Report], links: Links, tables: TableBuilder) -> Page:
    """Return the page of the components of a project."""
    table = tables.make_table([_make_component_row(report, links) for report in reports])
    more = "Languages of all components together"
    section = Section("Components", "component", table, "", more, links.project_languages(slug))
    return _make_project_overview(slug, title, reports, section, links)


def make_project_languages_page(
    slug: str, title: str, reports: Sequence[Report], links: Links, tables: TableBuilder
) -> Page:
    """Return the page of the languages of a project, each summed over all its components."""
    rows = _make_language_rows(reports, lambda code: links.project_language(slug, code))
    section = Section("Languages", "language", tables.make_table(rows), "", "All components", links.project(slug))
    return _make_project_overview(slug, title, reports, section, links)


def make_languages_page(reports: Sequence[Report], links: Links, tables: TableBuilder) -> Page:
    """Return the page of all languages, each summed over all projects."""
    section = Section("All languages", "language", tables.make_table(_make_language_rows(reports, links.language)))
    return _make_overview("Languages", None, section, [("JSON", links.api("languages/"))])


def make_language_page(
    reports: Sequence[Report], code: str, links: Links, tables: TableBuilder, crumbs: Crumbs, downloads: Downloads
) -> Page | None:
    """Return the page of one language, with a row for each component. None if no component has the language."""
    found = [(report, record) for report in reports for record in report.records if record.language.code == code]
    if not found:
        return None
    rows = [_make_translation_row(report, record, links) for report, record in found]
    section = Section("Components", "component", tables.make_table(rows))
    total = progress_of_totals(
        sum_statistics(record for _, record in found),
        add_completeness([report.completeness_of_record(record) for report, record in found]),
    )
    return _make_overview(language_by_code(code).name, total, section, downloads, code=code, crumbs=crumbs)


def make_checks_page(failing: Mapping[str, Sequence[FailingTranslation]], tables: TableBuilder) -> Page:
    """Return the page of the checks that fail. `failing` contains the translations with failing strings by check id."""
    rows = [_make_check_row(check_id, translations) for check_id, translations in failing.items()]
    return Page("checks.html", {"title": "Checks", "table": tables.make_check_table(rows)})


def sum_reports(reports: Sequence[Report]) -> TranslationProgress:
    """Return the sum of the figures of all languages in the reports.

    The statistics are added in the same way as in the API. If at least one language could not be compared with the
    reference of its component, `completeness` of the sum is None.
    """
    return progress_of_totals(
        sum_statistics(record for report in reports for record in report.records), sum_completeness(reports)
    )


def _make_check_row(check_id: str, translations: Sequence[FailingTranslation]) -> CheckRow:
    worst = min(translations, key=lambda each: (-each.strings, each.name))
    requirement = read_check_page(CHECKS_BY_ID[check_id]).requirement
    count = sum(each.strings for each in translations)
    return CheckRow(check_id, requirement, count, len(translations), worst.name, worst.address, worst.strings)


def _make_translation_row(report: Report, record: Record, links: Links) -> TableRow:
    """Return the row of one language of a component. The name of the row is the title of the component."""
    component, code = report.component, record.language.code
    return TableRow(
        component.title,
        "",
        links.translation(component, code),
        progress_of_record(record, report.completeness_of_record(record), is_source=report.is_source(record)),
        links.strings(component, code, "is:untranslated"),
        component.project_title,
        links.project(component.project),
    )


def _make_component_row(report: Report, links: Links) -> TableRow:
    component = report.component
    return TableRow(
        component.title,
        component.slug if component.title != component.slug else "",
        links.component(component),
        sum_reports([report]),
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


def _make_project_overview(slug: str, title: str, reports: Sequence[Report], section: Section, links: Links) -> Page:
    path = f"projects/{slug}/languages/"
    downloads = [("Languages as JSON", links.api(path)), ("CSV", links.api(path, parameters=[("format", "csv")]))]
    return _make_overview(title, sum_reports(reports), section, downloads, code=slug if slug != title else "")


def _make_overview(
    title: str,
    progress: TranslationProgress | None,
    section: Section,
    downloads: Downloads,
    *,
    code: str = "",
    crumbs: Crumbs = (),
) -> Page:
    return Page(
        "overview.html",
        {
            "title": title,
            "code": code,
            "crumbs": crumbs,
            "broken": (),
            "progress": progress,
            "section": section,
            "downloads": downloads,
        },
    )
