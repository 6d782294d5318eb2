"""What a view is asked, and the shapes its answer may have."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.envelope import Page, Query

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off"})


class Inquiry(NamedTuple):
    """A request as views see it."""

    names: Mapping[str, str]
    """What the path names: `project`, `component` (with the slashes of its categories), `language`."""
    query: Query
    base_url: str
    """What every link begins with, without a slash at its end."""
    accept: str = ""
    suffix: str = ""
    """The format that the path ends in, as in `statistics.json`; links to other objects end in it, too."""

    def last(self, name: str) -> str | None:
        """The value of a parameter; the last one where it comes several times."""
        found = None
        for key, value in self.query:
            if key == name:
                found = value
        return found

    def flag(self, name: str, default: bool = False) -> bool:
        """A parameter that says yes or no; the default where it says neither."""
        value = (self.last(name) or "").lower()
        return value in _TRUE or (default and value not in _FALSE)


class Document(NamedTuple):
    """One object, or a list that has no pages."""

    value: dict[str, Any] | list[dict[str, Any]]
    kept: bool = True
    """Whether it holds as long as what it was made of; otherwise it is made anew for every request."""


class Listing(NamedTuple):
    """One page of a list."""

    total: int
    """How many rows all pages have together."""
    page: Page
    rows: Sequence[dict[str, Any]]


class Content(NamedTuple):
    """An answer in a form of its own."""

    body: bytes
    media_type: str


class Stream(NamedTuple):
    """A file, sent as it is read."""

    chunks: AsyncIterator[bytes]
    length: int
    media_type: str
    filename: str


Result = Document | Listing | Content | Stream
