"""Addresses of the pages of a server.

The addresses of a translation are the same as in the API: `url` and `translate_url` of a record.
"""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from transtats_cli.component import Component
from transtats_cli.envelope import SURROGATE_ERROR_HANDLER, quote_url_path
from transtats_cli.report import NO_COMPONENT

Parameters = Sequence[tuple[str, str]]


class PageLinks(NamedTuple):
    """Builds the addresses of the pages of one server."""

    root: str = "/"
    """Beginning of all addresses, with a slash at the end."""
    has_api: bool = True
    """True if there are addresses below `/api/`."""
    has_login: bool = False
    """True if the pages need a token."""
    has_search: bool = True
    """True if users can search strings, and filter and sort tables by links."""
    shows_dates: bool = True
    """True if the pages show dates of last changes."""
    is_single_page: bool = False
    """True if the page contains the style sheet, and no links to other files."""
    script_names: tuple[str, ...] = ("keys.js",)
    events_address: str = ""
    """Address of the event stream that notifies the page of changes. Empty if the page does not update itself."""
    content_security_policy: str = ""
    """Content-Security-Policy that the page contains. Empty for a server, which sends its policy as a header."""

    def home(self) -> str:
        return self.root

    def languages(self) -> str:
        return f"{self.root}languages/"

    def checks(self) -> str:
        return f"{self.root}checks/"

    def logout(self) -> str:
        return f"{self.root}logout"

    def login(self) -> str:
        return f"{self.root}login"

    def language(self, code: str) -> str:
        return self._page_address("languages", code)

    def project(self, project: str) -> str:
        return self._page_address("projects", project)

    def project_languages(self, project: str) -> str:
        return f"{self.project(project)}?by=language"

    def project_language(self, project: str, code: str) -> str:
        return self._page_address("projects", project, NO_COMPONENT, code)

    def component(self, component: Component) -> str:
        return self._page_address("projects", component.project, component.slug)

    def translation(self, component: Component, code: str) -> str:
        return self._page_address("projects", component.project, component.slug, code)

    def strings(self, component: Component, code: str, query: str = "") -> str:
        """Return the address of the strings of a translation that match a query such as `has:check`."""
        return self._page_address("translate", component.project, component.slug, code) + make_query_string(
            [("q", query)]
        )

    def string(self, checksum: str) -> str:
        """Return the address of one string, relative to the page of the strings of its translation."""
        return make_query_string([("checksum", checksum)])

    def asset(self, name: str, version: str) -> str:
        return f"{self.root}static/{name}?v={version}"

    def api(self, path: str, *, parameters: Parameters = ()) -> str:
        """Return the address below `/api/`. `path` is the part after `/api/`, not yet percent-encoded."""
        return f"{self.root}api/{quote_url_path(path)}{make_query_string(parameters)}"

    def _page_address(self, *path_segments: str) -> str:
        return self.root + quote_url_path("/".join((*path_segments, "")))


def make_query_string(parameters: Parameters) -> str:
    """Return the query string of an address, with a question mark at the beginning.

    Parameters with an empty value are left out. If there are no others, return an empty text.
    """
    given = [(name, value) for name, value in parameters if value]
    return f"?{urlencode(given, errors=SURROGATE_ERROR_HANDLER)}" if given else ""
