"""Build the OpenAPI 3.1 document of `/api/schema/` from the route table and example objects."""

from collections.abc import Iterable
from typing import Any

from transtats_cli import __version__
from transtats_cli.serving.http.negotiation import CSV_FORMAT, JSON_FLAT_FORMAT, JSON_FORMAT
from transtats_cli.serving.openapi import response_specs
from transtats_cli.serving.openapi.schemas import SCHEMAS
from transtats_cli.serving.route_spec import RouteSpec

JsonObject = dict[str, Any]

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
    name = route.view.__name__
    response = response_specs.RESPONSES[name]
    security: JsonObject = {"security": [{"token": []}]} if needs_token and route.needs_token else {}
    return {
        "operationId": name,
        "summary": route.name,
        "description": route.description,
        "parameters": [
            *(response_specs.PATH_PARAMETERS[part[1:-1]] for part in route.path.split("/") if part.startswith("{")),
            *(response_specs.QUERY_PARAMETERS[parameter] for parameter in response.parameters),
            *([response_specs.QUERY_PARAMETERS["format"]] if route.response_formats else []),
        ],
        "responses": {"200": _describe_success_response(route, response), **_describe_error_responses(route)},
        **security,
    }


def _describe_success_response(route: RouteSpec, response: response_specs.ResponseSpec) -> JsonObject:
    content: JsonObject = {
        media_type: {"schema": response.schema if media_type == "application/json" else {"type": "string"}}
        for media_type in response.media_types
    }
    if JSON_FORMAT in route.response_formats and JSON_FLAT_FORMAT in route.response_formats and response.is_paged:
        content["application/json"] = {"schema": {"oneOf": [response.schema, response.schema["properties"]["results"]]}}
    if CSV_FORMAT in route.response_formats:
        content["text/csv"] = {"schema": {"type": "string"}}
    return {"description": response.description, "content": content}


def _describe_error_responses(route: RouteSpec) -> JsonObject:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    statuses = [status for status in _ERROR_DESCRIPTIONS if status != "406" or route.response_formats]
    return {status: {"description": _ERROR_DESCRIPTIONS[status], "content": content} for status in statuses}
