"""Choose the format of a response by the suffix of the path, the parameter `format`, or the Accept header."""

from typing import NamedTuple

from transtats_cli.envelope import QueryParameters
from transtats_cli.serving.http import problems

JSON_FORMAT = "json"
JSON_FLAT_FORMAT = "json-flat"
CSV_FORMAT = "csv"
MEDIA_TYPES = {JSON_FORMAT: "application/json", CSV_FORMAT: "text/csv", JSON_FLAT_FORMAT: "application/json"}
"""Media type of each response format. The preferred format comes first."""
_MAX_INDENT = 8


class ResponseFormat(NamedTuple):
    """Format of a response."""

    format_name: str = JSON_FORMAT
    """Key of MEDIA_TYPES."""
    indent: int | None = None
    """Number of blanks by which JSON is indented. None for JSON on one line."""


class _MediaRange(NamedTuple):
    """Media range of an Accept header, such as `text/*`. Quality values are ignored."""

    main_type: str
    subtype: str
    parameters: dict[str, str]

    @property
    def precision(self) -> int:
        """3 for a media type with parameters, 2 for a media type without them, 1 for `text/*`, and 0 for `*/*`."""
        if self.main_type == "*":
            return 0
        if self.subtype == "*":
            return 1
        return 3 if self.parameters else 2

    def includes_media_type(self, media_type: str) -> bool:
        kind, _, subtype = media_type.partition("/")
        return self.main_type in ("*", kind) and self.subtype in ("*", subtype)


def negotiate_response_format(query: QueryParameters, accept: str, path_suffix: str = "") -> ResponseFormat:
    """Return the response format for a request.

    `path_suffix` takes precedence over the query parameter `format`. Without both, the Accept header determines the
    format. Raises HttpProblem (404) if the requested format is unknown, and HttpProblem (406) if the Accept header
    allows no format, or not the requested one.
    """
    requested = path_suffix or dict(query).get("format", "")
    if requested and requested not in MEDIA_TYPES:
        raise problems.not_found()
    offered = [requested] if requested else list(MEDIA_TYPES)
    ranges = [_parse_media_range(text) for text in accept.split(",")] if accept.strip() else [_MediaRange("*", "*", {})]
    for precision in (3, 2, 1, 0):
        equally_precise_ranges = [each for each in ranges if each.precision == precision]
        for name in offered:
            for each in equally_precise_ranges:
                if each.includes_media_type(MEDIA_TYPES[name]):
                    return ResponseFormat(name, _parse_indent(each))
    raise problems.not_acceptable()


def _parse_media_range(text: str) -> _MediaRange:
    media_type, *rest = text.split(";")
    kind, _, subtype = media_type.strip().lower().partition("/")
    parameters: dict[str, str] = {}
    for parameter in rest:
        name, separator, value = parameter.partition("=")
        if separator:
            parameters[name.strip().lower()] = value.strip()
    return _MediaRange(kind, subtype, {name: value for name, value in parameters.items() if name != "q"})


def _parse_indent(media_range: _MediaRange) -> int | None:
    """Return the number in the parameter `indent` of a media range, at most 8.

    Return None if the parameter is missing, invalid or 0, or if the media range contains `*`.
    """
    text = media_range.parameters.get("indent", "")
    if media_range.precision < 2 or not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")[:4]  # more digits only cost time
    return min(int(digits or "0"), _MAX_INDENT) or None
