"""Addresses of the pages of a site: a server, a static report, or one page.

The addresses of a translation on a server are the same as in the API: `url` and `translate_url` of a record.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from transtats_cli.component import Component
from transtats_cli.envelope import SURROGATE_ERROR_HANDLER, escape_slug, quote_url_path
from transtats_cli.pages.badges import Badge
from transtats_cli.report import NO_COMPONENT

Parameters = Sequence[tuple[str, str]]
Place = tuple[str, ...]
"""Page of a site, as the names in its path: `("projects", PROJECT, COMPONENT, LANGUAGE)`. The first page is `()`."""


class Links(NamedTuple):
    """Addresses for the links on one page. An address is empty if the site has no such page."""

    root: str
    """Beginning of the addresses of style sheet and scripts, and of the addresses below `/api/`."""
    find_address: Callable[[Place, str], str]
    """Function that returns the address of a place. The second argument is a query if the place is a page of strings,
    and else empty."""
    has_api: bool = False
    """True if there are addresses below `/api/`."""
    has_login: bool = False
    """True if the pages need a token."""
    has_search: bool = False
    """True if users can search strings, and filter and sort tables by links."""
    shows_dates: bool = True
    """True if the pages show dates of last changes."""
    is_single_page: bool = False
    """True if the page contains the style sheet, and no links to other files."""
    script_names: tuple[str, ...] = ("keys.js", "choices.js")
    events_address: str = ""
    """Address of the event stream that notifies the page of changes. Empty if the page does not update itself."""
    changes_title: str = ""
    """Title of links to the pages of changes. Empty if the site has no such pages."""
    state: str = ""
    """State of the files of a static report: the commit and its day. Empty for other sites."""
    content_security_policy: str = ""
    """Content-Security-Policy that the page contains. Empty for a server, which sends its policy as a header."""
    find_badge: Callable[[Place], Badge] | None = None
    """Function that returns the badge of a place. None if the site has no badges."""

    def page(self, *place: str) -> str:
        """Return the address of a page, such as `page("languages", "de")`. Without names, it is the first page."""
        return self.find_address(place, "")

    def project(self, project: str, *names: str) -> str:
        """Return the address of a project. `names` are NO_COMPONENT for all its languages, and the code for one."""
        return self.page("projects", project, *names)

    def changes(self, *place: str, since: str = "", language: str = "", kind: str = "") -> str:
        """Return the address of the changes of all projects, of a project, or of a component, or of a language there.

        On a server, the beginning is 30 days before the last commit, unless `since` is another one. `kind` is the only
        kind of change in the list. A static report has one beginning, and a part of the page for each kind.
        """
        if not self.has_search:
            address = self.page("changes", *place, *([NO_COMPONENT, language] if language else []))
            return f"{address}#{make_fragment(kind)}" if kind else address
        parameters = [("since", since), ("language", language), ("kind", kind)]
        return f"{self.page('changes', *place)}{make_query_string(parameters)}"

    def component(self, component: Component) -> str:
        return self.page("projects", component.project, component.slug)

    def translation(self, component: Component, code: str) -> str:
        return self.page("projects", component.project, component.slug, code)

    def strings(self, component: Component, code: str, query: str = "") -> str:
        """Return the address of the strings of a translation that match a query such as `has:check`."""
        return self.listed(("projects", component.project, component.slug, code), query)

    def listed(self, place: Place, query: str) -> str:
        """Return the address of the list of exactly the strings that the page of a place counts, for a query.

        Those of a translation have a page. On a server, a search lists those of several translations.
        """
        if len(place) == 4 and place[2] != NO_COMPONENT:
            return self.find_address(("translate", *place[1:]), query)
        names = ("language",) if place[:1] == ("languages",) else ("project", "component", "language")
        parameters = [(name, value) for name, value in zip(names, place[1:], strict=False) if value != NO_COMPONENT]
        return f"{self.page('search')}{make_query_string([('q', query), *parameters])}" if self.has_search else ""

    def other_strings(self, component: Component, code: str, query: str) -> str:
        """Return the address of strings of the same translation for a link on a page of strings."""
        if self.has_search:
            return make_query_string([("q", query)]) or "?"
        return self.strings(component, code, query)

    def string(self, checksum: str, query: str = "", languages: str = "") -> str:
        """Return the address of one string, relative to the page of the strings of its translation.

        On a server, `query` selects the list in which the page of the string has links to its neighbours. The page with
        its texts in all languages has `all` as `languages`.
        """
        if not self.has_search:
            return f"#s{checksum}"
        return make_query_string([("q", query), ("checksum", checksum), ("languages", languages)])

    def found_string(self, component: Component, code: str, checksum: str, query: str = "") -> str:
        """Return the address of a string of a translation. Empty if no page of a report contains the string.

        On a server, `query` selects the list in which the page of the string has links to its neighbours.
        """
        if not checksum:
            return ""
        if self.has_search:
            return self.strings(component, code) + self.string(checksum, query)
        return self.strings(component, code, f"#s{checksum}")

    def api(self, path: str, *, parameters: Parameters = ()) -> str:
        """Return the address below `/api/`. `path` is the part after `/api/`, not yet percent-encoded."""
        return f"{self.root}api/{quote_url_path(path)}{make_query_string(parameters)}" if self.has_api else ""


def make_server_links(base_url: str = "", *, has_login: bool = False) -> Links:
    """Return the links of all pages of a server. An address begins with the path of the base URL.

    This path is not `/` if a proxy serves the pages below another path.
    """
    root = f"{urlsplit(base_url).path.rstrip('/')}/"
    site = base_url.rstrip("/").removesuffix(root.rstrip("/"))

    def find_badge(place: Place) -> Badge:
        _, project, *names = place
        names = [escape_slug(name) for name in names]
        picture = root + quote_url_path("/".join(["widget", project, *names, "svg-badge.svg"]))
        urls = [site + picture, site + _find_server_address(root, place, "")]
        # Markup languages give a meaning to some characters that addresses may contain.
        return Badge(picture, *(quote(url, safe="/:%[]") for url in urls))

    return Links(
        root,
        partial(_find_server_address, root),
        has_api=True,
        has_login=has_login,
        has_search=True,
        find_badge=find_badge,
        changes_title="Latest changes",
    )


def _find_server_address(root: str, place: Place, query: str) -> str:
    return root + quote_url_path("".join(f"{name}/" for name in place)) + make_query_string([("q", query)])


def make_fragment(kind: str) -> str:
    """Return the id of the part of a page with the changes of a kind."""
    return kind.replace(" ", "-")


def make_query_string(parameters: Parameters) -> str:
    """Return the query string of an address, with a question mark at the beginning.

    Parameters with an empty value are left out. If there are no others, return an empty text.
    """
    given = [(name, value) for name, value in parameters if value]
    return f"?{urlencode(given, errors=SURROGATE_ERROR_HANDLER)}" if given else ""
