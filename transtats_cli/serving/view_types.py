"""What a view is asked, and the shapes its answer may have."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import Page, Query

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off"})


class ViewRequest(NamedTuple):
    """A request as views see it."""

    path_params: Mapping[str, str]
    """What the path names: `project`, `component` (with the slashes of its categories), `language`."""
    query: Query
    base_url: str
    """What every link begins with, without a slash at its end."""
    accept: str = ""
    suffix: str = ""
    """The format that the path ends in, as in `statistics.json`; links to other objects end in it, too."""

    def parameter(self, name: str) -> str | None:
        """The value of a parameter; the last one where it comes several times."""
        found = None
        for key, value in self.query:
            if key == name:
                found = value
        return found

    def flag(self, name: str, default: bool = False) -> bool:
        """A parameter that says yes or no; the default where it says neither."""
        value = (self.parameter(name) or "").lower()
        return value in _TRUE or (default and value not in _FALSE)


class JsonDocument(NamedTuple):
    """One object, or a list that has no pages."""

    value: dict[str, Any] | list[dict[str, Any]]
    is_cacheable: bool = True
    """Whether it holds as long as what it was made of; otherwise it is made anew for every request."""


class ListPage(NamedTuple):
    """One page of a list."""

    total: int
    """How many rows all pages have together."""
    page: Page
    rows: Sequence[dict[str, Any]]


class RawContent(NamedTuple):
    """An answer in a response_format of its own."""

    body: bytes
    media_type: str


class FileStream(NamedTuple):
    """A file, sent as it is read."""

    chunks: AsyncIterator[bytes]
    length: int
    media_type: str
    filename: str


ViewResult = JsonDocument | ListPage | RawContent | FileStream
