"""Types that views receive and return."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import Page, Query

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off"})


class ViewRequest(NamedTuple):
    """A request as views receive it."""

    path_params: Mapping[str, str]
    """Path parameters: `project`, `component` (slashes of categories unescaped), `language`."""
    query: Query
    base_url: str
    """Beginning of all links, without a slash at the end."""
    accept: str = ""
    suffix: str = ""
    """Format at the end of the path, as in `statistics.json`. Links to other API objects end in it as well."""

    def parameter(self, name: str) -> str | None:
        """Return the value of a query parameter, or None. If it is repeated, the last value is used."""
        last_value = None
        for key, value in self.query:
            if key == name:
                last_value = value
        return last_value

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a query parameter as a boolean, or the default if it is missing or is neither true nor false."""
        value = (self.parameter(name) or "").lower()
        return value in _TRUE or (default and value not in _FALSE)


class JsonDocument(NamedTuple):
    """One JSON object, or a list without pages."""

    value: dict[str, Any] | list[dict[str, Any]]
    is_cacheable: bool = True
    """If False, the view runs again for every request."""


class ListPage(NamedTuple):
    """One page of a list."""

    total: int
    """Number of rows on all pages."""
    page: Page
    rows: Sequence[dict[str, Any]]


class RawContent(NamedTuple):
    """A response body with its own media type."""

    body: bytes
    media_type: str


class FileStream(NamedTuple):
    """A file that is sent in chunks."""

    chunks: AsyncIterator[bytes]
    length: int
    media_type: str
    filename: str


ViewResult = JsonDocument | ListPage | RawContent | FileStream
