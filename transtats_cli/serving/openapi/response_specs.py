"""OpenAPI descriptions of the query parameters and the successful responses of all views."""

from typing import Any, NamedTuple

from transtats_cli.formats import table
from transtats_cli.serving.http.negotiation import MEDIA_TYPES
from transtats_cli.serving.openapi.schemas import JsonSchema, paged_list_schema, reference_schema
from transtats_cli.unit_queries.query import MAX_QUERY_LENGTH, build_query_pattern

_JSON_MEDIA_TYPES = ("application/json",)


class ResponseSpec(NamedTuple):
    """OpenAPI description of the successful response of a view, and names of the query parameters of the view."""

    description: str
    schema: JsonSchema
    """Schema of the JSON. Content of other media types is a string."""
    parameters: tuple[str, ...] = ()
    media_types: tuple[str, ...] = _JSON_MEDIA_TYPES
    is_paged: bool = False


def _make_object_response_spec(name: str, description: str, *parameters: str) -> ResponseSpec:
    return ResponseSpec(description, reference_schema(name), parameters)


def _make_list_response_spec(name: str, description: str, *parameters: str) -> ResponseSpec:
    return ResponseSpec(
        description, paged_list_schema(reference_schema(name)), ("page", "page_size", *parameters), is_paged=True
    )


def _make_widget_response_spec(description: str) -> ResponseSpec:
    return ResponseSpec(description, reference_schema("Badge"), media_types=("image/svg+xml", "application/json"))


def _describe_path_parameter(name: str, description: str, example: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _describe_query_parameter(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": {"type": "string", **schema}}


PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "project": _describe_path_parameter("project", "The slug of a project.", "demo"),
    "component": _describe_path_parameter(
        "component", "The slug of a component. The slash of a category is escaped twice: `%252F`.", "app"
    ),
    "language": _describe_path_parameter("language", "The code of a language.", "pt_BR"),
    "widget": _describe_path_parameter(
        "widget",
        "`svg-badge.svg` is a badge, `multi-auto.svg` has a bar for each language, `shields.json` is for shields.io.",
        "svg-badge.svg",
    ),
}
QUERY_PARAMETERS: dict[str, dict[str, Any]] = {
    "page": _describe_query_parameter("page", "A page, counted from 1, or `last`."),
    "page_size": _describe_query_parameter(
        "page_size", "Rows on a page. A value that is not a positive number is ignored."
    ),
    "format": _describe_query_parameter(
        "format",
        "`json-flat` is a list without envelope. This parameter takes precedence over Accept.",
        enum=["", *MEDIA_TYPES],
    ),
    "extended": _describe_query_parameter(
        "extended",
        "`true` adds words and characters of every state, which is the default with the option `--extended`.",
    ),
    "with_source": _describe_query_parameter("with_source", "`true` puts the source language's record first."),
    "checks": _describe_query_parameter("checks", "`false` disables the quality checks, which is faster."),
    "q": _describe_query_parameter(
        "q",
        'Query for strings: `state:<translated`, `check:same`, `source:"open file"`, with AND, OR, NOT and parentheses'
        " (the pattern does not include these).",
        pattern=build_query_pattern(),
        maxLength=MAX_QUERY_LENGTH,
    ),
}
RESPONSES: dict[str, ResponseSpec] = {
    "root": _make_object_response_spec("Root", "Links to all lists."),
    "every_project": _make_list_response_spec("Project", "Projects by name."),
    "project": _make_object_response_spec("Project", "One project."),
    "project_components": _make_list_response_spec("ProjectComponent", "The components of a project."),
    "project_languages": ResponseSpec(
        "Totals of each language, by English names.",
        {"type": "array", "items": reference_schema("Statistics")},
        ("extended", "checks"),
    ),
    "project_statistics": _make_object_response_spec("Totals", "The totals of a project.", "extended", "checks"),
    "every_component": _make_list_response_spec("Component", "Components by project and slug."),
    "component": _make_object_response_spec("Component", "One component."),
    "component_statistics": _make_list_response_spec(
        "Statistics", "A record for each translation.", "extended", "with_source", "checks"
    ),
    "component_translations": _make_list_response_spec(
        "ComponentTranslation", "Translations, the source language first."
    ),
    "every_translation": _make_list_response_spec("Translation", "The translations of all components."),
    "translation": _make_object_response_spec("Translation", "One translation."),
    "translation_statistics": _make_object_response_spec(
        "Statistics", "The statistics of one translation.", "extended", "checks"
    ),
    "translation_units": _make_list_response_spec(
        "Unit", "The strings of a translation, in the order of its file.", "q"
    ),
    "translation_file": ResponseSpec(
        "The unchanged file.",
        {"type": "string"},
        media_types=table.MEDIA_TYPES,
    ),
    "every_language": _make_list_response_spec("Language", "Languages in use, by code."),
    "language": _make_object_response_spec("Language", "One language."),
    "language_statistics": _make_object_response_spec(
        "Totals", "The totals of a language over all projects.", "extended", "checks"
    ),
    "project_widget": _make_widget_response_spec("The translated share of a project."),
    "component_widget": _make_widget_response_spec(
        "The translated share of a component, or of a project if the component is `-`."
    ),
    "translation_widget": _make_widget_response_spec("The translated share of a language."),
    "schema": ResponseSpec("This document.", {"type": "object"}),
    "health": _make_object_response_spec("Health", "Status of the server, and files that cannot be read."),
    "scrape": ResponseSpec(
        "Gauges, as text or OpenMetrics.",
        {"type": "string"},
        media_types=("text/plain", "application/openmetrics-text"),
    ),
}
"""OpenAPI descriptions of successful responses by name of the view function."""
