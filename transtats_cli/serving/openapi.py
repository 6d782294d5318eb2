"""OpenAPI 3.1 document of `/api/schema/`, built from the route table. Schemas are derived from example objects."""

import inspect
import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from transtats_cli import __version__
from transtats_cli.component import Component
from transtats_cli.envelope import ResponsePage, list_response, record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.model import State, Unit
from transtats_cli.report import LocatedUnit, Record, RecordTotals
from transtats_cli.serving import objects, project_metrics
from transtats_cli.serving.http.content import JSON_FLAT_FORMAT
from transtats_cli.serving.view_types import JsonObject, RouteSpec
from transtats_cli.statistics import NO_STRINGS, Statistics
from transtats_cli.unit_queries.query import MAX_QUERY_LENGTH, build_query_pattern

JsonSchema = dict[str, Any]

_EXAMPLE_URLS = objects.UrlBuilder("https://example.org")
_EXAMPLE_LANGUAGE = language_by_code("de")
_EXAMPLE_COMPONENT = Component("demo", "app", "/", "*.po")
_EXAMPLE_RECORD = Record(_EXAMPLE_LANGUAGE, "de.po", Statistics(), "2026-01-01T00:00:00Z")
_EXAMPLE_UNIT = LocatedUnit(_EXAMPLE_LANGUAGE, "de.po", Unit("", "Open", "Auf", State.TRANSLATED))
_EXAMPLE_METRICS = project_metrics.metrics_to_json(
    project_metrics.measure_translation(_EXAMPLE_COMPONENT, _EXAMPLE_RECORD, NO_STRINGS, 0.0)
)
_JSON_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_NULLABLE_KEYS = frozenset(
    {"last_change", "last_author", "license_url", "category", "linked_component", "next", "previous", "line", "attr"}
)
_REFERENCED_SCHEMAS = frozenset({"Project", "Component", "Language"})
"""Names of the schemas of objects that other objects contain. The keys are `project`, `source_language` and others."""
_EXAMPLE_BROKEN_FILE = {"project": "", "component": "", "path": "", "line": 0, "reason": ""}
_EXAMPLE_ERROR_DETAIL = {"code": "", "detail": "", "attr": None}
_TOKEN_SCHEME = {
    "type": "apiKey",
    "in": "header",
    "name": "Authorization",
    "description": "`Token KEY` or `Bearer KEY`.",
}
_ERROR_DESCRIPTIONS = {
    "404": "There is no such object, page or format.",
    "406": "No accepted media type is available.",
    "default": "Any other error: 400, 401, 405, 408, 414, 429, 431, 500, 503.",
}


def _object_schema(example: dict[str, Any], **overrides: JsonSchema) -> JsonSchema:
    """Return the JSON schema of an object with exactly the keys of the example.

    The types of the values are those of the example, except for keys in `overrides`, which contain other schemas.
    """
    return {
        "type": "object",
        "properties": {key: overrides.get(key) or _value_schema(key, value) for key, value in example.items()},
        "required": list(example),
        "additionalProperties": False,
    }


def _value_schema(key: str, value: Any) -> JsonSchema:
    if isinstance(value, dict):
        name = key.rpartition("_")[2].title()
        return reference_schema(name) if name in _REFERENCED_SCHEMAS else _object_schema(value)
    if isinstance(value, list):
        return {"type": "array", "items": _value_schema("", value[0]) if value else {"type": "string"}}
    name = _JSON_TYPES[type(value)]
    if key in _NULLABLE_KEYS:
        return {"type": ["string" if value is None else name, "null"]}
    if key.endswith("_percent"):
        return {"type": name, "minimum": 0, "maximum": 100}
    return {"type": name}


