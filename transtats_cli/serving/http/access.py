"""Access of clients: tokens, sessions of browsers, and rate limits. Only digests of tokens and sessions are stored.

A client of the API sends the token in the header Authorization. A browser sends a cookie instead, after a login.
"""

import hmac
import ipaddress
import math
import secrets
from collections import OrderedDict

from transtats_cli.serving.http import problems
from transtats_cli.serving.http.exchange import Exchange
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.http.response_cache import Header
from transtats_cli.serving.options import RateLimit, digest_token

COOKIE_NAME = b"transtats_session"
_MAX_SESSIONS = 10_000
"""Maximum number of open sessions. The oldest one ends first."""
_MAX_CLIENTS = 100_000
"""Maximum number of clients whose requests are counted. The least recently active client is removed first."""
_LOGIN_RATE = RateLimit(max_requests=30, period_seconds=600)
"""Rate limit of the login form. It does not depend on the options, so nobody can try many tokens."""


class AccessControl:
    """Checks the token or the session of a request, and counts the requests of each client.

    If there are no tokens, nobody needs one. The value of a session cookie is random. All sessions end when the server
    ends.
    """

    def __init__(self, token_digests: frozenset[bytes], rate_limit: RateLimit | None = None) -> None:
        self._token_digests = token_digests
        self._open_sessions: OrderedDict[bytes, None] = OrderedDict()
        self._login_limiter = RateLimiter(_LOGIN_RATE)
        self._rate_limiter = RateLimiter(rate_limit) if rate_limit else None

    def check_access(self, exchange: Exchange) -> None:
        """Check the token or the session, and the rate limit of a request. Raises HttpProblem."""
        authorization = exchange.headers.get(b"authorization")
        if authorization is not None or not self.is_open_session(exchange.headers.get(b"cookie")):
            self.authenticate(authorization)
        self._count_request(exchange)

    def check_login_rate(self, exchange: Exchange) -> None:
        """Count an attempt to log in. Raises HttpProblem if the client has made too many."""
        self._count_request(exchange)
        self._login_limiter.count_request(exchange.client, exchange.arrival_time)

    def authenticate(self, authorization: bytes | None) -> None:
        """Check the Authorization header of a request. Raises HttpProblem if the header is missing or invalid.

        If no tokens are configured, the header is ignored, because clients such as wlc may have a key for all servers.
        """
        if not self._token_digests:
            return
        if authorization is None:
            raise problems.not_authenticated()
        scheme, *rest = authorization.split() or [b""]
        if scheme.lower() not in (b"token", b"bearer"):
            raise HttpProblem(401, "Unsupported authentication scheme. Use Token or Bearer.")
        if not rest:
            raise HttpProblem(401, "Invalid token header. No credentials provided.")
        if len(rest) > 1:
            raise HttpProblem(401, "Invalid token header. Token string should not contain spaces.")
        if not self._is_valid_token(rest[0]):
            raise HttpProblem(401, "Invalid token.")

    def open_session(self, token: bytes) -> bytes | None:
        """Return the value of the cookie of a new session, or None if the token is not valid."""
        if not self._is_valid_token(token):
            return None
        value = secrets.token_hex(32).encode()
        self._open_sessions[digest_token(value)] = None
        if len(self._open_sessions) > _MAX_SESSIONS:
            self._open_sessions.popitem(last=False)
        return value

    def is_open_session(self, cookie_header: bytes | None) -> bool:
        """Return True if the Cookie header of a request contains the cookie of an open session."""
        return any(digest in self._open_sessions for digest in _digest_cookies(cookie_header))

    def close_session(self, cookie_header: bytes | None) -> None:
        """Close the session whose cookie is in the Cookie header of a request."""
        for digest in _digest_cookies(cookie_header):
            self._open_sessions.pop(digest, None)

    def _is_valid_token(self, token: bytes) -> bool:
        # The comparison takes constant time, so the duration reveals nothing about the tokens.
        digest = digest_token(token)
        return sum(hmac.compare_digest(digest, valid) for valid in self._token_digests) > 0

    def _count_request(self, exchange: Exchange) -> None:
        if self._rate_limiter is not None:
            exchange.extra_headers += self._rate_limiter.count_request(exchange.client, exchange.arrival_time)


def _digest_cookies(cookie_header: bytes | None) -> list[bytes]:
    """Return the digests of the session cookies in a Cookie header.

    The duration of a lookup of a digest reveals nothing about the values of other sessions.
    """
    parts = (part.partition(b"=") for part in (cookie_header or b"").replace(b",", b";").split(b";"))
    return [digest_token(value.strip()) for name, _, value in parts if name.strip() == COOKIE_NAME]


def make_cookie_header(value: bytes, path: str, *, is_secure: bool) -> bytes:
    """Return the content of a Set-Cookie header for the session cookie. An empty `value` deletes the cookie.

    Scripts cannot read the cookie. Browsers send it only for `path` and the paths below, and if `is_secure` is True,
    only over HTTPS.
    """
    lifetime = b"" if value else b"; Max-Age=0"
    secure = b"; Secure" if is_secure else b""
    return b"%b=%b; Path=%b; HttpOnly; SameSite=Strict%b%b" % (COOKIE_NAME, value, path.encode(), lifetime, secure)


class RateLimiter:
    """Counts the requests of each client in the current period.

    The period of a client begins with the client's first request. After its end, the next request begins a new period.
    """

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._counts_by_client: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def count_request(self, client: str, now: float) -> list[Header]:
        """Count a request at the time `now`, and return headers with the limit and the rest of it.

        Raises HttpProblem (429) with these headers if the client has already sent all requests of its current period.
        """
        requests, seconds = self._rate
        name = normalise_address(client)
        if address := _parse_ipv6_address(name):
            # One client can use all addresses of a /64 network.
            name = str(ipaddress.ip_network((address, 64), strict=False))
        start, count = self._counts_by_client.pop(name, (now, 0))
        if now >= start + seconds:
            start, count = now, 0
        is_allowed = count < requests
        count += is_allowed
        self._counts_by_client[name] = (start, count)
        if len(self._counts_by_client) > _MAX_CLIENTS:
            self._counts_by_client.popitem(last=False)
        reset_seconds = max(1, math.ceil(seconds - (now - start)))
        headers = [
            (b"x-ratelimit-limit", b"%d" % requests),
            (b"x-ratelimit-remaining", b"%d" % (requests - count)),
            (b"x-ratelimit-reset", b"%d" % reset_seconds),
        ]
        if not is_allowed:
            duration = f"{reset_seconds} second{'' if reset_seconds == 1 else 's'}"
            problem = HttpProblem(429, f"Request was throttled. Expected available in {duration}.", reset_seconds)
            problem.headers += headers
            raise problem
        return headers


def normalise_address(client_address: str) -> str:
    """Return an IPv4-mapped IPv6 address as an IPv4 address, and any other address unchanged."""
    address = _parse_ipv6_address(client_address)
    return str(address.ipv4_mapped) if address is not None and address.ipv4_mapped else client_address


def _parse_ipv6_address(text: str) -> ipaddress.IPv6Address | None:
    try:
        return ipaddress.IPv6Address(text.partition("%")[0]) if ":" in text else None
    except ValueError:
        return None
