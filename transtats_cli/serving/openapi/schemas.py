"""JSON schemas of all API objects, derived from example objects."""

from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import fields
from transtats_cli.languages import by_code
from transtats_cli.model import State, Unit
from transtats_cli.report import FoundUnit, Record
from transtats_cli.serving.objects import components, languages, projects, totals, translations, units
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.statistics import Statistics
from transtats_cli.totals import Total

Schema = dict[str, Any]

_URLS = UrlBuilder("https://example.org")
_LANGUAGE = by_code("de")
_COMPONENT = Component("demo", "app", "/", "*.po")
_RECORD = Record(_LANGUAGE, "de.po", Statistics(), "2026-01-01T00:00:00Z")
_FOUND_UNIT = FoundUnit(_LANGUAGE, "de.po", Unit("", "Open", "Auf", State.TRANSLATED))
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
_MAY_BE_NULL = frozenset(
    {"last_change", "last_author", "license_url", "category", "linked_component", "next", "previous"}
)
_ITEM_SCHEMAS: dict[str, Schema] = {key: {"type": "string"} for key in ("aliases", "labels", "source", "target")}


def _object_schema(example: dict[str, Any], **overrides: Schema) -> Schema:
    """Return the JSON schema of an object with exactly the keys of the example."""
    return {
        "type": "object",
        "properties": {key: overrides.get(key) or _value_schema(key, value) for key, value in example.items()},
        "required": list(example),
        "additionalProperties": False,
    }


def _value_schema(key: str, value: Any) -> Schema:
    if isinstance(value, dict):
        return _object_schema(value)
    if isinstance(value, list):
        return {"type": "array", "items": _ITEM_SCHEMAS[key]}
    name = _TYPES[type(value)]
    if key in _MAY_BE_NULL:
        return {"type": ["string", "null"]}
    if key.endswith("_percent"):
        return {"type": name, "minimum": 0, "maximum": 100}
    return {"type": name}


def _statistics_schema(standard: dict[str, Any], extended: dict[str, Any]) -> Schema:
    """Return the JSON schema of statistics. Keys that only extended statistics have are optional."""
    return {**_object_schema(extended), "required": list(standard)}


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def paged(rows: Schema) -> Schema:
    """Return the JSON schema of one page of a list. `rows` is the schema of a row."""
    example: dict[str, Any] = {"count": 0, "next": None, "previous": None, "results": []}
    return _object_schema(example, results={"type": "array", "items": rows})


_BROKEN_FILE = {"project": "", "component": "", "path": "", "line": 0, "reason": ""}
_ERROR_DETAIL = {"code": "", "detail": "", "attr": None}

SCHEMAS: dict[str, Schema] = {
    "Root": _object_schema(dict.fromkeys(("projects", "components", "translations", "languages"), "")),
    "Language": _object_schema(languages.fields(_LANGUAGE, _URLS)),
    "Project": _object_schema(projects.fields("demo", "Demo", _URLS)),
    "Component": _object_schema(
        components.fields(_COMPONENT, _URLS), project=reference("Project"), source_language=reference("Language")
    ),
    "ProjectComponent": _object_schema(
        components.fields(_COMPONENT, _URLS, with_project=False), source_language=reference("Language")
    ),
    "Translation": _object_schema(
        translations.fields(_RECORD, _COMPONENT, _URLS, failing_words=0, owner={}),
        language=reference("Language"),
        component=reference("Component"),
    ),
    "ComponentTranslation": _object_schema(
        translations.fields(_RECORD, _COMPONENT, _URLS, failing_words=0),
        language=reference("Language"),
    ),
    "Statistics": _statistics_schema(fields(_RECORD, _COMPONENT), fields(_RECORD, _COMPONENT, extended=True)),
    "Totals": _statistics_schema(
        totals.language_fields(_LANGUAGE, Total(), _URLS),
        totals.language_fields(_LANGUAGE, Total(), _URLS, extended=True),
    ),
    "Unit": _object_schema(units.fields(_FOUND_UNIT, 1, _COMPONENT)),
    "Health": _object_schema(
        {"status": "ok", "version": "", "broken": []},
        broken={"type": "array", "items": _object_schema(_BROKEN_FILE, line={"type": ["integer", "null"]})},
    ),
    "Error": _object_schema(
        {"type": "", "errors": []},
        type={"enum": ["client_error", "server_error"]},
        errors={"type": "array", "items": _object_schema(_ERROR_DETAIL, attr={"type": ["string", "null"]})},
    ),
}
