"""Log in and out with a form. A login sets a session cookie, and a logout deletes it.

Scripts cannot read the cookie, and browsers do not send it with requests from other sites.
"""

import re
from urllib.parse import parse_qs

from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import Exchange, Receive, Scope, Send, get_exchange
from transtats_cli.serving.http.response_cache import Header
from transtats_cli.serving.http.sessions import make_cookie_header
from transtats_cli.serving.pages.page_response import make_page_links
from transtats_cli.serving.pages.problem_pages import make_page_response, make_problem_page
from transtats_cli.serving.server_state import ServerState

_LOCAL_ADDRESS_PATTERN = re.compile(r"/(?![/\\])[!-~]*")
"""Pattern of a path on this server. Two slashes would begin the address of another host."""


def is_login(exchange: Exchange) -> bool:
    """Return True if a request submits the login form. Its body then contains a token."""
    return exchange.method == "POST" and exchange.raw_path.endswith(b"/login")


class LoginEndpoint:
    """ASGI endpoint of `/login`: check the token of the form, set the cookie, and redirect to the requested page.

    If the token is not valid, the response is the form with an error message. Raises Problem (404) if the server needs
    no token, and Problem (401) if the request does not submit the form.
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
        self._state.check_rate_limit(exchange)
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
        await _redirect(exchange, self._state, address, session)


def _parse_form(body: bytes) -> dict[str, list[str]]:
    """Return the values of a form by name. If there are more values than a login needs, return an empty dictionary."""
    try:
        return parse_qs(body.decode("latin-1"), errors="replace", max_num_fields=10)
    except ValueError:
        return {}


class LogoutEndpoint:
    """ASGI endpoint of `/logout`: delete the cookie, and redirect to the page of all projects."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = get_exchange(scope)
        if not self._state.options.tokens:
            raise problems.not_found()
        if exchange.method != "POST":
            raise problems.method_not_allowed(exchange.method)
        await _redirect(exchange, self._state, make_page_links(self._state.options).home(), b"")


async def _redirect(exchange: Exchange, state: ServerState, address: str, session: bytes) -> None:
    """Send a redirect to a page, with a session cookie. `session` is the value of the cookie; if empty, delete it."""
    options = state.options
    cookie = make_cookie_header(
        session, make_page_links(options).home(), is_secure=options.base_url.startswith("https:")
    )
    headers: list[Header] = [(b"location", address.encode()), (b"set-cookie", cookie)]
    await exchange.send_response(make_page_response(303, b"", state, headers))
