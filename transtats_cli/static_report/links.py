"""Relative links between the pages of a static report."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.static_report import page_paths
from transtats_cli.static_report.page_paths import PagePaths, relative_address

_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self' file:; img-src 'self' file:; script-src 'self' file:; base-uri 'none';"
    " form-action 'none'"
)
"""Content-Security-Policy of the pages. Some browsers do not count the files of a directory as one origin."""
StringPaths = Mapping[tuple[str, str, str], Mapping[str, str]]
"""Paths of the pages of strings. The outer key is the project, the component and the language code; the inner key is
the query. A path may end with `#` and the fragment of a string."""


class ReportLinks(NamedTuple):
    """Builds the relative links of one page. An address is empty if there is no such page in the report."""

    paths: PagePaths
    """Paths of the pages, except for pages of strings."""
    string_paths: StringPaths
    page_path: str
    """Path of the page that contains the links."""
    shows_dates: bool = False
    """True if the pages show dates of last changes."""
    has_api: bool = False
    has_login: bool = False
    has_search: bool = False
    is_single_page: bool = False
    script_names: tuple[str, ...] = ("keys.js", "tables.js")
    content_security_policy: str = _CONTENT_SECURITY_POLICY

    def home(self) -> str:
        return self._make_relative(page_paths.HOME_PATH)

    def languages(self) -> str:
        return self._make_relative(page_paths.LANGUAGES_PATH)

    def checks(self) -> str:
        return self._make_relative(page_paths.CHECKS_PATH)

    def language(self, code: str) -> str:
        return self._make_relative(self.paths.language(code))

    def project(self, project: str) -> str:
        return self._make_relative(self.paths.project(project))

    def project_languages(self, project: str) -> str:
        return self._make_relative(self.paths.project_languages(project))

    def project_language(self, project: str, code: str) -> str:
        return self._make_relative(self.paths.project_language(project, code))

    def component(self, component: Component) -> str:
        return self._make_relative(self.paths.component(component))

    def translation(self, component: Component, code: str) -> str:
        return self._make_relative(self.paths.translation(component, code))

    def strings(self, component: Component, code: str, query: str = "") -> str:
        path = self.string_paths.get((component.project, component.slug, code), {}).get(query, "")
        return self._make_relative(path) if path else ""

    def string(self, checksum: str) -> str:
        return f"#s{checksum}"

    def asset(self, name: str, version: str) -> str:
        return f"{self._make_relative(f'static/{name}')}?v={version}"

    def api(self, path: str, *, parameters: Sequence[tuple[str, str]] = ()) -> str:
        return ""

    def _make_relative(self, path: str) -> str:
        return relative_address(path, self.page_path)
