"""Rate limits per client."""

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.http import access
from transtats_cli.serving.http.access import RateLimiter
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import RateLimit, parse_rate_limit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100/day", RateLimit(100, 86_400)),
        ("5000/hour", RateLimit(5_000, 3_600)),
        ("60/m", RateLimit(60, 60)),
        ("60/min", RateLimit(60, 60)),
        ("1/s", RateLimit(1, 1)),
    ],
)
def test_a_rate_is_parsed(text: str, expected: RateLimit) -> None:
    assert parse_rate_limit(text) == expected


@pytest.mark.parametrize("text", ["", "100", "0/day", "-1/day", "1/week", "1/days", "1 / day", "9999999999/s"])
def test_an_invalid_rate_is_an_error(text: str) -> None:
    with pytest.raises(TranstatsError, match="--rate-limit"):
        parse_rate_limit(text)


def count_requests(limiter: RateLimiter, *requests: tuple[str, float]) -> list[tuple[bool, int, int]]:
    """Send requests, given by client and time.

    For each, return True if it is allowed, the number of remaining requests, and the seconds until the period ends.
    """
    results = []
    for client, now in requests:
        try:
            headers, is_allowed = dict(limiter.count_request(client, now)), True
        except HttpProblem as problem:
            headers, is_allowed = dict(problem.headers), False
        results.append((is_allowed, int(headers[b"x-ratelimit-remaining"]), int(headers[b"x-ratelimit-reset"])))
    return results


def find_allowed(limiter: RateLimiter, *clients: str) -> list[bool]:
    return [is_allowed for is_allowed, *_ in count_requests(limiter, *((client, 0) for client in clients))]


def test_requests_are_counted_until_the_period_ends() -> None:
    requests = [("a", now) for now in (0.0, 1.0, 2.5, 60.0)]
    assert count_requests(RateLimiter(RateLimit(2, 60)), *requests) == [
        (True, 1, 60),
        (True, 0, 59),
        (False, 0, 58),
        (True, 1, 60),
    ]


def test_a_period_that_begins_with_the_request_has_its_whole_length() -> None:
    """The sum of a time and a period is rounded: 50000.004 + 86400 - 50000.004 is more than 86400."""
    results = count_requests(RateLimiter(RateLimit(1, 86_400)), ("a", 50_000.004), ("a", 50_000.004))
    assert [seconds for *_, seconds in results] == [86_400, 86_400]


def test_clients_are_counted_separately() -> None:
    assert find_allowed(RateLimiter(RateLimit(1, 60)), "a", "b", "a", "b") == [True, True, False, False]


def test_addresses_of_one_ipv6_network_are_one_client() -> None:
    clients = ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "fe80::1%eth0")
    assert find_allowed(RateLimiter(RateLimit(1, 60)), *clients) == [True, False, True, True]


def test_an_ipv4_mapped_address_is_the_same_client() -> None:
    clients = ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1", "::1", "::nonsense")
    assert find_allowed(RateLimiter(RateLimit(1, 60)), *clients) == [True, True, False, True, True]


def test_the_number_of_counted_clients_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_MAX_CLIENTS", 2)
    limiter = RateLimiter(RateLimit(1, 60))
    assert all(find_allowed(limiter, *map(str, range(1_000))))
    assert find_allowed(limiter, "999") == [False]


def test_the_headers_contain_limit_and_remaining_requests() -> None:
    assert RateLimiter(RateLimit(100, 86_400)).count_request("a", 0) == [
        (b"x-ratelimit-limit", b"100"),
        (b"x-ratelimit-remaining", b"99"),
        (b"x-ratelimit-reset", b"86400"),
    ]


@pytest.mark.parametrize(("seconds", "text"), [(86_400, "86400 seconds"), (1, "1 second")])
def test_the_response_to_too_many_requests_contains_the_time_to_wait(seconds: int, text: str) -> None:
    limiter = RateLimiter(RateLimit(1, seconds))
    limiter.count_request("a", 0)
    with pytest.raises(HttpProblem) as caught:
        limiter.count_request("a", 0)
    assert caught.value.detail == f"Request was throttled. Expected available in {text}."
    assert caught.value.headers[0] == (b"retry-after", b"%d" % seconds)
