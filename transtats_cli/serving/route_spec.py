"""Type of a route."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http.negotiation import MEDIA_TYPES
from transtats_cli.serving.view_types import ViewRequest, ViewResult

View = Callable[[ViewRequest, CacheReader], Awaitable[ViewResult]]


class RouteSpec(NamedTuple):
    """A route. Path parameters are in braces."""

    path: str
    view: View
    name: str
    """Name in the response to OPTIONS."""
    description: str = ""
    renders: tuple[str, ...] = tuple(MEDIA_TYPES)
    """Formats that a client can choose from. If empty, the view determines the format."""
