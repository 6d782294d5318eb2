"""Headers of all responses."""

import pytest

from transtats_cli.serving.http import exchange
from transtats_cli.serving.options import ServeOptions

ORIGIN = b"https://dashboard.example.org"


@pytest.mark.parametrize(
    ("options", "vary"),
    [
        (ServeOptions("/"), b"Accept"),
        (ServeOptions("/", gzip=True), b"Accept, Accept-Encoding"),
        (ServeOptions("/", cors_origins=frozenset({"*"})), b"Accept, Origin"),
        (ServeOptions("/", gzip=True, cors_origins=frozenset({"*"})), b"Accept, Accept-Encoding, Origin"),
    ],
)
def test_vary_depends_on_the_options(options: ServeOptions, vary: bytes) -> None:
    assert dict(exchange.common_headers(options))[b"vary"] == vary


def test_strict_transport_security_is_sent_for_https() -> None:
    plain, safe = ServeOptions("/", "http://x.org"), ServeOptions("/", "https://x.org")
    assert b"strict-transport-security" not in dict(exchange.common_headers(plain))
    assert b"strict-transport-security" in dict(exchange.common_headers(safe))


def test_responses_of_a_server_with_tokens_are_private() -> None:
    assert (
        dict(exchange.common_headers(ServeOptions("/", tokens=frozenset({b"x"}))))[b"cache-control"]
        == b"private, no-cache"
    )


@pytest.mark.parametrize(
    ("allowed", "origin", "expected"),
    [
        pytest.param({ORIGIN.decode()}, ORIGIN, ORIGIN, id="named"),
        pytest.param({"*"}, ORIGIN, ORIGIN, id="all"),
        pytest.param({ORIGIN.decode()}, b"https://dashboard.example.org.evil.example", None, id="longer-host-name"),
        pytest.param({ORIGIN.decode()}, b"null", None, id="null origin"),
        pytest.param({ORIGIN.decode()}, None, None, id="no-origin"),
        pytest.param(set(), ORIGIN, None, id="none"),
    ],
)
def test_only_named_origins_get_cors_headers(allowed: set[str], origin: bytes | None, expected: bytes | None) -> None:
    options = ServeOptions("/", cors_origins=frozenset(allowed))
    assert dict(exchange.cors_headers(origin, options)).get(b"access-control-allow-origin") == expected
    if origin is not None:
        headers = exchange.cors_headers(origin, options, is_preflight=True)
        assert dict(headers).get(b"access-control-allow-origin") == expected
