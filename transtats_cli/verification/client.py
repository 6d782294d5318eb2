"""HTTP client for the API of a Weblate server, with limits of time and size.

The token is sent to the named host only: redirects are errors, and addresses in responses are never followed.
"""

import json
import ssl
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from email.message import Message
from http.client import HTTPException, HTTPResponse
from threading import Thread
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request, getproxies

from transtats_cli import __version__
from transtats_cli.errors import TranstatsError
from transtats_cli.verification.address import TOKEN_VARIABLES, ApiToken, RemoteAddress

MAX_RESPONSE_BYTES = 32_000_000
"""Maximum size of a response in bytes."""
MAX_PAGES = 2000
"""Maximum number of pages of a list."""
PAGE_SIZE = 500
_RETRIED_STATUS = 429
_DEFAULT_DELAY_SECONDS = 5.0
"""Wait before the next request if the server does not name a number of seconds."""
_MIN_DELAY_SECONDS = 0.1
_MAX_DETAIL_LENGTH = 200


class ServerError(TranstatsError):
    """Error for a request that failed, or for a response that cannot be used."""


class NotFoundOnServerError(ServerError):
    """Error for an object that does not exist on the server, or that this user may not read (404)."""


class ClientLimits(NamedTuple):
    """Time limits in seconds."""

    request_seconds: float = 60.0
    """Maximum time of one request, from the connection to the last byte."""
    wait_seconds: float = 120.0
    """Maximum sum of the waits that the server requires between requests (429)."""
    total_seconds: float = 3_600.0
    """Maximum time of all requests together, without the waits between requests."""


class ApiClient:
    """Client of one server. Requests are sent one after another."""

    def __init__(
        self,
        address: RemoteAddress,
        token: ApiToken | None = None,
        limits: ClientLimits = ClientLimits(),  # noqa: B008  it is immutable
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self.sleep = sleep
        self._token = token
        self._limits = limits
        self._clock = clock
        self._headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": f"transtats/{__version__}",
            **({"Authorization": f"Token {token.value}"} if token else {}),
        }
        self._wait_left = limits.wait_seconds
        self._time_left = limits.total_seconds
        self._opener = _create_opener()

    def get_object(self, *path: str) -> dict[str, Any]:
        """Return the JSON object at a path of the API. Each segment of the path is escaped. Raises ServerError."""
        target = self._build_target(path)
        found = self._get_json(target, {})
        if not isinstance(found, dict):
            raise self._create_error("the answer is no JSON object", target)
        return found

    def get_list(self, *path: str, max_items: int, parameters: Mapping[str, str] | None = None) -> Iterator[Any]:
        """Yield the items of a list, page by page. `parameters` are added to the query of each request.

        Raises ServerError, for example if `max_items` is exceeded.
        """
        target = self._build_target(path)
        number = 0
        for page in range(1, MAX_PAGES + 1):
            number_of_page = {"page": page} if page > 1 else {}
            found = self._get_json(target, {"page_size": PAGE_SIZE, **number_of_page, **(parameters or {})})
            items = found.get("results") if isinstance(found, dict) else found
            if not isinstance(items, list):
                raise self._create_error("the answer is no list of results", target)
            number += len(items)
            if number > max_items:
                raise self._create_error(f"the list has more than {max_items:,} items", target)
            yield from items
            # The address of the next page is not followed, because it may be that of another host.
            if not items or not isinstance(found, dict) or not found.get("next"):
                return
        raise self._create_error(f"the list has more than {MAX_PAGES:,} pages", target)

    def _get_json(self, target: str, parameters: Mapping[str, int | str]) -> Any:
        """Return the JSON value at a path of the API. If the server requires a wait (429), repeat the request."""
        if parameters:
            target = f"{target}?{urlencode(parameters)}"
        while True:
            status, headers, body = self._request(target)
            if status != _RETRIED_STATUS:
                break
            self._wait_for_retry(headers.get("retry-after", ""))
        if status != 200:
            kind = NotFoundOnServerError if status == 404 else ServerError
            raise self._create_error(self._describe_status(status, headers, body, target), target, kind)
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            shown = media_type[:40] or "nothing"
            raise self._create_error(
                f"the answer is {shown}, not JSON; is this the address of a Weblate server?", target
            )
        try:
            return json.loads(body)
        except RecursionError as error:
            raise self._create_error("the JSON of the answer is nested too deeply", target) from error
        except ValueError as error:
            raise self._create_error("the answer is no valid JSON", target) from error

    def _wait_for_retry(self, retry_after: str) -> None:
        """Wait as long as the server requires. Raises ServerError if all waits together would take too long."""
        number = retry_after.strip()[:9]
        seconds = float(number) if number.isdecimal() else _DEFAULT_DELAY_SECONDS
        if seconds > self._wait_left:
            raise ServerError(
                f"{self.address.origin} allows no more requests for {seconds:.0f} seconds (429); the limit is"
                f" {self._limits.wait_seconds:.0f} seconds. Try again later, or raise --max-wait. With a token,"
                " a server allows more requests."
            )
        # A server could require a wait of 0 seconds again and again.
        seconds = max(seconds, _MIN_DELAY_SECONDS)
        self._wait_left -= seconds
        self.sleep(seconds)

    def _describe_status(self, status: int, headers: Message, body: bytes, target: str) -> str:
        """Return the reason why a response with another status than 200 cannot be used."""
        if 300 <= status < 400:
            place = describe_redirect(headers.get("location", ""), self.address, target)
            return f"redirects are not followed; if you trust this server, use --against {place}"
        if status == 401 and self._token:
            advice = "create a new one in the settings of your account on the server"
            return f"the server rejects the token from {self._token.origin} (401); {advice}"
        if status == 401:
            return f"the server requires a token (401); put one into {TOKEN_VARIABLES[0]} or {TOKEN_VARIABLES[1]}"
        detail = read_detail(body)
        if status == 404:
            advice = "check the names, or give those of the server with --project-on-server and --component-on-server"
            # A Weblate server answers in JSON if it lacks an object.
            if not detail:
                advice = f"check if {self.address.api_url} is the API of a Weblate server, and {advice}"
            private = "" if self._token else "; a private project needs a token"
            return f"not found (404); {advice}{private}"
        reason = {403: "the user of the token may not read this (403)"}.get(status, f"the server answered {status}")
        return f"{reason}: {detail}" if detail else reason

    def _build_target(self, segments: Sequence[str]) -> str:
        """Return a path of the API. A segment with a slash, such as `category/component`, is escaped twice."""
        escaped = (quote(segment, safe="") if "/" in segment else segment for segment in segments)
        return self.address.path + "".join(f"{quote(segment, safe='')}/" for segment in escaped)

    def _create_error(self, reason: str, target: str, kind: type[ServerError] = ServerError) -> ServerError:
        return kind(f"{self.address.origin}{target.partition('?')[0]}: {reason}")

    def _request(self, target: str) -> tuple[int, Message, bytes]:
        """Send a request and return status, headers and body. Raises ServerError."""
        seconds = min(self._limits.request_seconds, self._time_left)
        if seconds <= 0:
            raise self._create_error(self._describe_timeout(seconds), target)
        request = Request(self.address.origin + target, headers=self._headers)  # noqa: S310  http or https
        response: Future[tuple[int, Message, bytes]] = Future()

        def fetch() -> None:
            try:
                with self._opener.open(request, timeout=seconds) as opened:
                    response.set_result((opened.status, opened.headers, _read_body(opened)))
            except Exception as error:
                response.set_exception(error)

        start = self._clock()
        # A server that sends a byte now and then never reaches the time limit of the socket, so the time of a thread is
        # limited. A daemon does not keep the program from ending.
        Thread(target=fetch, daemon=True).start()
        try:
            return response.result(seconds)
        except (OSError, HTTPException, ValueError) as error:
            cause = error.reason if isinstance(error, URLError) and isinstance(error.reason, OSError) else error
            is_late = isinstance(cause, TimeoutError)
            reason = self._describe_timeout(seconds) if is_late else describe_failure(cause)
            raise self._create_error(reason, target) from error
        finally:
            self._time_left -= self._clock() - start

    def _describe_timeout(self, seconds: float) -> str:
        if seconds < self._limits.request_seconds:
            return f"all requests together took longer than {self._limits.total_seconds:g} seconds; raise --max-time"
        return f"no complete answer within {seconds:g} seconds; raise --timeout"


