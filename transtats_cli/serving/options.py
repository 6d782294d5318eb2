"""Options of the HTTP server."""

from typing import NamedTuple

from transtats_cli.budget import DEFAULT_SCAN_SECONDS
from transtats_cli.serving.http.throttling import RateLimit
from transtats_cli.settings.layers import NO_OVERRIDES, Overrides


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
    extended: bool = False
    """True if statistics contain the words and characters of every state, unless a request has `extended=false`."""
    editor_link: str = ""
    """Template of the links that open a string in an editor, with `{path}` and `{line}`. Empty if there are none."""
