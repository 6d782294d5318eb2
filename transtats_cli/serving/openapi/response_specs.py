"""OpenAPI descriptions of the query parameters and the successful responses of all views."""

from typing import Any, NamedTuple

from transtats_cli import formats
from transtats_cli.serving.http.negotiation import MEDIA_TYPES
from transtats_cli.serving.openapi.schemas import Schema, paged, reference
from transtats_cli.serving.strings.query import LARGEST_LENGTH
from transtats_cli.serving.strings.query_pattern import query_pattern

_JSON_MEDIA_TYPES = ("application/json",)


class ResponseSpec(NamedTuple):
    """OpenAPI description of the successful response of a view, and names of the query parameters of the view."""

    description: str
    schema: Schema
    parameters: tuple[str, ...] = ()
    media_types: tuple[str, ...] = _JSON_MEDIA_TYPES
    is_paged: bool = False


def _object_response(name: str, description: str, *parameters: str) -> ResponseSpec:
    return ResponseSpec(description, reference(name), parameters)


def _list_response(name: str, description: str, *parameters: str) -> ResponseSpec:
    return ResponseSpec(description, paged(reference(name)), ("page", "page_size", *parameters), is_paged=True)


def _path_parameter(name: str, description: str, example: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _query_parameter(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": {"type": "string", **schema}}


PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "project": _path_parameter("project", "The slug of a project.", "demo"),
    "component": _path_parameter(
        "component", "The slug of a component. The slash of a category is escaped twice: `%252F`.", "app"
    ),
    "language": _path_parameter("language", "The code of a language.", "pt_BR"),
}
QUERY_PARAMETERS: dict[str, dict[str, Any]] = {
    "page": _query_parameter("page", "A page, counted from 1, or `last`."),
    "page_size": _query_parameter("page_size", "Rows on a page. A value that is not a positive number is ignored."),
    "format": _query_parameter(
        "format",
        "`json-flat` is a list without envelope. This parameter takes precedence over Accept.",
        enum=["", *MEDIA_TYPES],
    ),
    "extended": _query_parameter("extended", "`true` adds words and characters of every state."),
    "with_source": _query_parameter("with_source", "`true` puts the source language's record first."),
    "checks": _query_parameter("checks", "`false` disables the quality checks, which is faster."),
    "q": _query_parameter(
        "q",
        'Query for strings: `state:<translated`, `check:same`, `source:"open file"`, with AND, OR, NOT and parentheses'
        " (the pattern does not include these).",
        pattern=query_pattern(),
        maxLength=LARGEST_LENGTH,
    ),
}
RESPONSES: dict[str, ResponseSpec] = {
    "root": _object_response("Root", "Links to all lists."),
    "every_project": _list_response("Project", "Projects by name."),
    "project": _object_response("Project", "One project."),
    "project_components": _list_response("ProjectComponent", "The components of a project."),
    "project_languages": ResponseSpec(
        "Totals of each language, by English names.",
        {"type": "array", "items": reference("Statistics")},
        ("extended", "checks"),
    ),
    "project_statistics": _object_response("Totals", "The totals of a project.", "extended", "checks"),
    "every_component": _list_response("Component", "Components by project and slug."),
    "component": _object_response("Component", "One component."),
    "of_component": _list_response("Statistics", "A record for each translation.", "extended", "with_source", "checks"),
    "component_translations": _list_response("ComponentTranslation", "Translations, the source language first."),
    "every_translation": _list_response("Translation", "The translations of all components."),
    "translation": _object_response("Translation", "One translation."),
    "translation_statistics": _object_response(
        "Statistics", "The statistics of one translation.", "extended", "checks"
    ),
    "translation_units": _list_response("Unit", "The strings of a translation, in the order of its file.", "q"),
    "translation_file": ResponseSpec(
        "The unchanged file.",
        {"type": "string"},
        media_types=formats.MEDIA_TYPES,
    ),
    "every_language": _list_response("Language", "Languages in use, by code."),
    "language": _object_response("Language", "One language."),
    "language_statistics": _object_response(
        "Totals", "The totals of a language over all projects.", "extended", "checks"
    ),
    "schema": ResponseSpec("This document.", {"type": "object"}),
    "health": _object_response("Health", "Status of the server, and files that cannot be read."),
    "scrape": ResponseSpec(
        "Gauges, as text or OpenMetrics.",
        {"type": "string"},
        media_types=("text/plain", "application/openmetrics-text"),
    ),
}
"""OpenAPI descriptions of successful responses by name of the view function."""
