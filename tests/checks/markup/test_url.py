"""The translation of an address is an address, too."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    "target",
    [
        pytest.param("https://example.com", id="https"),
        pytest.param("http://example.com", id="http"),
        pytest.param("ftp://example.com", id="ftp"),
        pytest.param("FTPS://EXAMPLE.COM", id="capitals"),
        pytest.param("https://example.com/a?b=c#d", id="path, query and fragment"),
        pytest.param("https://example.com?b=c", id="query without a path"),
        pytest.param("https://example.com#d", id="fragment without a path"),
        pytest.param("https://example.com:8080/", id="port"),
        pytest.param("https://example.com:99999", id="a port of five digits"),
        pytest.param("https://user:secret@example.com/", id="user and password"),
        pytest.param("https://user@example.com", id="user"),
        pytest.param("https://example.com?x@invalid", id="an at sign after the host"),
        pytest.param("https://localhost:8000/", id="localhost"),
        pytest.param("https://127.0.0.1/", id="IPv4"),
        pytest.param("http://[::1]:80/", id="IPv6"),
        pytest.param("http://[::ffff:1.2.3.4]/", id="IPv4 in IPv6"),
        pytest.param("https://příklad.cz/á", id="letters of other languages"),
        pytest.param("https://例え.テスト/", id="other scripts"),
        pytest.param("https://xn--p1ai.xn--p1ai", id="letters as ASCII"),
        pytest.param("https://example.com.", id="a final dot"),
        pytest.param("https://a--b.example.com", id="hyphens inside"),
        pytest.param(f"https://{'a' * 63}.com", id="the longest label"),
        pytest.param(f"https://example.com/{'a' * 2028}", id="the longest address"),
    ],
)
def test_a_translation_that_is_an_address_passes(problem_of: Problem, target: str) -> None:
    assert problem_of("url", "x", target, "url") is None


@pytest.mark.parametrize(
    "target",
    [
        pytest.param("", id="empty"),
        pytest.param("example.com", id="no scheme"),
        pytest.param("mailto:a@example.com", id="another scheme"),
        pytest.param("sftp://example.com", id="yet another scheme"),
        pytest.param("https://", id="no host"),
        pytest.param("https:///example.com", id="no host but a path"),
        pytest.param("https://example", id="no top level"),
        pytest.param("https://example.c", id="a top level of one letter"),
        pytest.param("https://example.123", id="a top level of digits"),
        pytest.param("https://-a.com", id="a hyphen first"),
        pytest.param("https://a-.com", id="a hyphen last"),
        pytest.param("https://a..com", id="an empty label"),
        pytest.param("https://a_b.com", id="an underscore"),
        pytest.param(f"https://{'a' * 64}.com", id="a label that is too long"),
        pytest.param(f"https://{'a.' * 126}example.com", id="a host that is too long"),
        pytest.param(f"https://example.com/{'a' * 2029}", id="an address that is too long"),
        pytest.param("https://example.com:", id="an empty port"),
        pytest.param("https://example.com:123456", id="a port of six digits"),
        pytest.param("https://256.0.0.1", id="no IPv4"),
        pytest.param("https://01.2.3.4", id="a leading zero in IPv4"),
        pytest.param("http://[::g]/", id="no IPv6"),
        pytest.param("http://[1.2.3.4]/", id="IPv4 in brackets"),
        pytest.param("https://a[b@example.com/", id="a bracket in the user"),
        pytest.param("https://example.com/a b", id="a blank inside"),
        pytest.param(" https://example.com", id="a blank before the address"),
        pytest.param("https://example.com ", id="a blank after the address"),
        pytest.param("https://example.com\n", id="a line break after the address"),
        pytest.param("https://example.com/\ta", id="a tab inside"),
        pytest.param("https://exa😀mple.com", id="beyond the basic plane"),
    ],
)
def test_a_translation_that_is_not_an_address_fails(problem_of: Problem, target: str) -> None:
    assert problem_of("url", "x", target, "url") is not None


def test_any_translation_of_an_empty_source_passes(problem_of: Problem) -> None:
    assert problem_of("url", "", "x", "url") is None


def test_every_plural_form_is_an_address(problem_of: Problem) -> None:
    assert problem_of("url", ["a", "b"], ["https://a.de", "https://b.de"], "url") is None
    assert problem_of("url", ["a", "b"], ["https://a.de", ""], "url") == "in plural form 2, the address is missing"
