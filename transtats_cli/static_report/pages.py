"""Generate all files of a static report with the functions and templates that a server uses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from transtats_cli.component import Component
from transtats_cli.pages import overviews
from transtats_cli.pages.assets import ASSETS, EVENTS_SCRIPT, read_asset
from transtats_cli.pages.links import Links, Place
from transtats_cli.pages.overviews import FailingTranslation, ProjectSummary, sum_reports
from transtats_cli.pages.page import Page
from transtats_cli.pages.tables import TableBuilder
from transtats_cli.report import NO_COMPONENT, Report
from transtats_cli.scanning.pipeline.parallel import map_in_workers
from transtats_cli.static_report.component_pages import ComponentPages, PageOptions, make_component_pages
from transtats_cli.static_report.page_paths import PagePaths, make_links, make_page_paths
from transtats_cli.static_report.tables import ReportFile, generate_table_pages

_MAX_STRINGS_WITHOUT_PROCESSES = 5_000
"""Largest number of strings for which starting processes would take longer than the work."""


def generate_report(
    reports: Sequence[Report], options: PageOptions, jobs: int, on_component_done: Callable[[Component], None]
) -> Iterator[ReportFile]:
    """Yield all files of a report. The pages of components are made in up to `jobs` processes.

    `on_component_done` is called after the pages of a component were yielded.
    """
    paths = make_page_paths(reports)
    for name in sorted(ASSETS.keys() - {EVENTS_SCRIPT}):
        yield f"static/{name}", read_asset(name)
    generator = _OverviewPageGenerator(reports, paths, shows_dates=options.shows_dates)
    tasks = [(report, paths, options) for report in reports]
    for report, pages in zip(reports, _make_all_component_pages(tasks, jobs), strict=True):
        yield from pages.files
        generator.add_component(report.component, pages)
        on_component_done(report.component)
    yield from generator.generate_files()


def _make_all_component_pages(
    tasks: Sequence[tuple[Report, PagePaths, PageOptions]], jobs: int
) -> Iterator[ComponentPages]:
    strings = sum(record.statistics.total.strings for report, _, _ in tasks for record in report.records)
    if min(jobs, len(tasks)) < 2 or strings <= _MAX_STRINGS_WITHOUT_PROCESSES:
        yield from map(make_component_pages, tasks)
        return
    yield from map_in_workers(make_component_pages, tasks, jobs)


class _OverviewPageGenerator:
    """Generator of the pages that show several components: projects, languages and checks."""

    def __init__(self, reports: Sequence[Report], paths: PagePaths, *, shows_dates: bool) -> None:
        self._reports = reports
        self._paths = paths
        self._shows_dates = shows_dates
        self._string_paths: dict[tuple[str, ...], Mapping[str, str]] = {}
        self._failing: dict[str, list[tuple[int, Component, str]]] = {}
        """Translations that fail each check, with the number of strings and the code of the language."""

    def add_component(self, component: Component, pages: ComponentPages) -> None:
        """Store the paths of the strings of a component, and its numbers of failing strings.

        Call this method for all components before `generate_files`.
        """
        self._string_paths.update(pages.string_paths)
        for code, unit_counts_by_check in pages.unit_counts_by_check.items():
            for check_id, count in unit_counts_by_check.items():
                self._failing.setdefault(check_id, []).append((count, component, code))

    def generate_files(self) -> Iterator[ReportFile]:
        by_project: dict[str, list[Report]] = {}
        for report in self._reports:
            by_project.setdefault(report.component.project, []).append(report)
        projects = [
            ProjectSummary(slug, members[0].component.project_title, sum_reports(members))
            for slug, members in by_project.items()
        ]
        total = sum_reports(self._reports)
        yield from self._generate_table_pages((), partial(overviews.make_home_page, projects, total))
        yield from self._generate_table_pages(("languages",), partial(overviews.make_languages_page, self._reports))
        for code in _list_codes(self._reports):
            yield from self._generate_language(("languages", code), self._reports, code)
        for slug, members in by_project.items():
            yield from self._generate_project(slug, members)
        yield from self._generate_table_pages(("checks",), self._make_checks_page)

    def _generate_table_pages(
        self, place: Place, make_page: Callable[[Links, TableBuilder], Page]
    ) -> Iterator[ReportFile]:
        path = self._paths.find(place)
        links = make_links(self._paths, self._string_paths, path, shows_dates=self._shows_dates)
        return generate_table_pages(path, links, make_page)

    def _generate_project(self, slug: str, reports: Sequence[Report]) -> Iterator[ReportFile]:
        title = reports[0].component.project_title
        yield from self._generate_table_pages(
            ("projects", slug), partial(overviews.make_project_page, slug, title, reports)
        )
        yield from self._generate_table_pages(
            ("projects", slug, NO_COMPONENT), partial(overviews.make_project_languages_page, slug, title, reports)
        )
        for code in _list_codes(reports):
            yield from self._generate_language(("projects", slug, NO_COMPONENT, code), reports, code)

    def _generate_language(self, place: Place, reports: Sequence[Report], code: str) -> Iterator[ReportFile]:
        """Yield the pages of a language of a project or of all projects."""

        def make_page(links: Links, tables: TableBuilder) -> Page:
            component = reports[0].component
            above = (
                ("Languages", links.languages())
                if place[0] == "languages"
                else (component.project_title, links.project(component.project))
            )
            page = overviews.make_language_page(reports, code, links, tables, [above], [])
            assert page is not None, code
            return page

        return self._generate_table_pages(place, make_page)

    def _make_checks_page(self, links: Links, tables: TableBuilder) -> Page:
        failing = {
            check_id: [
                FailingTranslation(
                    strings,
                    f"{component.full_name}/{code}",
                    links.strings(component, code, f"check:{check_id}"),
                )
                for strings, component, code in translations
            ]
            for check_id, translations in self._failing.items()
        }
        return overviews.make_checks_page(failing, tables)


def _list_codes(reports: Sequence[Report]) -> list[str]:
    return list(dict.fromkeys(record.language.code for report in reports for record in report.records))
