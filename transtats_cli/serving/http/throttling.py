"""Rate limit: maximum number of requests of each client in a period."""

import ipaddress
import math
import re
from collections import OrderedDict
from typing import NamedTuple

from transtats_cli.errors import TranstatsError

_SECONDS_BY_PERIOD = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_MAX_CLIENTS = 100_000
"""Maximum number of clients whose requests are counted. The least recently active client is removed first."""


class RateLimit(NamedTuple):
    """Maximum number of requests in a period. `period_seconds` is the length of the period."""

    max_requests: int
    period_seconds: int


class RateLimitStatus(NamedTuple):
    """Rate limit of a client after one more request.

    `is_allowed` is False if the client has already sent `max_requests` requests in the current period.
    """

    is_allowed: bool
    max_requests: int
    remaining_requests: int
    reset_seconds: int
    """Number of seconds until the current period of the client ends."""

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (b"x-ratelimit-limit", b"%d" % self.max_requests),
            (b"x-ratelimit-remaining", b"%d" % self.remaining_requests),
            (b"x-ratelimit-reset", b"%d" % self.reset_seconds),
        ]


def parse_rate_limit(text: str) -> RateLimit:
    """Parse a rate limit such as `100/day`, `5000/h` or `10/second`. Raises TranstatsError."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})/(s|m|h|d|sec|min|second|minute|hour|day)", text)
    if match is None:
        raise TranstatsError(f"--rate-limit: {text!r} is not a rate; write 100/day, 5000/hour, 60/minute or 10/second")
    return RateLimit(int(match[1]), _SECONDS_BY_PERIOD[match[2][0]])


class RateLimiter:
    """Counts the requests of each client in the current period.

    The period of a client begins with the client's first request. After its end, the next request begins a new period.
    """

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._counts_by_client: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def count_request(self, client: str, now: float) -> RateLimitStatus:
        requests, seconds = self._rate
        name = _find_client_network(normalise_address(client))
        start, count = self._counts_by_client.pop(name, (now, 0))
        if now >= start + seconds:
            start, count = now, 0
        is_allowed = count < requests
        count += is_allowed
        self._counts_by_client[name] = (start, count)
        if len(self._counts_by_client) > _MAX_CLIENTS:
            self._counts_by_client.popitem(last=False)
        return RateLimitStatus(is_allowed, requests, requests - count, max(1, math.ceil(seconds - (now - start))))


def normalise_address(client_address: str) -> str:
    """Return an IPv4-mapped IPv6 address as an IPv4 address, and any other address unchanged."""
    if not client_address.startswith("::"):
        return client_address
    try:
        mapped = ipaddress.IPv6Address(client_address.partition("%")[0]).ipv4_mapped
    except ValueError:
        return client_address
    return client_address if mapped is None else str(mapped)


def _find_client_network(client_address: str) -> str:
    """Return the /64 network of an IPv6 address, because one client can use all addresses of this network.

    Return any other address unchanged.
    """
    if ":" not in client_address:
        return client_address
    try:
        return str(ipaddress.ip_network((client_address.partition("%")[0], 64), strict=False))
    except ValueError:
        return client_address
