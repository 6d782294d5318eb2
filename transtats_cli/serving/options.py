"""All that a server is told when it starts."""

from typing import NamedTuple

from transtats_cli.scanning.assembly import Overrides
from transtats_cli.serving.throttling import RateLimit


class ServerLimits(NamedTuple):
    """How much one server takes on."""

    address_bytes: int = 8_192
    """Of a request's path and query."""
    head_bytes: int = 32_768
    """Of a request's line and headers together."""
    body_bytes: int = 65_536
    """Of a request's body that are taken note of; nothing is ever done with any."""
    requests: int = 2_000
    """That wait for an answer at one time."""
    connections: int = 4_000
    head_seconds: float = 10.0
    """For a request to arrive, from the first byte to the end of its headers."""
    idle_seconds: int = 15
    """For the next request of a connection to begin."""
    answer_seconds: float = 120.0
    """For an answer to be found; what it is made of goes on being made."""
    stalled_seconds: float = 20.0
    """For a client to take some of its answer."""
    kept_bytes: int = 64 * 1024 * 1024
    """Of answers that are kept."""


class ServeOptions(NamedTuple):
    """What is served, to whom, and how."""

    root: str
    """Absolute."""
    base_url: str = ""
    """What links begin with, without a slash at the end; empty until it is known where the server listens."""
    overrides: Overrides = Overrides()
    cors_origins: frozenset[str] = frozenset()
    tokens: frozenset[bytes] = frozenset()
    """The digests of the tokens that open the API; it is open to all where there are none."""
    rate: RateLimit | None = None
    gzip: bool = False
    root_path: str = ""
    forwarded_allow_ips: str = ""
    log_format: str = "text"
    quiet: bool = False
    """Requests are not logged."""
    verbose: bool = False
    """What is left out of a component is logged, and why."""
    jobs: int = 2
    """How many processes may read files for sums of many components; whoever asks for one has more of them."""
    cache: str = ""
    """Where what git told is kept; nowhere where nobody says."""
    limits: ServerLimits = ServerLimits()
