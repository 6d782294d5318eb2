"""JSON schemas of all API objects, derived from example objects."""

from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import record_fields
from transtats_cli.languages import language_by_code
from transtats_cli.model import State, Unit
from transtats_cli.report import LocatedUnit, Record
from transtats_cli.serving import objects
from transtats_cli.statistics import Statistics
from transtats_cli.totals import RecordTotals

JsonSchema = dict[str, Any]

_EXAMPLE_URLS = objects.UrlBuilder("https://example.org")
_EXAMPLE_LANGUAGE = language_by_code("de")
_EXAMPLE_COMPONENT = Component("demo", "app", "/", "*.po")
_EXAMPLE_RECORD = Record(_EXAMPLE_LANGUAGE, "de.po", Statistics(), "2026-01-01T00:00:00Z")
_EXAMPLE_UNIT = LocatedUnit(_EXAMPLE_LANGUAGE, "de.po", Unit("", "Open", "Auf", State.TRANSLATED))
_JSON_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_NULLABLE_KEYS = frozenset(
    {"last_change", "last_author", "license_url", "category", "linked_component", "next", "previous"}
)
_ITEM_SCHEMAS: dict[str, JsonSchema] = {key: {"type": "string"} for key in ("aliases", "labels", "source", "target")}


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
        return _object_schema(value)
    if isinstance(value, list):
        return {"type": "array", "items": _ITEM_SCHEMAS[key]}
    name = _JSON_TYPES[type(value)]
    if key in _NULLABLE_KEYS:
        return {"type": ["string", "null"]}
    if key.endswith("_percent"):
        return {"type": name, "minimum": 0, "maximum": 100}
    return {"type": name}


def _statistics_schema(standard: dict[str, Any], extended: dict[str, Any]) -> JsonSchema:
    """Return the JSON schema of statistics, derived from an example of standard and of extended statistics.

    Keys that only extended statistics have are optional.
    """
    return {**_object_schema(extended), "required": list(standard)}


def reference_schema(schema_name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{schema_name}"}


def paged_list_schema(row_schema: JsonSchema) -> JsonSchema:
    """Return the JSON schema of one page of a list. `row_schema` is the schema of a row."""
    example: dict[str, Any] = {"count": 0, "next": None, "previous": None, "results": []}
    return _object_schema(example, results={"type": "array", "items": row_schema})


_EXAMPLE_BROKEN_FILE = {"project": "", "component": "", "path": "", "line": 0, "reason": ""}
_EXAMPLE_ERROR_DETAIL = {"code": "", "detail": "", "attr": None}

SCHEMAS: dict[str, JsonSchema] = {
    "Root": _object_schema(dict.fromkeys(("projects", "components", "translations", "languages"), "")),
    "Language": _object_schema(objects.language_to_json(_EXAMPLE_LANGUAGE, _EXAMPLE_URLS)),
    "Project": _object_schema(objects.project_to_json("demo", "Demo", _EXAMPLE_URLS)),
    "Component": _object_schema(
        objects.component_to_json(_EXAMPLE_COMPONENT, _EXAMPLE_URLS),
        project=reference_schema("Project"),
        source_language=reference_schema("Language"),
    ),
    "ProjectComponent": _object_schema(
        objects.component_to_json(_EXAMPLE_COMPONENT, _EXAMPLE_URLS, with_project=False),
        source_language=reference_schema("Language"),
    ),
    "Translation": _object_schema(
        objects.translation_to_json(
            _EXAMPLE_RECORD, _EXAMPLE_COMPONENT, _EXAMPLE_URLS, failing_words=0, component_json={}
        ),
        language=reference_schema("Language"),
        component=reference_schema("Component"),
    ),
    "ComponentTranslation": _object_schema(
        objects.translation_to_json(_EXAMPLE_RECORD, _EXAMPLE_COMPONENT, _EXAMPLE_URLS, failing_words=0),
        language=reference_schema("Language"),
    ),
    "Statistics": _statistics_schema(
        record_fields(_EXAMPLE_RECORD, _EXAMPLE_COMPONENT),
        record_fields(_EXAMPLE_RECORD, _EXAMPLE_COMPONENT, extended=True),
    ),
    "Totals": _statistics_schema(
        objects.language_totals_to_json(_EXAMPLE_LANGUAGE, RecordTotals(), _EXAMPLE_URLS),
        objects.language_totals_to_json(_EXAMPLE_LANGUAGE, RecordTotals(), _EXAMPLE_URLS, extended=True),
    ),
    "Unit": _object_schema(objects.unit_to_json(_EXAMPLE_UNIT, 1, _EXAMPLE_COMPONENT)),
    "Badge": _object_schema(
        {"schemaVersion": 1, "label": "", "message": "", "color": ""}, schemaVersion={"type": "integer", "const": 1}
    ),
    "Health": _object_schema(
        {"status": "ok", "version": "", "broken": []},
        broken={"type": "array", "items": _object_schema(_EXAMPLE_BROKEN_FILE, line={"type": ["integer", "null"]})},
    ),
    "Error": _object_schema(
        {"type": "", "errors": []},
        type={"enum": ["client_error", "server_error"]},
        errors={"type": "array", "items": _object_schema(_EXAMPLE_ERROR_DETAIL, attr={"type": ["string", "null"]})},
    ),
}
