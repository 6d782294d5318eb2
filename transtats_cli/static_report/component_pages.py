"""Make the pages of one component, its translations, and their strings. The functions can run in worker processes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.budget import CheckTimeBudget
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.pages.components import (
    TranslationDetails,
    find_missing_texts,
    lacks_strings,
    make_component_page,
    make_translation_page,
)
from transtats_cli.pages.links import Links
from transtats_cli.pages.string_pages import (
    StringSelection,
    list_string_queries,
    make_string_context,
    make_strings_page,
)
from transtats_cli.pages.strings import StringContext, make_string_views, published_path
from transtats_cli.pages.tables import Chip, Pager
from transtats_cli.paths import remove_root_from_text
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.static_report.page_paths import PagePaths, StringPaths, make_links, number_path
from transtats_cli.static_report.string_lists import FAILING, ListedStrings, TranslationStrings, find_strings
from transtats_cli.static_report.tables import (
    ReportFile,
    generate_table_pages,
    page_number_address,
    render_report_page,
)
from transtats_cli.unit_queries.checksums import unit_checksum

_STRINGS_PER_PAGE = 50


class PageOptions(NamedTuple):
    """Options of a static report."""

    root: str
    """Directory of the translation files. Paths on the pages are relative to this directory."""
    all_strings: bool = False
    """True if the report contains all strings. Otherwise, it contains unfinished and failing strings."""
    shows_dates: bool = False
    """True if the pages show dates of last changes."""
    budget: CheckTimeBudget | None = None
    """Limit of the processor time of checks. If None, each component has a new budget."""


class ComponentPages(NamedTuple):
    """Pages of a component, and data of the component for the pages of several components."""

    files: Sequence[ReportFile]
    string_paths: StringPaths
    """Paths of the pages with strings of the component."""
    unit_counts_by_check: Mapping[str, Mapping[str, int]]
    """Number of strings that fail each check, by language code and check id."""


def make_component_pages(task: tuple[Report, PagePaths, PageOptions]) -> ComponentPages:
    """Return all pages of a component. Raises TranstatsError if the files of the component no longer exist."""
    report, paths, options = task
    strings = _find_strings(report, options)
    lacking = [record.language.code for record in report.records if lacks_strings(report, record)]
    missing = find_missing_texts(report.component, lacking) if lacking else {}
    generator = _ComponentPageGenerator(report, paths, options, strings, missing)
    return ComponentPages(
        list(generator.generate_files()),
        generator.string_paths,
        {code: each.unit_counts_by_check for code, each in strings.items() if each.unit_counts_by_check},
    )


def _find_strings(report: Report, options: PageOptions) -> dict[str, TranslationStrings]:
    """Return the strings that the pages show, by language code of the translation.

    If all strings are finished and pass their checks, and not all strings are requested, return an empty dictionary
    without reading files.
    """
    codes = {record.language.code for record in report.records}
    has_strings = options.all_strings or any(
        record.statistics.failing or record.statistics.translated != record.statistics.total
        for record in report.records
    )
    if not has_strings:
        return {}
    found = find_strings(report.component, all_strings=options.all_strings, budget=options.budget)
    return {code: strings for code, strings in found.items() if code in codes}


class _ComponentPageGenerator:
    """Generator of the pages of one component."""

    def __init__(
        self,
        report: Report,
        paths: PagePaths,
        options: PageOptions,
        strings: Mapping[str, TranslationStrings],
        missing: Mapping[str, Sequence[str]],
    ) -> None:
        """`strings` and `missing` contain the strings to show and the missing source texts by language code."""
        self._report = report
        self._component = report.component
        self._place = ("projects", report.component.project, report.component.slug)
        self._paths = paths
        self._options = options
        self._strings = strings
        self._missing = missing
        self._broken = [
            Problem(
                published_path(self._component, each.path, options.root),
                remove_root_from_text(each.reason, options.root),
                each.line,
            )
            for each in report.failures
        ]
        self.string_paths: StringPaths = {
            (self._component.project, self._component.slug, code): self._find_string_paths(code, each)
            for code, each in strings.items()
        }

    def generate_files(self) -> Iterator[ReportFile]:
        path = self._paths.find(self._place)
        yield from generate_table_pages(
            path,
            self._make_links(path),
            lambda links, tables: make_component_page(self._report, links, tables, self._broken),
        )
        for record in self._report.records:
            strings = self._strings.get(record.language.code, TranslationStrings())
            yield self._make_translation_page(record, strings)
            if strings.lists:
                translation = Translation(record.language, record.path, (), strings.plural_forms_header)
                context = make_string_context(self._component, translation, self._options.root)
                for query, found in strings.lists.items():
                    yield from self._generate_strings(record, query, found, context)

    def _make_links(self, path: str) -> Links:
        return make_links(self._paths, self.string_paths, path, shows_dates=self._options.shows_dates)

    def _find_string_paths(self, code: str, strings: TranslationStrings) -> dict[str, str]:
        """Return the paths of the strings of a language by query.

        For each check that fails, the dictionary also contains the query `check:ID`. Its path leads to the first string
        that fails the check, in the list of failing strings.
        """
        paths = {query: self._paths.strings(self._component, code, query) for query in strings.lists}
        for index, (_, found) in enumerate(strings.lists[FAILING].units if FAILING in strings.lists else ()):
            path = number_path(paths[FAILING], index // _STRINGS_PER_PAGE + 1)
            for finding in found.findings:
                paths.setdefault(f"check:{finding.check}", f"{path}#s{unit_checksum(found.unit)}")
        return paths

    def _make_translation_page(self, record: Record, strings: TranslationStrings) -> ReportFile:
        code = record.language.code
        path = self._paths.find((*self._place, code))
        details = TranslationDetails(strings.unit_counts_by_check, self._missing.get(code, ()), self._broken)
        links = self._make_links(path)
        return path, render_report_page(
            make_translation_page(self._report, record, details, links, self._options.root), links
        )

    def _generate_strings(
        self, record: Record, query: str, string_list: ListedStrings, context: StringContext
    ) -> Iterator[ReportFile]:
        first = self._paths.strings(self._component, record.language.code, query)
        shown_count = len(string_list.units) if len(string_list.units) < string_list.string_count else None
        count = ResponsePage(1, _STRINGS_PER_PAGE).count_pages(len(string_list.units))
        for number in range(1, count + 1):
            path = number_path(first, number)
            links = self._make_links(path)
            units = string_list.units[(number - 1) * _STRINGS_PER_PAGE : number * _STRINGS_PER_PAGE]
            views = make_string_views([(place, unit_checksum(each.unit), each) for place, each in units], context)
            pager = Pager(
                number,
                count,
                page_number_address(first, path, number - 1) if number > 1 else "",
                page_number_address(first, path, number + 1) if number < count else "",
            )
            selection = StringSelection(string_list.string_count, views, pager, query, shown_count=shown_count)
            chips = _make_chips(self._component, record, query, links)
            page = make_strings_page(self._component, record, selection, chips, links, self._options.root)
            yield path, render_report_page(page, links)


def _make_chips(component: Component, record: Record, current: str, links: Links) -> list[Chip]:
    """Return links to the lists of strings of a translation. Lists without a page are left out.

    `current` is the query of the page that contains the links.
    """
    return [
        Chip(title, address, query == current, count)
        for title, query, count in list_string_queries(record.statistics)
        if (address := links.strings(component, record.language.code, query))
    ]
