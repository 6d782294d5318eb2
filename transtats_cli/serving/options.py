"""Options of the HTTP server, and parsers of those that are more than a number or a name."""

import ipaddress
import re
from codecs import BOM_UTF8
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.limits import DEFAULT_SCAN_SECONDS
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides

_ORIGIN_PATTERN = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[^\s/?#\\@:\[\]]+)(:[0-9]{1,5})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_SCHEME_PATTERN = re.compile(r"([a-z][a-z0-9+.-]*):", re.ASCII | re.IGNORECASE)
_SCRIPT_SCHEMES = frozenset({"javascript", "data", "vbscript"})
_SECONDS_BY_PERIOD = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class RateLimit(NamedTuple):
    """Maximum number of requests in a period. `period_seconds` is the length of the period."""

    max_requests: int
    period_seconds: int


class ServerLimits(NamedTuple):
    """Limits of one HTTP server: sizes and duration of requests, number of connections, and memory."""

    url_bytes: int = 8_192
    """Maximum size of a request's path and query, in bytes."""
    head_bytes: int = 32_768
    """Maximum size of a request line and the request headers together, in bytes."""
    body_bytes: int = 65_536
    """Maximum size in bytes of a request body that is read before the response is sent."""
    waiting_requests: int = 2_000
    """Maximum number of requests that wait for a response at the same time."""
    connections: int = 4_000
    event_streams: int = 500
    """Maximum number of open pages that are notified of changes at the same time."""
    head_seconds: float = 10.0
    """Maximum time in seconds from the first byte of a request to the end of its headers."""
    idle_seconds: int = 15
    """Maximum time in seconds that a connection stays open without a request."""
    response_seconds: float = 120.0
    """Maximum time in seconds to compute a response.

    After this time the request fails with status 503. A scan that has started continues, and later requests use the
    result of the scan.
    """
    page_wait_seconds: float = 4.0
    """Maximum time in seconds that a page of many components waits until all of them have been counted.

    After this time, the page shows the figures of the components that have been counted, and how many these are.
    """
    search_seconds: float = 2.0
    """Time in seconds after which a search over all components goes no further. Its page shows how far it went."""
    progress_check_seconds: float = 20.0
    """Interval in seconds between two checks of a slow client.

    A client that received almost nothing is disconnected.
    """
    cache_bytes: int = 64 * 1024 * 1024
    """Maximum size of the response cache, in bytes."""


class ServeOptions(NamedTuple):
    """Options of one run of `transtats serve`."""

    root: str
    """Absolute path of the directory that contains the translation files."""
    base_url: str = ""
    """Beginning of all URLs in responses, without a slash at the end. Empty until the server listens."""
    overrides: Overrides = NO_OVERRIDES
    excluded: tuple[str, ...] = ()
    """Patterns of folders that are not searched, in addition to those of the settings."""
    cors_origins: frozenset[str] = frozenset()
    tokens: frozenset[bytes] = frozenset()
    """SHA-256 digests of the accepted authentication tokens. If the set is empty, requests need no token."""
    rate_limit: RateLimit | None = None
    gzip: bool = False
    root_path: str = ""
    forwarded_allow_ips: str = ""
    log_format: str = "text"
    quiet: bool = False
    """True if requests are not logged."""
    verbose: bool = False
    """True if notes about skipped files are logged."""
    jobs: int = 2
    """Number of worker processes for requests about many components.

    A request for one component can use more processes.
    """
    cache_directory: str = ""
    """Path of the cache directory for dates from git. If the path is empty, dates are not stored on disk."""
    limits: ServerLimits = ServerLimits()
    check_time: float = DEFAULT_SCAN_SECONDS
    """Maximum processor time of the checks in one scan of a component, in seconds. 0 means no limit."""
    outdated: bool = False
    """True if the pages show outdated strings, for which the history of the files is read."""
    extended: bool = False
    """True if statistics contain the words and characters of every state, unless a request has `extended=false`."""
    editor_link: str = ""
    """Template of the links that open a string in an editor, with `{path}` and `{line}`. Empty if there are none."""


def read_tokens(path: str) -> frozenset[bytes]:
    """Return the digests of the tokens in a file. Raises TranstatsError.

    Each line contains one token. Empty lines and lines that begin with # are skipped.
    """
    try:
        with open(path, "rb") as file:
            lines = [line.strip() for line in file.read().removeprefix(BOM_UTF8).splitlines()]
    except OSError as error:
        raise TranstatsError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    tokens = [line for line in lines if line and not line.startswith(b"#")]
    if not tokens:
        raise TranstatsError(f"{path}: contains no token; write one on each line")
    if any(len(token.split()) > 1 for token in tokens):
        raise TranstatsError(f"{path}: a token must not contain spaces; write one on each line")
    return frozenset(map(digest_token, tokens))


def digest_token(token: bytes) -> bytes:
    return sha256(token).digest()


def parse_rate_limit(text: str) -> RateLimit:
    """Parse a rate limit such as `100/day`, `5000/h` or `10/second`. Raises TranstatsError."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})/(s|m|h|d|sec|min|second|minute|hour|day)", text)
    if match is None:
        raise TranstatsError(f"--rate-limit: {text!r} is not a rate; write 100/day, 5000/hour, 60/minute or 10/second")
    return RateLimit(int(match[1]), _SECONDS_BY_PERIOD[match[2][0]])


def parse_origins(texts: Iterable[str]) -> frozenset[str]:
    """Return CORS origins in the form that browsers send. Raises TranstatsError if a text is not an origin."""
    origins = set()
    for text in texts:
        match = _ORIGIN_PATTERN.fullmatch(text.lower().removesuffix("/"))
        if text in ("*", "null"):
            origins.add(text)
        elif match is None or not text.isascii():
            raise TranstatsError(
                f"--cors-origin: {text!r} is not an origin; write https://dashboard.example.org, or * for all"
            )
        else:
            scheme, host, port = match.groups()
            origins.add(f"{scheme}://{host}{'' if port in (None, _DEFAULT_PORTS.get(scheme)) else port}")
    return frozenset(origins)


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


def parse_editor_link(template: str) -> str:
    """Return the template of a link unchanged. An empty template is valid.

    Raises TranstatsError if the template has no scheme or does not contain `{path}`. Schemes of scripts such as
    `javascript:` are not allowed, because a script could read the pages.
    """
    if not template:
        return ""
    scheme = _SCHEME_PATTERN.match(template)
    if scheme is None or scheme[1].lower() in _SCRIPT_SCHEMES or "{path}" not in template:
        raise TranstatsError(
            f"--editor-link: {template!r} is no link to an editor; write vscode://file/{{path}}:{{line}}, for example"
        )
    return template
