"""Check of addresses."""

import re
from ipaddress import IPv6Address
from urllib.parse import urlsplit

from transtats_cli.checks.subject import CheckedString

_MAX_URL_LENGTH = 2048
_MAX_HOST_LENGTH = 253
# A host name contains letters and digits of ASCII, `-`, `.`, and the characters from U+00A1 to U+FFFF. The classes list
# all other characters, because that compiles much faster.
_RANGES_OUTSIDE_NAMES = r":-@\[-`{-\u00a0\U00010000-\U0010ffff"
_LABEL_REGEX = rf"(?!-)[^\0-,./{_RANGES_OUTSIDE_NAMES}]{{1,63}}(?<!-)"
_TOP_LEVEL_REGEX = rf"(?!-)(?:[^\0-,.-9{_RANGES_OUTSIDE_NAMES}]{{2,63}}|(?i:xn--[a-z0-9]{{1,59}}))(?<!-)"
_BYTE_REGEX = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_HOST_REGEX = (
    rf"(?:\[(?P<ipv6>[0-9A-Fa-f:.]{{1,39}})\]|{_BYTE_REGEX}(?:\.{_BYTE_REGEX}){{3}}"
    rf"|(?ai:localhost)|(?:{_LABEL_REGEX}\.)+{_TOP_LEVEL_REGEX}\.?)"
)
_URL_REGEX = rf"(?ai:https?|ftps?)://(?:[^\s:@/]+(?::[^\s:@/]*)?@)?{_HOST_REGEX}(?::[0-9]{{1,5}})?(?:[/?#]\S*)?"


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
    found = re.fullmatch(_URL_REGEX, text) if len(text) <= _MAX_URL_LENGTH else None
    if found is None:
        return False
    try:
        if found["ipv6"]:
            IPv6Address(found["ipv6"])
        host = urlsplit(text).hostname
    except ValueError:
        return False
    return host is not None and len(host) <= _MAX_HOST_LENGTH
