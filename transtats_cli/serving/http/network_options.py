"""Parse network options: allowed CORS origins, trusted proxies and the root path."""

import ipaddress
import re
from collections.abc import Iterable

from transtats_cli.errors import TranstatsError

_ORIGIN_PATTERN = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[^\s/?#\\@:\[\]]+)(:[0-9]{1,5})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def parse_origins(texts: Iterable[str]) -> frozenset[str]:
    """Return CORS origins in the form that browsers send. Raises TranstatsError if a text is not an origin."""
    return frozenset(map(_normalise_origin, texts))


def _normalise_origin(text: str) -> str:
    if text in ("*", "null"):
        return text
    match = _ORIGIN_PATTERN.fullmatch(text.lower().removesuffix("/"))
    if match is None or not text.isascii():
        raise TranstatsError(
            f"--cors-origin: {text!r} is not an origin; write https://dashboard.example.org, or * for all"
        )
    scheme, host, port = match.groups()
    return f"{scheme}://{host}{'' if port in (None, _DEFAULT_PORTS.get(scheme)) else port}"


def parse_proxies(text: str) -> str:
    """Return comma-separated IP addresses and networks without blanks, or `*`.

    Host names are not allowed. Raises TranstatsError if the text is invalid.
    """
    if text.strip() == "*":
        return "*"
    proxies = [each.strip() for each in text.split(",") if each.strip()]
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise TranstatsError(
                f"--forwarded-allow-ips: {proxy!r} is not an IP address; write 127.0.0.1, 10.0.0.0/8, or * for all"
            ) from error
    return ",".join(proxies)


def parse_root_path(text: str) -> str:
    """Return a URL path that begins with a slash and does not end with a slash, or "" for the path `/`.

    Raises TranstatsError if the text is not a URL path.
    """
    path = text.strip("/")
    if not re.fullmatch(r"[!-~]*", path) or set(path) & set("?#\\"):
        raise TranstatsError(f"--root-path: {text!r} is not a URL path; write /translations")
    return f"/{path}" if path else ""
