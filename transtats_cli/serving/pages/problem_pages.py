"""Error responses for browsers: HTML pages with an error message or a login form."""

from http import HTTPStatus

from transtats_cli.pages.rendering import render_page
from transtats_cli.serving.http.exchange import Exchange, Scope
from transtats_cli.serving.http.headers import PAGE_HEADERS, replace_headers
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Header, Response
from transtats_cli.serving.pages.page_response import HTML_CONTENT_TYPE, make_page_links
from transtats_cli.serving.server_state import ServerState

_PAGE_PATH_BEGINNINGS = ("/projects/", "/translate/", "/languages/", "/checks/", "/login", "/logout")


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
