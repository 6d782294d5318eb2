"""Log in and out with a form. A login opens a session and sets its cookie. A logout ends both.

Scripts cannot read the cookie, and browsers do not send it with requests from other sites. Forms of other sites are
refused as well, because a site with another port or another subdomain counts as the same site.
"""

import re
from urllib.parse import parse_qs, urlsplit

from transtats_cli.serving.http import problems
from transtats_cli.serving.http.authentication import make_cookie_header
from transtats_cli.serving.http.exchange import Exchange, Receive, Scope, Send, get_exchange
from transtats_cli.serving.http.response_cache import Header
from transtats_cli.serving.pages.page_response import make_page_links, make_page_response, make_problem_page
from transtats_cli.serving.server_state import ServerState

_LOCAL_ADDRESS_PATTERN = re.compile(r"/(?![/\\])[!-~]*")
"""Pattern of a path on this server. Two slashes would begin the address of another host."""


def is_login(exchange: Exchange) -> bool:
    """Return True if a request submits the login form. Its body then contains a token."""
    return exchange.method == "POST" and exchange.raw_path.endswith(b"/login")


class LoginEndpoint:
    """ASGI endpoint of `/login`: check the token of the form, set the cookie, and redirect to the requested page.

    If the token is not valid, the response is the form with an error message. Raises HttpProblem (404) if the server
    needs no token, and HttpProblem (401) if the request does not submit the form.
    """

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        home = make_page_links(self._state.options).home()
        if not self._state.options.tokens:
            raise problems.not_found()
        if exchange.method != "POST":
            raise problems.not_authenticated()
        _refuse_form_of_other_site(exchange, self._state)
        self._state.check_login_rate(exchange)
        form = _parse_form(exchange.body)
        address = form.get("next", [""])[0]
        path = address.partition("?")[0]
        if not _LOCAL_ADDRESS_PATTERN.fullmatch(address) or path.endswith(("/login", "/logout")):
            address = home
        session = self._state.sessions.open_session(form.get("token", [""])[0].strip().encode())
        if session is None:
            problem = problems.authentication_failed("This token is not valid.")
            await exchange.send_response(make_problem_page(exchange, problem, self._state, address))
            return
        await _redirect(exchange, self._state, address, _make_session_cookie(session, self._state))


def _parse_form(body: bytes) -> dict[str, list[str]]:
    """Return the values of a form by name. If there are more values than a login needs, return an empty dictionary."""
    try:
        return parse_qs(body.decode("latin-1"), errors="replace", max_num_fields=10)
    except ValueError:
        return {}


class LogoutEndpoint:
    """ASGI endpoint of `/logout`: end the session, delete its cookie, and redirect to the page of all projects."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        if not self._state.options.tokens:
            raise problems.not_found()
        if exchange.method != "POST":
            raise problems.method_not_allowed(exchange.method)
        _refuse_form_of_other_site(exchange, self._state)
        cookies = exchange.headers.get(b"cookie")
        deleted = [_make_session_cookie(b"", self._state)] if self._state.sessions.is_valid(cookies) else []
        self._state.sessions.close_session(cookies)
        await _redirect(exchange, self._state, make_page_links(self._state.options).home(), *deleted)


def _refuse_form_of_other_site(exchange: Exchange, state: ServerState) -> None:
    """Raise HttpProblem (403) if a page of another origin submits a form.

    Browsers send one of the two headers with each form. Other clients may send neither.
    """
    site, origin = exchange.headers.get(b"sec-fetch-site"), exchange.headers.get(b"origin")
    if site is not None:
        is_own = site in (b"same-origin", b"none")
    else:
        # A proxy may replace the header Host.
        hosts = (exchange.headers.get(b"host", b"").decode("latin-1"), urlsplit(state.options.base_url).netloc)
        is_own = origin is None or origin.decode("latin-1").partition("://")[2] in filter(None, hosts)
    if not is_own:
        raise problems.request_of_other_site()


def _make_session_cookie(session: bytes, state: ServerState) -> Header:
    """Return the header that sets the session cookie. If `session` is empty, the header deletes the cookie."""
    options = state.options
    is_secure = options.base_url.startswith("https:")
    return b"set-cookie", make_cookie_header(session, make_page_links(options).home(), is_secure=is_secure)


async def _redirect(exchange: Exchange, state: ServerState, address: str, *headers: Header) -> None:
    await exchange.send_response(make_page_response(303, b"", state, [(b"location", address.encode()), *headers]))
