"""Generate all files of a static report with the functions and templates that a server uses.

The pages of a component can be made in worker processes. Their strings are in lists, which are divided into pages. A
long table is divided into several pages, too, and each page is a file.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage
from transtats_cli.history.shares import ShareHistory
from transtats_cli.languages import language_by_code
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.model import Unit
from transtats_cli.output.badge import render_badges
from transtats_cli.pages import overviews
from transtats_cli.pages.changed_strings import ComponentChanges
from transtats_cli.pages.changes import ChangeSelection, Period, make_changes_page
from transtats_cli.pages.links import Links, Place
from transtats_cli.pages.overviews import PageData
from transtats_cli.pages.rendering import ASSETS, CONTINUE_SCRIPT, EVENTS_SCRIPT, SEARCH_SCRIPT, Page, read_asset
from transtats_cli.pages.search import list_languages
from transtats_cli.pages.strings import make_string_views, publish_problem, published_path
from transtats_cli.pages.tables import MAX_SCRIPT_ROWS, Pager, TableBuilder, make_pager
from transtats_cli.pages.translations import (
    FAILING,
    StringSelection,
    make_strings_page,
    make_translation_page,
)
from transtats_cli.problems import Problem
from transtats_cli.report import NO_COMPONENT, Report, SourceChanges
from transtats_cli.scanning.pipeline.parallel import map_in_workers
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.static_report.page_paths import (
    BADGE_NAME,
    LIST_PAGE_NAMES,
    PagePaths,
    StringPaths,
    make_links,
    make_page_paths,
    number_path,
    relative_address,
)
from transtats_cli.static_report.search_index import (
    STRINGS_PER_PAGE,
    IndexBuilder,
    IndexedComponent,
    generate_index_files,
)
from transtats_cli.static_report.string_lists import ListedStrings, TranslationStrings, find_strings
from transtats_cli.unit_queries.checksums import unit_checksum

ReportFile = tuple[str, bytes]
"""Path of a file in the report, and its content."""
Row = TypeVar("Row")
_MAX_STRINGS_WITHOUT_PROCESSES = 5_000
"""Largest number of strings for which starting processes would take longer than the work."""


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
    outdated: Mapping[str, SourceChanges] = {}
    """Changes that outdated strings, by name of the component and by the place of the string."""
    history: ShareHistory | None = None
    """Shares at past commits. None for a report without charts."""
    period: Period | None = None
    """Time whose changes the report shows. None if it shows none."""
    changes: Mapping[str, ComponentChanges] = {}
    """Changes by name of the component."""
    shows_outdated: bool = False
    """True if the changes include the numbers of strings that became outdated."""
    state: str = ""
    """Commit and day of the files, for the end of each page."""

    def select_component(self, component: Component) -> "PageOptions":
        """Return the options without the data of other components, which are not sent to the process."""
        name, history = component.full_name, self.history
        return self._replace(
            outdated={name: self.outdated[name]} if name in self.outdated else {},
            changes={name: self.changes[name]} if name in self.changes else {},
            history=history and history.select_component((component.project, component.slug)),
        )


class ComponentPages(NamedTuple):
    """Pages of a component, and data of the component for the pages of several components."""

    files: Sequence[ReportFile]
    string_paths: StringPaths
    """Paths of the pages with strings of the component."""
    unit_counts_by_check: Mapping[str, Mapping[str, int]]
    """Number of strings that fail each check, by language code and check id."""
    search_index: IndexedComponent
    """Part of the index of the search."""


def generate_report(
    reports: Sequence[Report], options: PageOptions, jobs: int, on_component_done: Callable[[Component], None]
) -> Iterator[ReportFile]:
    """Yield all files of a report. The pages of components are made in up to `jobs` processes.

    `on_component_done` is called after the pages of a component were yielded.
    """
    paths = make_page_paths(reports)._replace(state=options.state)
    if options.period is not None:
        paths = paths._replace(changes_title=f"Changes since {options.period.date}")
    for name in sorted(ASSETS.keys() - {CONTINUE_SCRIPT, EVENTS_SCRIPT}):
        yield f"static/{name}", read_asset(name)
    string_paths: dict[tuple[str, ...], Mapping[str, str]] = {}
    made: dict[str, ComponentPages] = {}
    # The large components are the first, so that at the end no process has much more to do than the others.
    ordered = sorted(reports, key=_count_strings, reverse=True)
    tasks = [(report, paths, options.select_component(report.component)) for report in ordered]
    is_parallel = min(jobs, len(tasks)) > 1 and sum(map(_count_strings, reports)) > _MAX_STRINGS_WITHOUT_PROCESSES
    run = partial(map_in_workers, jobs=jobs) if is_parallel else map
    for report, pages in zip(ordered, run(make_component_pages, tasks), strict=True):
        yield from pages.files
        string_paths.update(pages.string_paths)
        made[report.component.full_name] = pages._replace(files=())
        on_component_done(report.component)
    pages_by_report = [(report, made[report.component.full_name]) for report in reports]
    failing = [
        (report.component, code, counts)
        for report, pages in pages_by_report
        for code, counts in pages.unit_counts_by_check.items()
    ]
    yield from generate_index_files([(report, pages.search_index) for report, pages in pages_by_report], paths)
    yield _make_search_page(paths, {language_by_code(report.component.source_language).code for report in reports})
    for place, make_page, members in _list_overviews(PageData(reports, history=options.history), failing):
        path = paths.find(place)
        links = make_links(paths, string_paths, path, shows_dates=options.shows_dates)
        yield from generate_table_pages(path, links, make_page, _list_broken_files(members, options.root))
    if options.period is not None:
        yield from _generate_change_pages(reports, options, paths, string_paths)
    for slug, members in overviews.group_by_project(reports).items():
        for code, badge in render_badges(slug, members):
            path = paths.find(("projects", slug, *([NO_COMPONENT, code] if code else [])), BADGE_NAME)
            yield path, badge.encode()


def _count_strings(report: Report) -> int:
    """Return the number of strings of all files of a component."""
    return sum(record.statistics.total.strings for record in report.records)


def _generate_change_pages(
    reports: Sequence[Report], options: PageOptions, paths: PagePaths, string_paths: StringPaths
) -> Iterator[ReportFile]:
    """Yield the pages of the changes of all projects, of each project, and of each component.

    Those of all projects and of a project have a page for each language.
    """
    by_place: dict[Place, list[Report]] = {}
    for report in reports:
        for depth in range(3):
            by_place.setdefault((report.component.project, report.component.slug)[:depth], []).append(report)
    for place, members in by_place.items():
        components = [each.component for each in members]
        for code in ["", *(_list_codes(members, with_source=False) if len(place) < 2 else [])]:
            path = paths.find(("changes", *place, *([NO_COMPONENT, code] if code else [])))
            links = make_links(paths, string_paths, path, shows_dates=options.shows_dates)
            period, shows_outdated = options.period or Period(), options.shows_outdated
            selection = ChangeSelection(period, place, code, shows_outdated=shows_outdated)
            page = make_changes_page(components, options.changes, selection, links, TableBuilder())
            yield path, page.render(links)


def _make_search_page(paths: PagePaths, sources: Set[str]) -> ReportFile:
    path = paths.find(("search",))
    links = make_links(paths, {}, path)
    links = links._replace(script_names=(*links.script_names, SEARCH_SCRIPT))
    languages = list_languages(paths.language_directories, sources)
    values = {"title": "Search", "languages": languages, "directories": paths.language_directories}
    return path, Page("report_search.html", values).render(links)


def _list_overviews(
    data: PageData, failing: Sequence[tuple[Component, str, Mapping[str, int]]]
) -> Iterator[tuple[Place, Callable[[Links, TableBuilder], Page | None], Sequence[Report]]]:
    """Yield the places of the pages that show several components, each with the function that makes the page.

    The third item are the reports whose unreadable files the page shows. Pages of a language do not show them.

    `failing` contains the numbers of failing strings by check of each translation that has failing strings.
    """
    yield (), partial(overviews.make_home_page, data), data.reports
    yield ("languages",), partial(overviews.make_languages_page, data), data.reports
    for code in _list_codes(data.reports):
        yield ("languages", code), partial(overviews.make_language_page, data, code), ()
    for slug, members in overviews.group_by_project(data.reports).items():
        of_project = data._replace(reports=members)
        make_page = partial(overviews.make_project_page, slug, members[0].component.project_title, of_project)
        yield ("projects", slug), make_page, members
        yield ("projects", slug, NO_COMPONENT), partial(make_page, by_language=True), members
        for code in _list_codes(members):
            place = ("projects", slug, NO_COMPONENT, code)
            yield place, partial(overviews.make_language_page, of_project, code, project=slug), ()
    yield ("checks",), partial(overviews.make_checks_page, failing), ()
    for check_id in sorted({check_id for _, _, counts in failing for check_id in counts}):
        yield ("checks", check_id), partial(overviews.make_check_page, check_id, failing), ()


def _list_codes(reports: Sequence[Report], *, with_source: bool = True) -> list[str]:
    found = ((report, record) for report in reports for record in report.records)
    return list(
        dict.fromkeys(each.language.code for report, each in found if with_source or not report.is_source(each))
    )


def _list_broken_files(reports: Iterable[Report], root: str) -> list[Problem]:
    """Return the files that cannot be read. Paths are relative to `root`."""
    return [publish_problem(report.component, each, root) for report in reports for each in report.failures]


def generate_table_pages(
    path: str,
    links: Links,
    make_page: Callable[[Links, TableBuilder], Page | None],
    broken_files: Sequence[Problem] = (),
) -> Iterator[ReportFile]:
    """Yield all pages of a table. `path` and `links` are those of the first page.

    All pages of a table are in the same folder, so the addresses in their links are the same.
    """
    page = make_page(links, TableBuilder(shows_dates=links.shows_dates))
    assert page is not None, path
    table = page.values["table"]
    for part_path, rows, pager in divide_rows(table.rows, MAX_SCRIPT_ROWS, path):
        values = {**page.values, "broken": broken_files, "table": table._replace(rows=rows, pager=pager)}
        yield part_path, page._replace(values=values).render(links)


def divide_rows(rows: Sequence[Row], page_size: int, first_path: str) -> Iterator[tuple[str, Sequence[Row], Pager]]:
    """Yield the path, the rows and the links to the neighbours of each page of a long table or list."""
    count = ResponsePage(1, page_size).count_pages(len(rows))

    def find_address(number: int) -> str:
        # All pages of a table or list are in the same folder.
        return relative_address(number_path(first_path, number), first_path)

    for number in range(1, count + 1):
        part = rows[(number - 1) * page_size : number * page_size]
        yield number_path(first_path, number), part, make_pager(number, count, find_address)


def make_component_pages(task: tuple[Report, PagePaths, PageOptions]) -> ComponentPages:
    """Return all pages of a component. Raises TranstatsError if the files of the component no longer exist."""
    report, paths, options = task
    component = report.component
    builder = IndexBuilder(component)
    strings = _find_strings(report, options, options.outdated.get(component.full_name, {}), builder)
    place = ("projects", component.project, component.slug)
    source = strings.get(language_by_code(component.source_language).code, TranslationStrings())
    failing = source.lists.get(FAILING, ListedStrings(0, []))
    linked = {(found.unit.context, found.unit.source) for _, found in failing.units}
    changes = options.changes.get(component.full_name, ComponentChanges())
    for each in changes.languages:
        moved = [each.string.unit for each in changes.unpack_movements(each.language.code)]
        linked |= {(unit.context, unit.source) for unit in moved}
    string_paths: StringPaths = {
        (*place[1:], code): _find_string_paths(paths, (*place, code), each, linked) for code, each in strings.items()
    }
    broken = _list_broken_files([report], options.root)

    def make_page_links(path: str) -> Links:
        return make_links(paths, string_paths, path, shows_dates=options.shows_dates)

    path = paths.find(place)
    make_page = partial(overviews.make_component_page, report, history=options.history)
    files = list(generate_table_pages(path, make_page_links(path), make_page, broken))
    for record in report.records:
        code = record.language.code
        found = strings.get(code, TranslationStrings())
        path = paths.find((*place, code))
        links = make_page_links(path)
        counts = found.unit_counts_by_check
        page = make_translation_page(report, record, counts, broken, options.root, options.history)
        files.append((path, page.render(links)))
        translation = Translation(record.language, record.path, (), found.plural_forms_header)
        for query, (string_count, units, missing, checks) in found.lists.items():
            shown_count = len(units) + len(missing) if len(units) + len(missing) < string_count else None
            for path, part, pager in divide_rows(units, STRINGS_PER_PAGE, string_paths[*place[1:], code][query]):
                links = make_page_links(path)
                views = make_string_views(part, component, translation)
                selection = StringSelection(
                    string_count, views, pager, query, shown_count=shown_count, missing=missing, checks=checks
                )
                files.append((path, make_strings_page(report, record, selection, options.root).render(links)))
    for code, badge in render_badges(component.full_name, [report]):
        files.append((paths.find((*place, code) if code else place, BADGE_NAME), badge.encode()))
    failing_counts = {code: each.unit_counts_by_check for code, each in strings.items() if each.unit_counts_by_check}
    file_paths = {each.language.code: published_path(component, each.path, options.root) for each in report.records}
    return ComponentPages(files, string_paths, failing_counts, builder.make_index(strings, file_paths))


def _find_strings(
    report: Report, options: PageOptions, changes: SourceChanges, builder: IndexBuilder
) -> dict[str, TranslationStrings]:
    """Return the strings that the pages show, by language code of the translation, and add all strings to an index."""
    codes = {record.language.code for record in report.records}
    found = find_strings(
        report.component,
        all_strings=options.all_strings,
        budget=options.budget,
        changes=changes,
        runs_checks=any(record.statistics.failing for record in report.records),
        on_string=builder.add,
    )
    return {code: strings for code, strings in found.items() if code in codes}


def _find_string_paths(
    paths: PagePaths, place: Place, strings: TranslationStrings, linked: Set[tuple[str, str]]
) -> dict[str, str]:
    """Return the paths of the strings of a translation by query. `place` is that of the translation.

    For each check that fails, the dictionary also contains the query `check:ID`. Its path leads to the first string
    that fails the check, in the list of failing strings. A script hides the strings that do not fail the check, and
    skips the pages without others. For each string in `linked`, given by context and source, there is the query of
    `Links.found_string`.
    """
    by_query = {query: paths.find(place, f"{LIST_PAGE_NAMES[query]}.html") for query in strings.lists}
    places = defaultdict[str, list[tuple[int, Unit]]](list)
    # The path of a string is that in the list of failing strings, if this list contains it.
    for query in sorted(strings.lists, key=lambda each: each != FAILING):
        for index, (_, found) in enumerate(strings.lists[query].units):
            number, unit = index // STRINGS_PER_PAGE + 1, found.unit
            if (unit.context, unit.source) in linked:
                fragment = f"#s{unit_checksum(unit)}"
                by_query.setdefault(fragment, f"{number_path(by_query[query], number)}{fragment}")
            for check_id in found.failing_checks if query == FAILING else ():
                places[check_id].append((number, unit))
    for check_id, [(first, unit), *others] in places.items():
        pages = "-".join(map(str, sorted({first, *(number for number, _ in others)})))
        query = f"check={check_id}&of={strings.lists[FAILING].unit_counts_by_check[check_id]}&pages={pages}"
        by_query[f"check:{check_id}"] = f"{number_path(by_query[FAILING], first)}?{query}#s{unit_checksum(unit)}"
    return by_query
