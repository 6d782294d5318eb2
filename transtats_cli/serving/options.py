"""Options of the server."""

from typing import NamedTuple

from transtats_cli.budget import SCAN_SECONDS
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.serving.http.throttling import RateLimit


class ServerLimits(NamedTuple):
    """Limits on the resources of one server."""

    url_bytes: int = 8_192
    """Largest size of a request's path and query."""
    head_bytes: int = 32_768
    """Largest size of a request line and its headers together."""
    body_bytes: int = 65_536
    """Largest size of a request body that is read and discarded before the response."""
    requests: int = 2_000
    """Largest number of requests that wait for a response at the same time."""
    connections: int = 4_000
    head_seconds: float = 10.0
    """Time for a request to arrive, from its first byte to the end of its headers."""
    idle_seconds: int = 15
    """Time until the next request of a connection begins."""
    response_seconds: float = 120.0
    """Time to compute a response. The computation continues afterwards, for the next request."""
    stalled_seconds: float = 20.0
    """Time without progress after which a slow client is disconnected."""
    cache_bytes: int = 64 * 1024 * 1024
    """Size of the response cache."""


class ServeOptions(NamedTuple):
    """Options of one server."""

    root: str
    """Absolute path of the tree."""
    base_url: str = ""
    """Beginning of all links, without a slash at the end. Empty until the server listens."""
    overrides: Overrides = Overrides()
    cors_origins: frozenset[str] = frozenset()
    tokens: frozenset[bytes] = frozenset()
    """Digests of the accepted tokens. If empty, no token is needed."""
    rate: RateLimit | None = None
    gzip: bool = False
    root_path: str = ""
    forwarded_allow_ips: str = ""
    log_format: str = "text"
    quiet: bool = False
    """Requests are not logged."""
    verbose: bool = False
    """Notes about skipped files are logged."""
    jobs: int = 2
    """Number of worker processes for requests about many components. Requests for one component can use more."""
    cache: str = ""
    """Cache directory for dates from git. If empty, nothing is written."""
    limits: ServerLimits = ServerLimits()
    check_time: float = SCAN_SECONDS
    """Processor time of the checks in one scan of a component, in seconds. 0 means no limit."""
