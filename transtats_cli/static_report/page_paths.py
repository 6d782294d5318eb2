"""Paths of the pages of a static report, relative to its directory. The parts of a path are separated by slashes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.static_report.file_names import make_file_names

HOME_PATH = "index.html"
LANGUAGES_PATH = "languages/index.html"
CHECKS_PATH = "checks/index.html"
_LIST_PAGE_NAMES = {"": "all", "is:untranslated": "unfinished", "has:check": "failing"}


class PagePaths(NamedTuple):
    """Names of the directories of projects, components and languages."""

    projects: Mapping[str, str]
    components: Mapping[tuple[str, str], str]
    """Names of directories by the names of the project and the component."""
    languages: Mapping[str, str]

    def language(self, code: str) -> str:
        return f"languages/{self.languages[code]}/index.html"

    def project(self, project: str) -> str:
        return f"{self._project_folder(project)}/index.html"

    def project_languages(self, project: str) -> str:
        return f"{self._project_folder(project)}/languages/index.html"

    def project_language(self, project: str, code: str) -> str:
        return f"{self._project_folder(project)}/languages/{self.languages[code]}/index.html"

    def component(self, component: Component) -> str:
        return f"{self._component_folder(component)}/index.html"

    def translation(self, component: Component, code: str) -> str:
        return f"{self._component_folder(component)}/{self.languages[code]}/index.html"

    def strings(self, component: Component, code: str, query: str) -> str:
        """Return the path of the first page of the strings that match a query."""
        return f"{self._component_folder(component)}/{self.languages[code]}/{_LIST_PAGE_NAMES[query]}.html"

    def _project_folder(self, project: str) -> str:
        return f"projects/{self.projects[project]}"

    def _component_folder(self, component: Component) -> str:
        names = component.project, component.slug
        return f"{self._project_folder(component.project)}/components/{self.components[names]}"


def make_page_paths(reports: Iterable[Report]) -> PagePaths:
    """Choose the names of the directories for the components of reports."""
    slugs: dict[str, list[str]] = {}
    codes: set[str] = set()
    for report in reports:
        slugs.setdefault(report.component.project, []).append(report.component.slug)
        codes.update(record.language.code for record in report.records)
    return PagePaths(
        make_file_names(slugs),
        {
            (project, slug): name
            for project, members in slugs.items()
            for slug, name in make_file_names(members).items()
        },
        make_file_names(codes),
    )


def number_path(path: str, page_number: int) -> str:
    """Return the path of a page of a table or a list: `index.html`, `index-2.html`."""
    return path if page_number == 1 else f"{path.removesuffix('.html')}-{page_number}.html"


def relative_address(path: str, from_page: str) -> str:
    """Return the relative address of a path in the links of a page. Paths need no escapes in addresses."""
    target, folder = path.split("/"), from_page.split("/")[:-1]
    common = 0
    while common < min(len(folder), len(target) - 1) and folder[common] == target[common]:
        common += 1
    steps: Sequence[str] = [*[".."] * (len(folder) - common), *target[common:]]
    return "/".join(steps)
