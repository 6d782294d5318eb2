"""The OpenAPI document is complete, and responses match it."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tests.serving.conftest import Server
from transtats_cli.serving.openapi import build_openapi_document
from transtats_cli.serving.routes import ROUTES

DOCUMENT = build_openapi_document(ROUTES, "https://example.org", needs_token=False)
TEXT = {"type": "string", "minLength": 1}
RESPONSES = {
    "type": "object",
    "minProperties": 1,
    "patternProperties": {
        "^([1-5][0-9]{2}|default)$": {
            "required": ["description"],
            "properties": {
                "description": TEXT,
                "content": {
                    "minProperties": 1,
                    "patternProperties": {
                        "^[a-z]+/[a-z+.-]+$": {
                            "required": ["schema"],
                            "properties": {"schema": {"type": "object", "minProperties": 1}},
                            "additionalProperties": False,
                        }
                    },
                    "additionalProperties": False,
                },
            },
            "additionalProperties": False,
        }
    },
    "additionalProperties": False,
}
PARAMETER = {
    "required": ["name", "in", "description", "schema"],
    "properties": {
        "name": TEXT,
        "in": {"enum": ["path", "query"]},
        "required": {"const": True},
        "description": TEXT,
        "schema": {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        "example": True,
    },
    # A parameter in the path is always required.
    "if": {"properties": {"in": {"const": "path"}}},
    "then": {"required": ["required"]},
    "additionalProperties": False,
}
OPERATION = {
    "required": ["operationId", "summary", "description", "parameters", "responses"],
    "properties": {
        "operationId": TEXT,
        "summary": TEXT,
        "description": TEXT,
        "parameters": {"type": "array", "items": PARAMETER, "uniqueItems": True},
        "responses": RESPONSES,
        "security": {"const": [{"token": []}]},
    },
    "additionalProperties": False,
}
RULES = {
    "required": ["openapi", "info", "servers", "paths", "components"],
    "properties": {
        "openapi": {"pattern": r"^3\.1\.[0-9]+$"},
        "info": {
            "required": ["title", "version", "description"],
            "properties": {"title": TEXT, "version": TEXT, "description": TEXT},
            "additionalProperties": False,
        },
        "servers": {
            "minItems": 1,
            "items": {"required": ["url"], "properties": {"url": TEXT}, "additionalProperties": False},
        },
        "paths": {
            "minProperties": 1,
            "patternProperties": {
                "^/": {"required": ["get"], "properties": {"get": OPERATION}, "additionalProperties": False}
            },
            "additionalProperties": False,
        },
        "components": {
            "required": ["schemas", "securitySchemes"],
            "properties": {
                "schemas": {
                    "propertyNames": {"pattern": "^[A-Za-z0-9._-]+$"},
                    "additionalProperties": {"$ref": "https://json-schema.org/draft/2020-12/schema"},
                },
                "securitySchemes": {
                    "properties": {
                        "token": {
                            "required": ["type", "in", "name"],
                            "properties": {
                                "type": {"const": "apiKey"},
                                "in": {"const": "header"},
                                "name": {"const": "Authorization"},
                                "description": TEXT,
                            },
                            "additionalProperties": False,
                        }
                    },
                    "additionalProperties": False,
                },
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
"""JSON schema of the objects of OpenAPI 3.1 that the document uses, with the keys that OpenAPI requires and allows."""
PATH_VALUES = {"{project}": "demo", "{component}": "app", "{language}": "de", "{widget}": "shields.json"}


def find_references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for each in value.values():
            yield from find_references(each)
    elif isinstance(value, list):
        for each in value:
            yield from find_references(each)


@pytest.mark.parametrize("needs_token", [False, True], ids=["for everybody", "with a token"])
def test_the_document_is_valid_openapi(needs_token: bool) -> None:
    document = build_openapi_document(ROUTES, "https://example.org", needs_token=needs_token)
    jsonschema.validate(document, RULES, cls=jsonschema.Draft202012Validator)
    used = {name for path in document["paths"].values() for each in path["get"].get("security", []) for name in each}
    assert used == set(document["components"]["securitySchemes"])
    for path in document["paths"].values():
        names = [(each["in"], each["name"]) for each in path["get"]["parameters"]]
        assert len(names) == len({*names}), path["get"]["operationId"]


def test_every_route_is_described_once() -> None:
    assert list(DOCUMENT["paths"]) == [route.path for route in ROUTES]
    assert len({operation["get"]["operationId"] for operation in DOCUMENT["paths"].values()}) == len(ROUTES)


def test_every_reference_can_be_resolved() -> None:
    schemas = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert set(find_references(DOCUMENT)) == schemas


def test_every_path_parameter_is_described() -> None:
    for path, operation in DOCUMENT["paths"].items():
        named = [each["name"] for each in operation["get"]["parameters"] if each["in"] == "path"]
        assert named == re.findall(r"{(\w+)}", path)


def test_the_schemas_are_valid_json_schema() -> None:
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_a_token_is_described_only_for_routes_that_need_a_token() -> None:
    paths = build_openapi_document(ROUTES, "https://example.org", needs_token=True)["paths"]
    assert paths["/api/projects/"]["get"]["security"] == [{"token": []}]
    assert "security" not in paths["/healthz"]["get"]
    assert "security" not in DOCUMENT["paths"]["/api/projects/"]["get"]


def test_responses_match_their_schemas(demo_server: Server) -> None:
    served = demo_server.get("/api/schema/").json
    assert served["servers"] == [{"url": demo_server.base_url}]
    for path, operation in served["paths"].items():
        reply = demo_server.get(re.sub(r"{\w+}", lambda match: PATH_VALUES[match[0]], path))
        content = operation["get"]["responses"]["200"]["content"]
        media_type = reply.headers["content-type"].partition(";")[0]
        assert (reply.status, media_type in content) == (200, True), path
        if media_type == "application/json":
            schema = {**content[media_type]["schema"], "components": served["components"]}
            jsonschema.validate(reply.json, schema)


def test_responses_match_their_schemas_with_query_parameters(demo_server: Server) -> None:
    for path in ("/api/components/{project}/{component}/statistics/", "/api/projects/{project}/languages/"):
        content = DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"]
        schema = {**content["application/json"]["schema"], "components": DOCUMENT["components"]}
        for query in ("?format=json-flat", "?extended=true", "?page_size=1"):
            url = path.replace("{project}", "demo").replace("{component}", "app") + query
            jsonschema.validate(demo_server.get(url).json, schema)
