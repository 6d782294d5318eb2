"""Check of addresses."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import urlsplit

from transtats_cli.checks.subject import CheckedString

_SCHEMES = frozenset(("http", "https", "ftp", "ftps"))
_MAX_URL_LENGTH = 2048
_MAX_HOST_LENGTH = 253
_MAX_IPV6_LENGTH = 39
_USER_PART_PATTERN = re.compile(r"[^\s:@/]+(?::[^\s:@/]*)?@")
_AFTER_HOST_PATTERN = re.compile(r"(?::[0-9]{1,5})?(?:[/?#]\S*)?\Z")
_BRACKETED_IPV6_PATTERN = re.compile(r"\[([0-9a-f:.]+)\]", re.IGNORECASE)
# A host name contains letters and digits of ASCII, `-`, `.`, and the characters from U+00A1 to U+FFFF. The classes list
# all other characters, because that compiles much faster.
_RANGES_OUTSIDE_NAMES = r":-@\[-`{-\u00a0\U00010000-\U0010ffff"
_HOST_NAME_PATTERN = re.compile(rf"[^\0-,/{_RANGES_OUTSIDE_NAMES}]+")
_DOMAIN_LABEL_PATTERN = re.compile(rf"[^\0-,./{_RANGES_OUTSIDE_NAMES}]{{1,63}}")
_TOP_LEVEL_DOMAIN_PATTERN = re.compile(rf"[^\0-,.-9{_RANGES_OUTSIDE_NAMES}]{{2,63}}|(?i:xn--[a-z0-9]{{1,59}})")


def url(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    The translation of an address is an address, too.

    Good:  "https://docs.example.org/"  ->  "https://docs.example.org/cs/"
    Bad:   "https://docs.example.org/"  ->  "docs.example.org/cs"

    The flag `url` switches it on. An address begins with http, https, ftp or ftps, names a host (a domain with a top
    level, localhost, an IP address), has no blanks, and up to 2048 characters.
    """
    if not source or _is_url(target):
        return None
    return "the translation is not an address" if target else "the address is missing"


def _is_url(text: str) -> bool:
    if len(text) > _MAX_URL_LENGTH or any(character in text for character in "\t\r\n"):
        return False
    scheme, separator, rest = text.partition("://")
    if not separator or scheme.lower() not in _SCHEMES:
        return False
    user = _USER_PART_PATTERN.match(rest)
    if not _begins_with_host(rest) and not (user and _begins_with_host(rest[user.end() :])):
        return False
    try:
        host = urlsplit(text).hostname
    except ValueError:
        return False
    return host is not None and len(host) <= _MAX_HOST_LENGTH


def _begins_with_host(text: str) -> bool:
    """Return True if a text begins with a host that is followed by a port, a path, a query, a fragment or nothing."""
    bracketed = _BRACKETED_IPV6_PATTERN.match(text)
    host = bracketed or _HOST_NAME_PATTERN.match(text)
    if not host or not _AFTER_HOST_PATTERN.match(text, host.end()):
        return False
    if bracketed:
        return len(bracketed[1]) <= _MAX_IPV6_LENGTH and _is_ip_address(IPv6Address, bracketed[1])
    return _is_ip_address(IPv4Address, host[0]) or _is_domain(host[0])


def _is_ip_address(kind: type[IPv4Address] | type[IPv6Address], host: str) -> bool:
    try:
        kind(host)
    except AddressValueError:
        return False
    return True


def _is_domain(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    *labels, top_level = host.removesuffix(".").split(".")
    if not labels or not _TOP_LEVEL_DOMAIN_PATTERN.fullmatch(top_level) or _has_outer_hyphen(top_level):
        return False
    return all(_DOMAIN_LABEL_PATTERN.fullmatch(label) and not _has_outer_hyphen(label) for label in labels)


def _has_outer_hyphen(label: str) -> bool:
    return label.startswith("-") or label.endswith("-")
