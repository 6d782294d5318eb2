"""Types that views receive and return, and the row of a route in the table of `routes`."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.envelope import QueryParameters, ResponsePage
from transtats_cli.report import Record, Report
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_state import ValueSnapshot
from transtats_cli.serving.http import problems
from transtats_cli.serving.objects import UrlBuilder

_TRUE_VALUES = frozenset({"true", "1", "yes", "on"})
_FALSE_VALUES = frozenset({"false", "0", "no", "off"})
JsonObject = dict[str, Any]
JsonValue = JsonObject | list[JsonObject]
Row = TypeVar("Row")


class ViewRequest(NamedTuple):
    """HTTP request, reduced to the values that views need, and the data of the server."""

    path_params: Mapping[str, str]
    """Decoded path parameters, such as `project`, `component` and `language`."""
    query: QueryParameters
    reader: CacheReader
    accept: str = ""
    suffix: str = ""
    """Format at the end of the request path, without a dot: `json` for `statistics.json`. Empty without a format.

    API URLs in the response have the same suffix.
    """
    response_format: str = ""
    """Format of `http.content` that the client has chosen."""
    languages: tuple[str, ...] = ()
    """Languages that the reader of a page prefers. Empty for clients that are no browsers."""

    @property
    def urls(self) -> UrlBuilder:
        return UrlBuilder(self.reader.options.base_url, self.suffix)

    @property
    def wants_checks(self) -> bool:
        """True if the statistics contain the number of failing strings: unless the query contains `checks=false`."""
        return self.get_boolean_parameter("checks", default=True)

    @property
    def is_extended(self) -> bool:
        """True if statistics contain the words and characters of every state."""
        return self.get_boolean_parameter("extended", default=self.reader.options.extended)

    def get_parameter(self, name: str) -> str:
        """Return the last value of a query parameter, or an empty text if the parameter is missing."""
        return dict(self.query).get(name, "")

    def get_boolean_parameter(self, name: str, default: bool = False) -> bool:
        """Return a query parameter as a boolean.

        If the parameter is missing or is not a boolean, return the default.
        """
        value = self.get_parameter(name).lower()
        return value in _TRUE_VALUES or (default and value not in _FALSE_VALUES)

    async def find_project(self) -> tuple[str, list[Component]]:
        """Return the slug and the components of the requested project. Raises HttpProblem (404) if there is none."""
        slug = self.path_params["project"]
        project_members = (await self.reader.read_index()).projects.get(slug)
        if not project_members:
            raise problems.not_found()
        return slug, project_members

    async def find_component(self) -> Component:
        """Return the requested component. Raises HttpProblem (404) if there is none."""
        return await self.reader.require_component(self.path_params["project"], self.path_params["component"])

    async def find_translation(self, *, checks: bool) -> tuple[Component, ValueSnapshot[Report], Record]:
        """Return the component, the component's snapshot and the record of the requested translation.

        The language may be the source language. Raises HttpProblem (404) if the translation does not exist.
        """
        component = await self.find_component()
        snapshot = await self.reader.read_snapshot(component, checks=checks)
        return component, snapshot, find_record(snapshot.value, self.path_params["language"])


def find_record(report: Report, language_code: str) -> Record:
    """Return the record of a language. Raises HttpProblem (404) if the component has no such language."""
    for record in report.records:
        if record.language.code == language_code:
            return record
    raise problems.not_found()


class ListPage(NamedTuple, Generic[Row]):
    """Result of a view: one page of a list of JSON objects."""

    row_count: int
    """Number of rows of the whole list, on all pages together."""
    page: ResponsePage
    rows: Sequence[Row]


class RawContent(NamedTuple):
    """Result of a view: a response body with its media type."""

    body: bytes
    media_type: str
    headers: tuple[tuple[bytes, bytes], ...] = ()
    """Headers that replace the common headers with the same names."""


View = Callable[[ViewRequest], Awaitable[JsonValue | ListPage[JsonObject] | RawContent]]


class RouteSpec(NamedTuple):
    """URL path, and the view that computes the responses of this path. Path parameters are in braces: `{project}`.

    The fields from `schema` to `is_paged`, and the name and the docstring of the view, describe the successful response
    in the OpenAPI document.
    """

    path: str
    view: View
    name: str
    """Name of the route in the response to an OPTIONS request."""
    description: str = ""
    schema: Mapping[str, Any] = {}
    """JSON schema of an object, or of a row if the response is one page of a list."""
    parameters: tuple[str, ...] = ()
    """Names of the query parameters of the view."""
    media_types: tuple[str, ...] = ("application/json",)
    is_paged: bool = False
    formats: tuple[str, ...] = ()
    """Formats of `http.content` of which clients can choose one. If empty, the view determines the format."""
    needs_token: bool = True
    """True if the token and the rate limit of requests are checked. Servers without tokens need no token."""
