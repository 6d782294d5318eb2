"""Parsing of origins, proxies and paths in options."""

from collections.abc import Callable

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.options import parse_origins, parse_proxies, parse_root_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*", "*"),
        ("null", "null"),
        ("https://example.org", "https://example.org"),
        ("https://Example.org/", "https://example.org"),
        ("https://example.org:443", "https://example.org"),
        ("http://example.org:443", "http://example.org:443"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("moz-extension://0c1f", "moz-extension://0c1f"),
    ],
)
def test_an_origin_is_normalised_as_browsers_send_it(text: str, expected: str) -> None:
    assert parse_origins([text]) == {expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("*", "*"),
        ("127.0.0.1, ::1", "127.0.0.1,::1"),
        ("10.0.0.0/8", "10.0.0.0/8"),
    ],
)
def test_proxies_are_addresses_or_networks(text: str, expected: str) -> None:
    assert parse_proxies(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("", ""), ("/", ""), ("t", "/t"), ("/a/b/", "/a/b")])
def test_a_root_path_begins_with_a_slash_and_does_not_end_with_one(text: str, expected: str) -> None:
    assert parse_root_path(text) == expected


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (lambda text: parse_origins([text]), "example.org", "--cors-origin: 'example.org'"),
        (lambda text: parse_origins([text]), "https://example.org/path", "--cors-origin"),
        (lambda text: parse_origins([text]), "https://a.org,https://b.org", "--cors-origin"),
        (lambda text: parse_origins([text]), "", "--cors-origin"),
        (parse_proxies, "proxy", "--forwarded-allow-ips: 'proxy'"),
        (parse_proxies, "127.0.0.1,10.0.0.1/8", "'10.0.0.1/8'"),
        (parse_root_path, "/a b", "--root-path: '/a b'"),
        (parse_root_path, "/a?b", "--root-path"),
        (parse_root_path, "/číslo", "--root-path"),
    ],
)
def test_an_error_names_the_option_and_the_invalid_value(
    parse: Callable[[str], object], text: str, message: str
) -> None:
    with pytest.raises(TranstatsError) as caught:
        parse(text)
    assert message in str(caught.value)