def reference_schema(schema_name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{schema_name}"}


_translation_to_json = partial(
    objects.translation_to_json, _EXAMPLE_RECORD, _EXAMPLE_COMPONENT, _EXAMPLE_URLS, failing={}
)
_component_to_json = partial(objects.component_to_json, _EXAMPLE_COMPONENT, _EXAMPLE_URLS)
SCHEMAS: dict[str, JsonSchema] = {
    "Root": _object_schema(dict.fromkeys(("projects", "components", "translations", "languages"), "")),
    "Language": _object_schema(objects.language_to_json(_EXAMPLE_LANGUAGE, _EXAMPLE_URLS)),
    "Project": _object_schema(objects.project_to_json("demo", "Demo", _EXAMPLE_URLS)),
    "Component": _object_schema(_component_to_json()),
    "ProjectComponent": _object_schema(_component_to_json(with_project=False)),
    "Translation": _object_schema(_translation_to_json()),
    "ComponentTranslation": _object_schema(_translation_to_json(with_component=False)),
    "Statistics": {
        **_object_schema(record_fields(_EXAMPLE_RECORD, _EXAMPLE_COMPONENT, extended=True)),
        # Keys that only extended statistics have are optional.
        "required": list(record_fields(_EXAMPLE_RECORD, _EXAMPLE_COMPONENT)),
    },
    "Totals": {
        **_object_schema(objects.totals_to_json(RecordTotals(), extended=True, name="", url="")),
        "required": list(objects.totals_to_json(RecordTotals(), name="", url="")),
    },
    "Metrics": _object_schema(_EXAMPLE_METRICS),
    "Unit": _object_schema(objects.unit_to_json(_EXAMPLE_UNIT, 1, _EXAMPLE_COMPONENT)),
    "Badge": _object_schema(
        {"schemaVersion": 1, "label": "", "message": "", "color": ""}, schemaVersion={"type": "integer", "const": 1}
    ),
    "Health": _object_schema({"status": "ok", "version": "", "broken": [_EXAMPLE_BROKEN_FILE]}),
    "Error": _object_schema(
        {"type": "", "errors": [_EXAMPLE_ERROR_DETAIL]}, type={"enum": ["client_error", "server_error"]}
    ),
}


_PATH_PARAMETERS = {
    "project": ("The slug of a project.", "demo"),
    "component": ("The slug of a component. The slash of a category is escaped twice: `%252F`.", "app"),
    "language": ("The code of a language.", "pt_BR"),
    "widget": (
        "`svg-badge.svg` is a badge, `multi-auto.svg` has a bar for each language, `shields.json` is for shields.io.",
        "svg-badge.svg",
    ),
}
"""Description and example of each parameter in a path."""
_QUERY_DESCRIPTION = (
    'Query for strings: `state:<translated`, `check:same`, `source:"open file"`, with AND, OR, NOT and parentheses'
    " (the pattern does not include these)."
)
_QUERY_PARAMETERS: dict[str, tuple[str, JsonSchema]] = {
    "page": ("A page, counted from 1, or `last`.", {}),
    "page_size": ("Rows on a page. A value that is not a positive number is ignored.", {}),
    "extended": (
        "`true` adds words and characters of every state, which is the default with the option `--extended`.",
        {},
    ),
    "with_source": ("`true` puts the source language's record first.", {}),
    "checks": ("`false` disables the quality checks, which is faster.", {}),
    "q": (_QUERY_DESCRIPTION, {"pattern": build_query_pattern(), "maxLength": MAX_QUERY_LENGTH}),
    "format": ("This parameter takes precedence over Accept.", {}),
}
"""Description and keys of the schema of each parameter in a query. A description of a route has the same order."""


def build_openapi_document(routes: Iterable[RouteSpec], base_url: str, *, needs_token: bool) -> JsonObject:
    """Return the OpenAPI document of the routes."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "transtats",
            "version": __version__,
            "description": "Statistics of translation files, compatible with the API of a Weblate server. Read-only.",
        },
        "servers": [{"url": base_url}],
        "paths": {route.path: {"get": _describe_route(route, needs_token=needs_token)} for route in routes},
        "components": {"schemas": SCHEMAS, "securitySchemes": {"token": _TOKEN_SCHEME} if needs_token else {}},
    }


def _describe_route(route: RouteSpec, *, needs_token: bool) -> JsonObject:
    security: JsonObject = {"security": [{"token": []}]} if needs_token and route.needs_token else {}
    error_content = {"application/json": {"schema": reference_schema("Error")}}
    description = (inspect.getdoc(route.view) or "").partition("\n")[0]
    responses: JsonObject = {"200": {"description": description, "content": _describe_content(route)}}
    for status, description in _ERROR_DESCRIPTIONS.items():
        if status != "406" or route.formats:
            responses[status] = {"description": description, "content": error_content}
    return {
        "operationId": route.view.__name__,
        "summary": route.name,
        "description": route.description,
        "parameters": list(_describe_parameters(route)),
        "responses": responses,
        **security,
    }


def _describe_parameters(route: RouteSpec) -> Iterator[JsonObject]:
    for name in re.findall(r"{(\w+)}", route.path):
        description, example = _PATH_PARAMETERS[name]
        schema: JsonSchema = {"type": "string", "minLength": 1}
        parameter = {"name": name, "in": "path", "required": True, "description": description, "schema": schema}
        yield {**parameter, "example": example}
    for name, (description, keys) in _QUERY_PARAMETERS.items():
        if name == "format":
            flat = "`json-flat` is a list without envelope. " if JSON_FLAT_FORMAT in route.formats else ""
            description, keys = flat + description, {"enum": ["", *route.formats]}
        if name in route.parameters:
            yield {"name": name, "in": "query", "description": description, "schema": {"type": "string", **keys}}


def _describe_content(route: RouteSpec) -> JsonObject:
    """Return the schema for each media type of a successful response. Content that is not JSON is a string."""
    schema = route.schema
    if route.is_paged:
        rows = {"type": "array", "items": schema}
        # The format `json-flat` is the list without envelope.
        schema = {"oneOf": [_object_schema(list_response("", (), 0, ResponsePage(), ()), results=rows), rows]}
    media_types = (*route.media_types, "text/csv") if route.formats else route.media_types
    return {name: {"schema": schema if name == "application/json" else {"type": "string"}} for name in media_types}
