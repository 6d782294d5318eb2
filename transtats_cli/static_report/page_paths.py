"""Paths of the pages of a static report, relative to the directory of the report, with slashes on all systems."""

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
    """Paths of all pages, built from the directory names of projects, components and languages."""

    project_directories: Mapping[str, str]
    """Directory names by project."""
    component_directories: Mapping[tuple[str, str], str]
    """Directory names by project and component."""
    language_directories: Mapping[str, str]
    """Directory names by language code."""

    def language(self, code: str) -> str:
        return f"languages/{self.language_directories[code]}/index.html"

    def project(self, project: str) -> str:
        return f"{self._project_folder(project)}/index.html"

    def project_languages(self, project: str) -> str:
        return f"{self._project_folder(project)}/languages/index.html"

    def project_language(self, project: str, code: str) -> str:
        return f"{self._project_folder(project)}/languages/{self.language_directories[code]}/index.html"

    def component(self, component: Component) -> str:
        return f"{self._component_folder(component)}/index.html"

    def translation(self, component: Component, code: str) -> str:
        return f"{self._component_folder(component)}/{self.language_directories[code]}/index.html"

    def strings(self, component: Component, code: str, query: str) -> str:
        """Return the path of the first page of the strings that match a query.

        There are pages for all strings, unfinished strings, and failing strings. Raises KeyError for other queries.
        """
        return f"{self._component_folder(component)}/{self.language_directories[code]}/{_LIST_PAGE_NAMES[query]}.html"

    def _project_folder(self, project: str) -> str:
        return f"projects/{self.project_directories[project]}"

    def _component_folder(self, component: Component) -> str:
        names = component.project, component.slug
        return f"{self._project_folder(component.project)}/components/{self.component_directories[names]}"


def make_page_paths(reports: Iterable[Report]) -> PagePaths:
    """Choose the directory names for all projects, components and languages of the reports."""
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
    """Return the path of one page of a long table or list: `index.html`, `index-2.html`.

    `path` is the path of the first page, and page numbers begin with 1.
    """
    return path if page_number == 1 else f"{path.removesuffix('.html')}-{page_number}.html"


def relative_address(path: str, from_page: str) -> str:
    """Return the address of a path for links in another page. Both arguments are relative to the report.

    The address is relative to the folder of `from_page`. The characters of paths need no escapes in addresses.
    """
    target, folder = path.split("/"), from_page.split("/")[:-1]
    common = 0
    while common < min(len(folder), len(target) - 1) and folder[common] == target[common]:
        common += 1
    steps: Sequence[str] = [*[".."] * (len(folder) - common), *target[common:]]
    return "/".join(steps)
