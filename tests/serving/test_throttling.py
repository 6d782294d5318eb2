"""How often one client may ask."""

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.serving import throttling
from transtats_cli.serving.throttling import RateLimit, RateLimiter, parse_rate_limit


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
def test_a_rate_is_read(text: str, expected: RateLimit) -> None:
    assert parse_rate_limit(text) == expected


@pytest.mark.parametrize("text", ["", "100", "0/day", "-1/day", "1/week", "1/days", "1 / day", "9999999999/s"])
def test_what_is_no_rate_is_named(text: str) -> None:
    with pytest.raises(TranstatsError, match="--rate-limit"):
        parse_rate_limit(text)


def test_requests_are_counted_until_the_period_ends() -> None:
    throttle = RateLimiter(RateLimit(2, 60))
    turns = [throttle.count_request("a", now) for now in (0.0, 1.0, 2.5, 60.0)]
    assert [turn.is_allowed for turn in turns] == [True, True, False, True]
    assert [turn.remaining for turn in turns] == [1, 0, 0, 1]
    assert [turn.reset for turn in turns] == [60, 59, 58, 60]


def test_each_client_is_counted_alone() -> None:
    throttle = RateLimiter(RateLimit(1, 60))
    assert [throttle.count_request(client, 0).is_allowed for client in ("a", "b", "a", "b")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_household_is_one_client() -> None:
    throttle = RateLimiter(RateLimit(1, 60))
    clients = ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "fe80::1%eth0")
    assert [throttle.count_request(client, 0).is_allowed for client in clients] == [True, False, True, True]


def test_an_address_of_ipv4_is_one_client_by_its_longer_name_too() -> None:
    throttle = RateLimiter(RateLimit(1, 60))
    clients = ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1", "::1", "::nonsense")
    assert [throttle.count_request(client, 0).is_allowed for client in clients] == [True, True, False, True, True]


def test_only_so_many_clients_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "_MOST_CLIENTS", 2)
    throttle = RateLimiter(RateLimit(1, 60))
    assert all(throttle.count_request(str(number), 0).is_allowed for number in range(1_000))
    assert not throttle.count_request("999", 0).is_allowed


def test_the_headers_say_what_is_left() -> None:
    assert RateLimiter(RateLimit(100, 86_400)).count_request("a", 0).headers == [
        (b"x-ratelimit-limit", b"100"),
        (b"x-ratelimit-remaining", b"99"),
        (b"x-ratelimit-reset", b"86400"),
    ]