def _create_opener() -> OpenerDirector:
    """Return an opener that returns every response: it follows no redirect, and errors are responses."""
    opener = OpenerDirector()
    # The proxy forwards encrypted bytes, and receives no token.
    proxies = {scheme: proxy for scheme, proxy in getproxies().items() if scheme == "https"}
    for handler in (ProxyHandler(proxies), HTTPHandler(), HTTPSHandler(context=ssl.create_default_context())):
        opener.add_handler(handler)
    return opener


def _read_body(response: HTTPResponse) -> bytes:
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise HTTPException("the answer is compressed, which was not requested")
    body = response.read(MAX_RESPONSE_BYTES + 1)
    if len(body) > MAX_RESPONSE_BYTES:
        raise ValueError(f"the answer is larger than {MAX_RESPONSE_BYTES // 1_000_000} MB")
    if response.length:
        raise HTTPException("its end is missing")
    return body


def describe_failure(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the certificate of the server is not valid: {error.verify_message.rstrip('.')}; if its authority is your"
            " own, set the environment variable SSL_CERT_FILE to the file with the certificate of the authority"
        )
    if isinstance(error, ssl.SSLError):
        reason = getattr(error, "reason", "") or "TLS error"
        return f"no encrypted connection is possible ({reason}); check if the address begins with http://"
    if isinstance(error, ConnectionRefusedError):
        return "the server refuses the connection"
    if isinstance(error, ConnectionError):
        return "the server closed the connection"
    if isinstance(error, OSError):
        return f"the server cannot be reached: {error.strerror or error}"
    return (
        f"the answer is not valid HTTP: {error}"[:_MAX_DETAIL_LENGTH] if str(error) else "the answer is not valid HTTP"
    )


def describe_redirect(location: str, address: RemoteAddress, target: str) -> str:
    """Return the address of the server in a redirect, without the path of the request.

    If `location` is not a valid URL, return `another address`.
    """
    try:
        parts = urlsplit(location)
    except ValueError:
        return "another address"
    host = f"{parts.scheme or address.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else address.origin
    path = parts.path.removesuffix(target.partition("?")[0].removeprefix(address.path.removesuffix("api/")))
    return f"{host}{path}"[:_MAX_DETAIL_LENGTH]


def read_detail(body: bytes) -> str:
    """Return the message in the body of an error response. Empty if the body contains no message."""
    try:
        found = json.loads(body)
        errors = found.get("errors") if isinstance(found, dict) else None
        detail = errors[0]["detail"] if errors else found["detail"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return " ".join(str(detail).split())[:_MAX_DETAIL_LENGTH]
