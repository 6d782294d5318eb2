"""Handlers of requests: responses of views, login and logout, and the event stream of open pages.

The response of a view depends on the format, the token, the rate limit and the method of the request.

A login opens a session and sets its cookie. A logout ends both. Scripts cannot read the cookie, and browsers do not
send it with requests from other sites. Forms of other sites are refused as well, because a site with another port or
another subdomain counts as the same site.

The event stream (server-sent events) contains one short event for each change, without figures. A page that receives an
event requests itself again, so an event is the same for all pages and contains nothing secret.
"""

import asyncio
import contextlib
import re
from functools import partial
from urllib.parse import parse_qsl, unquote, urlsplit

from transtats_cli.envelope import QueryParameters, quote_url_path
from transtats_cli.serving.application import Application
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.change_feed import ChangeFeed, FeedScope
from transtats_cli.serving.http import content, problems
from transtats_cli.serving.http.access import make_cookie_header
from transtats_cli.serving.http.exchange import (
    JSON_CONTENT_TYPE,
    PAGE_HEADERS,
    Exchange,
    make_response,
    replace_headers,
)
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import CachedResponse, Header
from transtats_cli.serving.view_types import RawContent, RouteSpec, ViewRequest
from transtats_cli.serving.views.pages import HTML_CONTENT_TYPE, make_page_links, make_problem_page

