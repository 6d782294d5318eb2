"""All pages of a static report, one after another, by the functions and templates that a server uses."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.pages import overviews
from transtats_cli.pages.assets import ASSETS, read_asset
from transtats_cli.pages.components import (
    TranslationDetails,
    find_missing_texts,
    lacks_strings,
    make_component_page,
    make_translation_page,
)
from transtats_cli.pages.overviews import FailingTranslation, ProjectSummary, sum_reports
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.pages.string_pages import (
    StringSelection,
    list_string_queries,
    make_string_context,
    make_strings_page,
)
from transtats_cli.pages.strings import make_string_views, published_path
from transtats_cli.pages.tables import Chip, Pager
from transtats_cli.report import Failure, Record, Report
from transtats_cli.static_report import page_paths
from transtats_cli.static_report.links import ReportLinks
from transtats_cli.static_report.page_paths import make_page_paths, number_path, relative_address
from transtats_cli.static_report.string_lists import StringList, TranslationLists, find_string_lists
from transtats_cli.static_report.tables import StaticTables
from transtats_cli.unit_queries.checksums import unit_checksum

_STRINGS_PER_PAGE = 50

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""


class PageOptions(NamedTuple):
    """Options of a static report."""

    root: str
    """Directory relative to which pages show paths."""
    all_strings: bool = False
    shows_dates: bool = False
    budget: CheckTimeBudget | None = None


class ReportPages:
    """Generator of the files of a static report."""

    def __init__(self, reports: Sequence[Report], options: PageOptions) -> None:
        self._reports = reports
        self._options = options
        self._paths = make_page_paths(reports)
        self._lists: dict[tuple[str, str, str], Sequence[str]] = {}
        """Queries of the lists that have pages, for links."""
        self._failing: dict[str, list[tuple[int, Component, str]]] = {}
        """Translations that fail each check, with the number of strings and the code of the language."""

    def generate_files(self) -> Iterator[ReportFile]:
        """Yield all files. Pages of strings come before the pages that contain links to them."""
        for name in ASSETS:
            yield f"static/{name}", read_asset(name)
        for report in self._reports:
            yield from self._generate_component(report)
        yield from self._generate_overviews()

    def _generate_component(self, report: Report) -> Iterator[ReportFile]:
        component = report.component
        lists = self._find_lists(report)
        for code, translation_lists in lists.items():
            self._lists[component.project, component.slug, code] = list(translation_lists)
            for query, found in translation_lists.items():
                if query.startswith("check:"):
                    place = (found.string_count, component, code)
                    self._failing.setdefault(query.removeprefix("check:"), []).append(place)
        broken = [
            Failure(published_path(component, each.path, self._options.root), each.reason, each.line)
            for each in report.failures
        ]
        yield from self._generate_tables(
            self._paths.component(component),
            lambda links, tables: make_component_page(report, links, tables, broken),
        )
        for record in report.records:
            yield from self._generate_translation(report, record, lists.get(record.language.code, {}), broken)

    def _find_lists(self, report: Report) -> dict[str, TranslationLists]:
        codes = {record.language.code for record in report.records}
        has_lists = self._options.all_strings or any(
            record.statistics.failing or record.statistics.translated != record.statistics.total
            for record in report.records
        )
        if not has_lists:
            return {}
        found = find_string_lists(report.component, all_strings=self._options.all_strings, budget=self._options.budget)
        return {code: lists for code, lists in found.items() if code in codes}

    def _generate_translation(
        self, report: Report, record: Record, lists: TranslationLists, broken: Sequence[Failure]
    ) -> Iterator[ReportFile]:
        component, code = report.component, record.language.code
        path = self._paths.translation(component, code)
        units_by_check = {
            query.removeprefix("check:"): found.string_count
            for query, found in lists.items()
            if query.startswith("check:")
        }
        missing = find_missing_texts(component, code) if lacks_strings(report, record) else []
        details = TranslationDetails(units_by_check, missing, broken)
        links = self._make_links(path)
        yield path, self._render(make_translation_page(report, record, details, links, self._options.root), links)
        for query, found in lists.items():
            yield from self._generate_strings(component, record, query, found)

    def _generate_strings(
        self, component: Component, record: Record, query: str, found: StringList
    ) -> Iterator[ReportFile]:
        code = record.language.code
        first = self._paths.strings(component, code, query)
        context = make_string_context(component, record.language, record.path, self._options.root)
        shown_count = len(found.units) if len(found.units) < found.string_count else None
        count = ResponsePage(1, _STRINGS_PER_PAGE).count_pages(len(found.units))
        for number in range(1, count + 1):
            path = number_path(first, number)
            links = self._make_links(path)
            units = found.units[(number - 1) * _STRINGS_PER_PAGE : number * _STRINGS_PER_PAGE]
            views = make_string_views([(place, unit_checksum(each.unit), each) for place, each in units], context)
            pager = Pager(
                number,
                count,
                _numbered_address(first, path, number - 1) if number > 1 else "",
                _numbered_address(first, path, number + 1) if number < count else "",
            )
            selection = StringSelection(found.string_count, views, pager, query, shown_count=shown_count)
            chips = self._make_chips(component, record, query, links)
            page = make_strings_page(component, record, selection, chips, links, self._options.root)
            yield path, self._render(page, links)

    def _make_chips(self, component: Component, record: Record, query: str, links: ReportLinks) -> list[Chip]:
        """Return links to the lists of a translation that have pages. The list of a check is added on its own pages."""
        code = record.language.code
        common = [(each.title, each.query, each.strings) for each in list_string_queries(record.statistics)]
        if query.startswith("check:"):
            common.append((query.removeprefix("check:"), query, None))
        return [
            Chip(title, address, each == query, count)
            for title, each, count in common
            if (address := links.strings(component, code, each))
        ]

    def _generate_overviews(self) -> Iterator[ReportFile]:
        by_project: dict[str, list[Report]] = {}
        by_language: dict[str, None] = {}
        for report in self._reports:
            by_project.setdefault(report.component.project, []).append(report)
            by_language.update(dict.fromkeys(record.language.code for record in report.records))
        projects = [
            ProjectSummary(slug, members[0].component.project_title, sum_reports(members))
            for slug, members in by_project.items()
        ]
        total = sum_reports(self._reports)
        yield from self._generate_tables(
            page_paths.HOME, lambda links, tables: overviews.make_home_page(projects, total, links, tables)
        )
        yield from self._generate_tables(
            page_paths.LANGUAGES, lambda links, tables: overviews.make_languages_page(self._reports, links, tables)
        )
        for code in by_language:
            yield from self._generate_language(self._paths.language(code), self._reports, code, "")
        for slug, members in by_project.items():
            yield from self._generate_project(slug, members)
        yield from self._generate_tables(page_paths.CHECKS, self._make_checks_page)

    def _generate_project(self, slug: str, reports: Sequence[Report]) -> Iterator[ReportFile]:
        title = reports[0].component.project_title
        yield from self._generate_tables(
            self._paths.project(slug), partial(overviews.make_project_page, slug, title, reports)
        )
        yield from self._generate_tables(
            self._paths.project_languages(slug), partial(overviews.make_project_languages_page, slug, title, reports)
        )
        for code in dict.fromkeys(record.language.code for report in reports for record in report.records):
            yield from self._generate_language(self._paths.project_language(slug, code), reports, code, slug)

    def _generate_language(self, path: str, reports: Sequence[Report], code: str, project: str) -> Iterator[ReportFile]:
        """Yield the pages of a language of a project, or of all projects if the name of the project is empty."""

        def make_page(links: ReportLinks, tables: StaticTables) -> Page:
            crumb = (
                (reports[0].component.project_title, links.project(project))
                if project
                else ("Languages", links.languages())
            )
            page = overviews.make_language_page(reports, code, links, tables, [crumb], [])
            assert page is not None, code
            return page

        yield from self._generate_tables(path, make_page)

    def _make_checks_page(self, links: ReportLinks, tables: StaticTables) -> Page:
        failing = {
            check_id: [
                FailingTranslation(
                    strings,
                    f"{component.project}/{component.slug}/{code}",
                    links.strings(component, code, f"check:{check_id}"),
                )
                for strings, component, code in places
            ]
            for check_id, places in self._failing.items()
        }
        return overviews.make_checks_page(failing, tables)

    def _generate_tables(
        self, path: str, make_page: Callable[[ReportLinks, StaticTables], Page]
    ) -> Iterator[ReportFile]:
        """Yield all pages of a page with a table."""
        number = page_count = 1
        while number <= page_count:
            here = number_path(path, number)
            links = self._make_links(here)
            tables = StaticTables(number, partial(_numbered_address, path, here), links.shows_dates)
            page = make_page(links, tables)
            table = page.values["section"].table if "section" in page.values else page.values["table"]
            page_count = table.pager.page_count
            yield here, self._render(page, links)
            number += 1

    def _make_links(self, path: str) -> ReportLinks:
        return ReportLinks(self._paths, self._lists, path, self._options.shows_dates)

    def _render(self, page: Page, links: ReportLinks) -> bytes:
        return render_page(page.template, links, **page.values)


def _numbered_address(first_path: str, page: str, number: int) -> str:
    """Return the address of another page of the same table or list."""
    return relative_address(number_path(first_path, number), page)
