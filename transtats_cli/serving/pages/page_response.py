"""Responses with a page: a view, an error message or the login form. Links that all pages of a server contain."""

from http import HTTPStatus
from urllib.parse import urlsplit

from transtats_cli.pages.assets import EVENTS_SCRIPT
from transtats_cli.pages.links import Links, make_query_string, make_server_links
from transtats_cli.pages.page import Page
from transtats_cli.pages.rendering import render_page
from transtats_cli.serving.data.change_feed import ALL_COMPONENTS, FeedScope
from transtats_cli.serving.http.exchange import PAGE_HEADERS, Exchange, Scope, replace_headers
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Header, Response
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.server_state import ServerState
from transtats_cli.serving.view_types import RawContent

EVENTS_PATH = "events/"
HTML_CONTENT_TYPE = "text/html; charset=utf-8"
_PAGE_PATH_BEGINNINGS = ("/projects/", "/translate/", "/languages/", "/checks/", "/login", "/logout")


def make_page_links(options: ServeOptions) -> Links:
    """Return the links of all pages. An address begins with the path of the base URL.

    This path is not `/` if a proxy serves the pages below another path.
    """
    return make_server_links(f"{urlsplit(options.base_url).path.rstrip('/')}/", has_login=bool(options.tokens))


def make_page_content(page: Page, options: ServeOptions, scope: FeedScope = ALL_COMPONENTS) -> RawContent:
    """Return the content of a response with a page. A script updates the page when a component of `scope` changes."""
    links = make_page_links(options)
    events = f"{links.root}{EVENTS_PATH}{make_query_string(list(scope._asdict().items()))}"
    # The scripts are executed in this order, and the first one needs the content without the buttons of the second.
    links = links._replace(events_address=events, script_names=(EVENTS_SCRIPT, *links.script_names))
    return RawContent(render_page(page.template, links, **page.values), HTML_CONTENT_TYPE, PAGE_HEADERS)


def is_page_path(scope: Scope) -> bool:
    """Return True if the path of a request is the path of a page. The error response is then a page, and not JSON."""
    path: str = scope["path"].removeprefix(scope.get("root_path", ""))
    return path == "/" or path.startswith(_PAGE_PATH_BEGINNINGS)


def make_problem_page(exchange: Exchange, problem: HttpProblem, state: ServerState, next_address: str = "") -> Response:
    """Return an error response with a page. For status 401 the page is a login form, else an error message.

    `next_address` is the address of the page after the login. If it is empty, this is the address of the request.
    """
    links = make_page_links(state.options)
    if problem.status == 401:
        query = f"?{exchange.query.decode('latin-1')}" if exchange.query else ""
        path = exchange.raw_path.decode("latin-1").removeprefix(exchange.scope.get("root_path", ""))
        # Before a login, the path of the request is the page to return to. A proxy may serve it below another path.
        address = next_address or links.root.removesuffix("/") + path + query
        detail = problem.detail if problem.code == "authentication_failed" else ""
        body = render_page("login.html", links, title="Log in", detail=detail, next_address=address, signed_in=False)
    else:
        title = HTTPStatus(problem.status).phrase
        body = render_page("problem.html", links, title=title, detail=problem.detail)
    problem_headers = [(name.encode(), value.encode("latin-1", "replace")) for name, value in problem.headers]
    return make_page_response(problem.status, body, state, problem_headers)


def make_page_response(status: int, body: bytes, state: ServerState, extra_headers: list[Header]) -> Response:
    headers: list[Header] = [
        (b"content-type", HTML_CONTENT_TYPE.encode()),
        *replace_headers(state.common_headers, PAGE_HEADERS),
        *extra_headers,
        (b"content-length", b"%d" % len(body)),
    ]
    return Response(status, headers, body)