_MIN_THREADED_BYTES = 200_000
"""Minimum size in bytes of a response body that is hashed and compressed in a thread. The event loop stays free."""
_RENDERED_MEDIA_TYPES = ["application/json", "text/html", "text/csv"]
_PARSED_MEDIA_TYPES = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]
"""The same media types as in the responses of a Weblate server, because clients may expect these values."""
_MAX_FORM_FIELDS = 10
"""Maximum number of fields of a login form. A login needs two."""
_LOCAL_ADDRESS_PATTERN = re.compile(r"/(?![/\\])[!-~]*")
"""Pattern of a path on this server. Two slashes would begin the address of another host."""
_STREAM_HEADERS = ((b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no"))
"""Headers of an event stream. Because of `x-accel-buffering`, proxies forward each event at once."""
_FIRST_EVENT = b"retry: 3000\n\n"
_CHANGE_EVENT = b"event: change\ndata: \n\n"
_KEEP_ALIVE_EVENT = b":\n\n"
_MIN_INTERVAL_SECONDS = 0.4
"""Least time in seconds between two events of a stream. Changes in between are announced together."""
_KEEP_ALIVE_SECONDS = 25.0
"""Time in seconds without a change after which a comment is sent, so that proxies do not close the connection."""


async def send_view_response(
    route: RouteSpec, application: Application, exchange: Exchange, path_params: dict[str, str]
) -> None:
    """Send the response of the view of a route.

    If the same response is being computed for another request, wait for that response. Raises HttpProblem (503) if the
    response is not available within the time limit.
    """
    query = parse_query_string(exchange.query)
    suffix = path_params.pop("format", "")
    accept = exchange.headers.get(b"accept", b"").decode("latin-1")
    response_format = content.JSON_FORMAT
    if route.formats:
        response_format = content.negotiate_response_format(query, accept, suffix, route.formats)
    if route.needs_token:
        application.access.check_access(exchange)
    if exchange.method == "OPTIONS":
        description = {
            "name": route.name,
            "description": route.description,
            "renders": [*_RENDERED_MEDIA_TYPES, content.MEDIA_TYPES[(route.formats or content.LIST_FORMATS)[-1]]],
            "parses": _PARSED_MEDIA_TYPES,
        }
        body = content.encode_json(description, accept)
        await exchange.send_response(make_response(200, JSON_CONTENT_TYPE, body, application.common_headers))
        return
    if exchange.method not in ("GET", "HEAD"):
        raise problems.method_not_allowed(exchange.method)
    if "component" in path_params:
        # Clients escape the slashes of a component twice.
        path_params["component"] = unquote(path_params["component"])
    reader = CacheReader(application.component_cache)
    request = ViewRequest(path_params, query, reader, accept, suffix, response_format, exchange.languages)
    compute = partial(_compute_response, route, application, exchange, request)
    try:
        async with asyncio.timeout(application.options.limits.response_seconds):
            response = await application.compute_once(exchange, compute)
    except TimeoutError:
        raise HttpProblem(503, "The response takes longer than expected; try again later.", retry_seconds=5) from None
    await exchange.send_cached_response(response)


async def _compute_response(
    route: RouteSpec, application: Application, exchange: Exchange, request: ViewRequest
) -> CachedResponse:
    reader = request.reader
    result = await route.view(request)
    headers = application.common_headers
    if isinstance(result, RawContent):
        body, media_type, extra_headers = result
        headers = replace_headers(headers, extra_headers)
    else:
        url = application.options.base_url + quote_url_path(exchange.path)
        body, media_type = content.render_result(result, request.response_format, url, request.query, request.accept)
    headers = [(b"content-type", media_type.encode()), *headers]
    compress = application.options.gzip
    make_cached = partial(CachedResponse, body, headers, compress=compress)
    response = make_cached() if len(body) < _MIN_THREADED_BYTES else await asyncio.to_thread(make_cached)
    response.is_public = not route.needs_token
    if reader.is_cacheable:
        response.expiry = reader.expiry
        application.response_cache.put(exchange.request_key, response, reader.version)
    return response


def parse_query_string(query_string: bytes) -> QueryParameters:
    """Return the names and values of a query string or of a form, decoded and in their order."""
    return tuple(parse_qsl(query_string.decode("latin-1"), keep_blank_values=True, errors="replace"))


async def log_in(application: Application, exchange: Exchange, _: dict[str, str]) -> None:
    """Check the token of the login form, set the cookie, and redirect to the requested page.

    If the token is not valid, the response is the form with an error message. Raises HttpProblem (404) if the server
    needs no token, and HttpProblem (401) if the request does not submit the form.
    """
    options = application.options
    _check_form(application, exchange, problems.not_authenticated())
    application.access.check_login_rate(exchange)
    fields = parse_query_string(exchange.body)
    form = dict(fields) if len(fields) <= _MAX_FORM_FIELDS else {}
    address = form.get("next", "")
    path = address.partition("?")[0]
    if not _LOCAL_ADDRESS_PATTERN.fullmatch(address) or path.endswith(("/login", "/logout")):
        address = make_page_links(options).page()
    session = application.access.open_session(form.get("token", "").strip().encode())
    if session is None:
        problem = HttpProblem(401, "This token is not valid.")
        await exchange.send_response(make_problem_page(exchange, problem, options, address))
    else:
        await _redirect(application, exchange, address, session)


async def log_out(application: Application, exchange: Exchange, _: dict[str, str]) -> None:
    """End the session, delete its cookie, and redirect to the page of all projects."""
    _check_form(application, exchange, problems.method_not_allowed(exchange.method))
    cookies = exchange.headers.get(b"cookie")
    session = b"" if application.access.is_open_session(cookies) else None
    application.access.close_session(cookies)
    await _redirect(application, exchange, make_page_links(application.options).page(), session)


def _check_form(application: Application, exchange: Exchange, other_method: HttpProblem) -> None:
    """Raise HttpProblem if the server has no such form (404), or if a page of another origin submits it (403).

    Raise `other_method` for a request that submits no form. Browsers send one of the two headers with each form. Other
    clients may send neither.
    """
    if not application.options.tokens:
        raise problems.not_found()
    if exchange.method != "POST":
        raise other_method
    site, origin = exchange.headers.get(b"sec-fetch-site"), exchange.headers.get(b"origin")
    if site is not None:
        is_own = site in (b"same-origin", b"none")
    else:
        # A proxy may replace the header Host.
        host = exchange.headers.get(b"host", b"").decode("latin-1")
        hosts = (host, urlsplit(application.options.base_url).netloc)
        is_own = origin is None or origin.decode("latin-1").partition("://")[2] in filter(None, hosts)
    if not is_own:
        raise HttpProblem(403, "The request comes from another site.")


async def _redirect(application: Application, exchange: Exchange, address: str, session: bytes | None) -> None:
    """Redirect to a page, and set the session cookie unless `session` is None. An empty value deletes the cookie."""
    options = application.options
    headers: list[Header] = [(b"location", address.encode())]
    if session is not None:
        is_secure = options.base_url.startswith("https:")
        cookie = make_cookie_header(session, make_page_links(options).page(), is_secure=is_secure)
        headers.append((b"set-cookie", cookie))
    headers = [*replace_headers(application.common_headers, PAGE_HEADERS), *headers]
    await exchange.send_response(make_response(303, HTML_CONTENT_TYPE, b"", headers))


async def send_events(application: Application, exchange: Exchange, _: dict[str, str]) -> None:
    """Send the event stream of a page. The query parameters `project` and `component` are the scope of the events.

    The stream ends when the client or the feed closes it. Raises HttpProblem (503) if too many event streams are open.
    """
    application.access.check_access(exchange)
    if exchange.method not in ("GET", "HEAD"):
        raise problems.method_not_allowed(exchange.method)
    feed = application.component_cache.feed
    if feed.is_closed or feed.subscription_count >= application.options.limits.event_streams:
        raise HttpProblem(503, "Too many event streams are open.", retry_seconds=30)
    await exchange.start_response(200, [*_STREAM_HEADERS, *application.common_headers])
    if exchange.method == "GET":
        await _send_changes(exchange, feed)
    await exchange.end_response()


async def _send_changes(exchange: Exchange, feed: ChangeFeed) -> None:
    query = dict(parse_query_string(exchange.query))
    scope = FeedScope(query.get("project", ""), query.get("component", ""))
    changed = feed.subscribe(scope)

    async def wait_for_disconnect() -> None:
        while (await exchange.receive())["type"] != "http.disconnect":
            pass
        changed.set()

    leaving = asyncio.create_task(wait_for_disconnect())
    try:
        await exchange.send_chunk(_FIRST_EVENT)
        while not (feed.is_closed or leaving.done()):
            event = _KEEP_ALIVE_EVENT
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_KEEP_ALIVE_SECONDS):
                    await changed.wait()
                changed.clear()
                event = _CHANGE_EVENT
            if not (feed.is_closed or leaving.done()):
                # If the client does not read, this waits, and the changes in the meantime become one event.
                await exchange.send_chunk(event)
                await asyncio.wait([leaving], timeout=_MIN_INTERVAL_SECONDS)
    finally:
        feed.unsubscribe(scope, changed)
        leaving.cancel()
