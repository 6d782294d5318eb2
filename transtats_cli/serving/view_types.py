"""Types that views receive and return."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import QueryParameters, ResponsePage
from transtats_cli.serving.objects import UrlBuilder

_TRUE_VALUES = frozenset({"true", "1", "yes", "on"})
_FALSE_VALUES = frozenset({"false", "0", "no", "off"})


class ViewRequest(NamedTuple):
    """HTTP request, reduced to the values that views need."""

    path_params: Mapping[str, str]
    """Decoded path parameters, such as `project`, `component` and `language`."""
    query: QueryParameters
    base_url: str
    """Beginning of all URLs in the response, without a slash at the end."""
    accept: str = ""
    suffix: str = ""
    """Format at the end of the request path, without a dot: `json` for `statistics.json`. Empty without a format.

    API URLs in the response have the same suffix.
    """

    @property
    def urls(self) -> UrlBuilder:
        return UrlBuilder(self.base_url, self.suffix)

    @property
    def wants_checks(self) -> bool:
        """True if the statistics contain the number of failing strings: unless the query contains `checks=false`."""
        return self.get_boolean_parameter("checks", default=True)

    def get_parameter(self, name: str) -> str | None:
        """Return the value of a query parameter, or None if the parameter is missing.

        If the parameter is repeated, return the last value.
        """
        last_value = None
        for key, value in self.query:
            if key == name:
                last_value = value
        return last_value

    def get_boolean_parameter(self, name: str, default: bool = False) -> bool:
        """Return a query parameter as a boolean.

        If the parameter is missing or is not a boolean, return the default.
        """
        value = (self.get_parameter(name) or "").lower()
        return value in _TRUE_VALUES or (default and value not in _FALSE_VALUES)


class JsonDocument(NamedTuple):
    """Result of a view: a JSON object, or a list that is not split into pages."""

    value: dict[str, Any] | list[dict[str, Any]]
    is_cacheable: bool = True
    """False if the response must not be cached. The view then runs for every request."""


class ListPage(NamedTuple):
    """Result of a view: one page of a list of JSON objects."""

    row_count: int
    """Number of rows of the whole list, on all pages together."""
    page: ResponsePage
    rows: Sequence[dict[str, Any]]


class RawContent(NamedTuple):
    """Result of a view: a response body with its media type."""

    body: bytes
    media_type: str
    headers: tuple[tuple[bytes, bytes], ...] = ()
    """Headers that replace the common headers with the same names."""


class StreamError(Exception):
    """Error for a file whose remaining chunks cannot be sent. The connection is closed."""


class FileStream(NamedTuple):
    """Result of a view: a file whose content is sent in chunks."""

    chunks: AsyncIterator[bytes]
    """Chunks of the content. The iterator may raise StreamError."""
    length_bytes: int
    media_type: str
    filename: str


ViewResult = JsonDocument | ListPage | RawContent | FileStream
