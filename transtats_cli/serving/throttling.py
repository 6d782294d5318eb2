"""How often one client may ask."""

import ipaddress
import math
import re
from collections import OrderedDict
from typing import NamedTuple

from transtats_cli.errors import TranstatsError

_PERIODS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_MOST_CLIENTS = 100_000
"""That are remembered; whoever has not asked for the longest time is forgotten first."""


class RateLimit(NamedTuple):
    """So many requests in so many seconds."""

    requests: int
    seconds: int


class RateLimitStatus(NamedTuple):
    """One request of a client, and what is left to it."""

    is_allowed: bool
    limit: int
    remaining: int
    reset: int
    """Seconds until all requests are allowed again."""

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        return [
            (b"x-ratelimit-limit", b"%d" % self.limit),
            (b"x-ratelimit-remaining", b"%d" % self.remaining),
            (b"x-ratelimit-reset", b"%d" % self.reset),
        ]


def parse_rate_limit(text: str) -> RateLimit:
    """`100/day`, `5000/h`, `10/second`."""
    found = re.fullmatch(r"([1-9][0-9]{0,8})/(s|m|h|d|sec|min|second|minute|hour|day)", text)
    if found is None:
        raise TranstatsError(f"--rate-limit: {text!r} is no rate; write 100/day, 5000/hour, 60/minute or 10/second")
    return RateLimit(int(found[1]), _PERIODS[found[2][0]])


class RateLimiter:
    """Counts the requests of each client, from its first one until the period ends."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._clients: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def count_request(self, client: str, now: float) -> RateLimitStatus:
        requests, seconds = self._rate
        name = _client_network(normalise_address(client))
        began, count = self._clients.pop(name, (now, 0))
        if now >= began + seconds:
            began, count = now, 0
        is_allowed = count < requests
        count += is_allowed
        self._clients[name] = (began, count)
        if len(self._clients) > _MOST_CLIENTS:
            self._clients.popitem(last=False)
        return RateLimitStatus(is_allowed, requests, requests - count, max(1, math.ceil(began + seconds - now)))


def normalise_address(client: str) -> str:
    """The address as it is known: one of IPv4 has a longer name where IPv6 is listened for as well."""
    if not client.startswith("::"):
        return client
    try:
        mapped = ipaddress.IPv6Address(client.partition("%")[0]).ipv4_mapped
    except ValueError:
        return client
    return client if mapped is None else str(mapped)


def _client_network(client: str) -> str:
    """The client, or, where every household has addresses without number, all that it has."""
    if ":" not in client:
        return client
    try:
        return str(ipaddress.ip_network((client.partition("%")[0], 64), strict=False))
    except ValueError:
        return client
