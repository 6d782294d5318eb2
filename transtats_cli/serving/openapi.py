"""What `/api/schema/` says: an OpenAPI 3.1 document, made of the route table and of the objects themselves."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from transtats_cli import __version__
from transtats_cli.serving import described
from transtats_cli.serving.negotiation import CSV, JSON, JSON_FLAT
from transtats_cli.serving.schemas import SCHEMAS

if TYPE_CHECKING:
    from transtats_cli.serving.routes import Place

Json = dict[str, Any]

_TOKEN = {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Token KEY` or `Bearer KEY`."}
_OPEN_TO_ALL = ("/healthz", "/metrics")
_ERRORS = {
    "404": "There is no such object, page or format.",
    "406": "None of the media types that are accepted is offered.",
    "default": "Any other error: 400, 401, 405, 408, 414, 429, 431, 500, 503.",
}


def document(routes: Iterable["Place"], base_url: str, *, needs_token: bool) -> Json:
    """The whole document; the links that it speaks of begin with the base URL."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "transtats",
            "version": __version__,
            "description": "Statistics of translations, from the files, in the words of a Weblate server. Read-only.",
        },
        "servers": [{"url": base_url}],
        "paths": {place.path: {"get": _operation(place, needs_token=needs_token)} for place in routes},
        "components": {"schemas": SCHEMAS, "securitySchemes": {"token": _TOKEN} if needs_token else {}},
    }


def _operation(place: "Place", *, needs_token: bool) -> Json:
    name = place.view.__name__
    answer = described.ANSWERS[name]
    security: Json = {"security": [{"token": []}]} if needs_token and place.path not in _OPEN_TO_ALL else {}
    return {
        "operationId": name,
        "summary": place.name,
        "description": place.description,
        "parameters": [
            *(described.PATH[part[1:-1]] for part in place.path.split("/") if part.startswith("{")),
            *(described.QUERY[parameter] for parameter in answer.parameters),
            *([described.QUERY["format"]] if place.renders else []),
        ],
        "responses": {"200": _found(place, answer), **_errors(place)},
        **security,
    }


def _found(place: "Place", answer: described.Answer) -> Json:
    content: Json = {media_type: {"schema": answer.schema} for media_type in answer.media_types}
    if JSON in place.renders and JSON_FLAT in place.renders and answer.is_paged:
        content["application/json"] = {"schema": {"oneOf": [answer.schema, answer.schema["properties"]["results"]]}}
    if CSV in place.renders:
        content["text/csv"] = {"schema": {"type": "string"}}
    return {"description": answer.description, "content": content}


def _errors(place: "Place") -> Json:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    statuses = [status for status in _ERRORS if status != "406" or place.renders]
    return {status: {"description": _ERRORS[status], "content": content} for status in statuses}
