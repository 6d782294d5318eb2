"""Type of the entries in the table of routes."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http.negotiation import MEDIA_TYPES
from transtats_cli.serving.view_types import ViewRequest, ViewResult

ViewFunction = Callable[[ViewRequest, CacheReader], Awaitable[ViewResult]]


class RouteSpec(NamedTuple):
    """URL path, and the view that computes the responses of this path. Path parameters are in braces: `{project}`."""

    path: str
    view: ViewFunction
    name: str
    """Name of the route in the response to an OPTIONS request."""
    description: str = ""
    response_formats: tuple[str, ...] = tuple(MEDIA_TYPES)
    """Response formats that clients can choose. If the tuple is empty, the view determines the format."""
    needs_token: bool = True
    """True if the token and the rate limit of requests are checked. Servers without tokens need no token."""
