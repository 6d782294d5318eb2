"""Generate the reference of the HTTP API from the OpenAPI document that the server returns at `/api/schema/`."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.serving.openapi import build_openapi_document
from transtats_cli.serving.routes import ROUTES
from transtats_docs.markdown import code, prose, table

Json = dict[str, Any]


def routes() -> str:
    """Return Markdown with a section for each URL path."""
    return (
        "\n\n".join(_route_section(path, operations["get"]) for path, operations in _document()["paths"].items()) + "\n"
    )


def objects() -> str:
    """Return Markdown with a section for each JSON object. Each section contains a table of the object's keys."""
    schemas: Json = _document()["components"]["schemas"]
    return "\n\n".join(
        f"### {name}\n\n{table(['key', 'type'], _key_rows(schema))}"
        for name, schema in schemas.items()
        if name != "Error"
    )


def _document() -> Json:
    return build_openapi_document(ROUTES, "http://127.0.0.1:8000", needs_token=False)


def _route_section(path: str, operation: Json) -> str:
    response = operation["responses"]["200"]
    paragraphs = [
        f"### GET {path}",
        prose(response["description"]),
        f"Returns {_describe_content(response['content'])}.",
    ]
    if operation["parameters"]:
        rows = [(code(each["name"]), each["in"], prose(each["description"])) for each in operation["parameters"]]
        paragraphs.append(table(["parameter", "in", "meaning"], rows))
    return "\n\n".join(paragraphs)


def _describe_content(content: Json) -> str:
    """Return the media types and the object of a response: `application/json` (a list of Project objects)."""
    return " or ".join(
        code(kind) + (f" ({name})" if (name := _schema_name(each["schema"])) else "") for kind, each in content.items()
    )


def _schema_name(schema: Json) -> str:
    if "oneOf" in schema:
        return _schema_name(schema["oneOf"][0])
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "results" in schema.get("properties", {}):
        return f"a page of {_schema_name(schema['properties']['results']['items'])} objects"
    if schema.get("type") == "array":
        return f"a list of {_schema_name(schema['items'])} objects" if "$ref" in schema["items"] else "a list"
    return ""


def _key_rows(schema: Json, prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in schema["properties"].items():
        optional = "" if key in schema["required"] else ", optional"
        yield code(prefix + key), _type_name(value) + optional
        if "properties" in value:
            yield from _key_rows(value, f"{prefix}{key}.")


def _type_name(schema: Json) -> str:
    if "$ref" in schema or "items" in schema:
        return _schema_name(schema) or f"list of {_type_name(schema['items'])}s"
    kinds = schema["type"]
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
