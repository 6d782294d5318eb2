"""Project, component and language that a request for a page names, with the data of the page.

If one of the names is unknown, the response names it, the nearest names, and the page that lists all names.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import QueryParameters
from transtats_cli.history.shares import ShareHistory
from transtats_cli.languages import language_by_code
from transtats_cli.nearest import find_similar_language, find_similar_names, is_in_language_tables
from transtats_cli.pages.history import PENDING_HISTORY
from transtats_cli.pages.links import Links
from transtats_cli.pages.overviews import PageData
from transtats_cli.pages.rendering import Page
from transtats_cli.pages.strings import published_path
from transtats_cli.pages.tables import TableBuilder
from transtats_cli.problems import Problem
from transtats_cli.report import NO_COMPONENT, Record, Report
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.view_types import ViewRequest

_MAX_NAME_LENGTH = 100
_MAX_OTHER_NAMES = 100


class PageNotFound(HttpProblem):
    """Problem of a page whose address contains an unknown name. The response has links to other pages.

    `kind` is `project`, `component`, `language` or `check`, `place` the title of the project or the component that is
    searched, and `listing` the address of the page with all its names. `nearest` are the known names that are most
    similar. `addresses` contains the addresses of these and of other known names.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        nearest: Iterable[str],
        addresses: Mapping[str, str],
        listing: str,
        place: str = "",
        broken_files: Sequence[Problem] = (),
    ) -> None:
        shown = name if len(name) <= _MAX_NAME_LENGTH else f"{name[: _MAX_NAME_LENGTH - 1]}…"
        super().__init__(404, f"There is no {kind} {shown!r}{f' in {place}' if place else ''}.")
        titles = {each: language_by_code(each).name if kind == "language" else each for each in addresses}
        near = [*nearest]
        others = sorted(addresses.keys() - set(near), key=lambda each: (titles[each], each))[:_MAX_OTHER_NAMES]
        self.nearest, self.others = (
            [(titles[each], each if titles[each] != each else "", addresses[each]) for each in names]
            for names in (near, others)
        )
        self.listing = (f"All {kind}s{f' of {place}' if place else ''}", listing)
        self.broken_files = broken_files
        """Files that cannot be read. One of them may be the file of the page."""


class RequestedPage(NamedTuple):
    """Request for a page: the project, the component and the language that the page is about, and the data.

    The project and the language are empty, and the component is None, for a page of all of them.
    """

    reader: CacheReader
    query: QueryParameters
    links: Links
    components: Sequence[Component]
    """All components of the project, or of all projects."""
    project: str = ""
    component: Component | None = None
    language: str = ""
    check: str = ""
    """Id of the check that the page is about. It may be unknown."""
    reader_languages: Sequence[str] = ()
    """Languages that the reader of the page prefers."""

    @property
    def tables(self) -> TableBuilder:
        return TableBuilder(dict(self.query), languages=self.reader_languages)

    async def show_reports(self, make_page: Callable[[PageData], Page | None]) -> Page:
        """Return the page that `make_page` returns for the reports of the components. If it is None, raise HttpProblem.

        If some components have not been counted yet, the page has a note about how many have.
        """
        reports, uncounted = await self.reader.read_available_reports(self.components)
        # The figures come first, and the history is read when they are complete.
        history = PENDING_HISTORY if uncounted else await self.read_history()
        page = make_page(PageData(reports, uncounted, history))
        if page is None and uncounted:
            raise HttpProblem(503, "The components are being counted; try again later.", retry_seconds=5)
        if page is None:
            codes = {record.language.code for report in reports for record in report.records}
            raise self.make_language_problem(codes)
        note = {"counted": len(reports), "to_count": len(reports) + len(uncounted)} if uncounted else {}
        broken = {"broken": self.list_broken_files()} if self.language in ("", NO_COMPONENT) else {}
        return page._replace(values={**page.values, **broken, **note})

    async def read_history(self) -> ShareHistory:
        """Return the shares at past commits. If they are being read, return a history with a note about this."""
        return await self.reader.read_history_soon() or PENDING_HISTORY

    def list_broken_files(self) -> Sequence[Problem]:
        """Return the files of the component, the project or all projects that cannot be read.

        These are also the settings files, which may define any component. Paths are relative to the root of the site.
        """
        by_name = {
            (each.project, each.slug): each for each in ([self.component] if self.component else self.components)
        }
        broken = []
        for names, problem in self.reader.list_broken_files():
            if component := by_name.get(names):
                path = published_path(component, problem.path, self.reader.options.root)
                problem = problem._replace(path=path)
            if component or not any(names):
                broken.append(problem)
        return broken

    def find_record(self, report: Report) -> Record:
        """Return the record of the language. Raises PageNotFound if the component has no such language."""
        for record in report.records:
            if record.language.code == self.language:
                return record
        raise self.make_language_problem({record.language.code for record in report.records})

    def make_language_problem(self, codes: Set[str]) -> PageNotFound:
        """Return the problem of a language that the component, the project or no project has."""
        links, project, component = self.links, self.project, self.component
        if component is not None:
            addresses = {code: links.translation(component, code) for code in codes}
            place, listing = component.title, links.component(component)
        elif project:
            addresses = {code: links.project(project, NO_COMPONENT, code) for code in codes}
            place, listing = self.components[0].project_title, links.project(project, NO_COMPONENT)
        else:
            addresses = {code: links.page("languages", code) for code in codes}
            place, listing = "", links.page("languages")
        nearest = filter(None, [find_similar_language(self.language, codes)])
        broken = self.list_broken_files()
        return PageNotFound("language", self.language, nearest, addresses, listing, place, broken)


async def find_requested_page(request: ViewRequest, links: Links) -> RequestedPage:
    """Return the project, component and language in a path such as `demo/docs/manual/de/`.

    Raises PageNotFound if the project or the component is unknown. The language may be unknown.
    """
    index = await request.reader.read_index()
    components = list(index.components.values())
    requested = RequestedPage(request.reader, request.query, links, components, reader_languages=request.languages)
    if "path" not in request.path_params:
        names = request.path_params
        return requested._replace(language=names.get("language", ""), check=names.get("check", ""))
    project, _, rest = request.path_params["path"].removesuffix("/").partition("/")
    if project not in index.projects:
        nearest = await asyncio.to_thread(find_similar_names, project, list(index.projects))
        addresses = {name: links.project(name) for name in nearest}
        raise PageNotFound("project", project, nearest, addresses, links.page())
    requested = requested._replace(project=project, components=index.projects[project])
    if rest in ("", NO_COMPONENT):
        return requested._replace(language=rest)
    # A component with this whole name takes precedence over a language of a component with a shorter name.
    if (project, rest) in index.components:
        return requested._replace(component=index.components[project, rest])
    slug, _, language = rest.rpartition("/")
    if (project, slug) not in index.components and slug != NO_COMPONENT:
        # The last part of the path may be a language, or the last part of the name of the component.
        name = slug if slug and is_in_language_tables(language) else rest
        by_slug = {each.slug: each for each in requested.components}
        nearest = await asyncio.to_thread(find_similar_names, name, list(by_slug))
        addresses = {each: links.component(by_slug[each]) for each in nearest}
        place = requested.components[0].project_title
        raise PageNotFound("component", name, nearest, addresses, links.project(project), place)
    return requested._replace(component=index.components.get((project, slug)), language=language)
