"""JSON Schema of transtats.toml, for editors and validators.

`settings/keys.py` lists the settings with their tables and descriptions. This module adds the form of each value. Rules
that a schema cannot express are tested by the program only; `RULES_BEYOND_SCHEMA` lists these rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.settings.keys import (
    FORMAT_NAMES,
    FORMAT_PARAMETERS,
    MAX_ENTRIES,
    MAX_NUMBER,
    MAX_TEXT_LENGTH,
    MEASURE_VALUES,
    READERS_OF_FILES,
    SETTING_SPECS,
)

Schema = dict[str, Any]

SCHEMA_DRAFT_URL = "http://json-schema.org/draft-07/schema#"
RULES_BEYOND_SCHEMA = (
    "`language_regex` is a regular expression of Python",
    "`check_flags` are flags, and each flag `ignore-…` is of a check",
    "percentages are numbers, not `nan`",
    "whole numbers are written without a fraction (`3`, not `3.0`)",
    "all limits for all components together are at most 2,000,000",
    "size of the file, length of its lines, and number of names in a key",
)
"""Rules for settings that the JSON Schema does not contain. Only the program tests these rules."""

_TEXT_SCHEMA: Schema = {
    "type": "string",
    "maxLength": MAX_TEXT_LENGTH,
    "not": {"pattern": "[\\u0000-\\u001f\\u007f]"},
}
_LANGUAGE_SCHEMA: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z0-9@_.+-]{1,50}$",
    "not": {"pattern": "\\n"},
}
_BOOLEAN_SCHEMA: Schema = {"type": "boolean"}
_PERCENTAGE_SCHEMA: Schema = {"type": "number", "minimum": 0, "maximum": 100}
_WHOLE_NUMBER_SCHEMA: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
_TEXT_LIST_SCHEMA: Schema = {"type": "array", "items": _TEXT_SCHEMA, "maxItems": MAX_ENTRIES}
_LANGUAGE_LIST_SCHEMA: Schema = {"type": "array", "items": _LANGUAGE_SCHEMA, "maxItems": MAX_ENTRIES}
_CHECK_ID_SCHEMA: Schema = {"enum": sorted(CHECKS_BY_ID)}
_CHECK_ID_LIST_SCHEMA: Schema = {"type": "array", "items": _CHECK_ID_SCHEMA, "maxItems": MAX_ENTRIES}
_ABSOLUTE_PATH_REGEX = "^[/\\\\]|^[A-Za-z]:"
_UPWARD_PATH_REGEX = "(^|[/\\\\])\\.\\.([/\\\\]|$)"
_PATH_SCHEMA: Schema = {
    **_TEXT_SCHEMA,
    "not": {"pattern": f"[\\u0000-\\u001f\\u007f]|{_ABSOLUTE_PATH_REGEX}|{_UPWARD_PATH_REGEX}"},
}
_TOO_MANY_STARS_REGEX = "\\*\\*|([^*]*\\*){5}|\\*[^*/]*\\*[^*/]*\\*"
_MASK_SCHEMA: Schema = {
    **_PATH_SCHEMA,
    "pattern": "\\*",
    "not": {"pattern": f"{_PATH_SCHEMA['not']['pattern']}|{_TOO_MANY_STARS_REGEX}"},
}
_HOST_REGEX = "(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#\\\\@:\\[\\]]+)"
_BASE_URL_SCHEMA: Schema = {
    **_TEXT_SCHEMA,
    "pattern": f"^https?://{_HOST_REGEX}(:[0-9]{{1,5}})?(/[^\\s?#]*)?$",
}


def _parameter_schema(allowed_values: Sequence[str]) -> Schema:
    """Return the schema of a parameter of a file format. Without allowed values, any text is allowed."""
    if not allowed_values:
        return _TEXT_SCHEMA
    booleans = [value == "true" for value in allowed_values if value in ("true", "false")]
    return {"enum": [*allowed_values, *booleans]}


_PROJECT_NAME_SCHEMA: Schema = {
    "pattern": "^[^\\s/\\\\%?#]+$",
    "not": {"pattern": "^\\.\\.?$|[\\u0000-\\u001f\\u007f]"},
}

_SCHEMAS_BY_KEY: Mapping[str, Schema] = {
    "base_url": _BASE_URL_SCHEMA,
    "review": _BOOLEAN_SCHEMA,
    "strict": _BOOLEAN_SCHEMA,
    "reader": {"enum": list(READERS_OF_FILES)},
    "source_language": {
        "anyOf": [_LANGUAGE_SCHEMA, {"type": "object", "properties": {"code": _LANGUAGE_SCHEMA}, "required": ["code"]}]
    },
    "language_regex": {**_TEXT_SCHEMA, "format": "regex"},
    "aliases": {
        "type": "object",
        "propertyNames": _TEXT_SCHEMA,
        "additionalProperties": _LANGUAGE_SCHEMA,
        "maxProperties": MAX_ENTRIES,
    },
    "check_flags": _TEXT_SCHEMA,
    "file_format_params": {
        "type": "object",
        "properties": {name: _parameter_schema(values) for name, values in FORMAT_PARAMETERS.items()},
        "additionalProperties": False,
    },
    "name": _TEXT_SCHEMA,
    "path": _PATH_SCHEMA,
    "filemask": _MASK_SCHEMA,
    "file_format": {"enum": list(FORMAT_NAMES)},
    "template": _PATH_SCHEMA,
    "new_base": _TEXT_SCHEMA,
    "project": {**_TEXT_SCHEMA, **_PROJECT_NAME_SCHEMA},
    "exclude": _TEXT_LIST_SCHEMA,
    "select": _CHECK_ID_LIST_SCHEMA,
    "ignore": _CHECK_ID_LIST_SCHEMA,
    "words": _TEXT_LIST_SCHEMA,
    "fail_under": _PERCENTAGE_SCHEMA,
    "fail_under_total": _PERCENTAGE_SCHEMA,
    "fail_under_overall": _PERCENTAGE_SCHEMA,
    "measure": {"enum": list(MEASURE_VALUES)},
    "max_failing": _WHOLE_NUMBER_SCHEMA,
    "max_failing_percent": _PERCENTAGE_SCHEMA,
    "max_fuzzy": _WHOLE_NUMBER_SCHEMA,
    "max_missing": _WHOLE_NUMBER_SCHEMA,
    "max_check": {"type": "object", "propertyNames": _CHECK_ID_SCHEMA, "additionalProperties": _WHOLE_NUMBER_SCHEMA},
    "require": _LANGUAGE_LIST_SCHEMA,
    "allow_drop": {
        "anyOf": [
            _WHOLE_NUMBER_SCHEMA,
            {
                "type": "string",
                "pattern": "^([0-9]{1,12}|([0-9]{1,2}(\\.[0-9]{1,9})?|0[0-9]{2}(\\.[0-9]{1,9})?|100(\\.0{1,9})?)%)$",
                "not": {"pattern": "\\n"},
            },
        ]
    },
    "count_new": _BOOLEAN_SCHEMA,
    "enable_at": _PERCENTAGE_SCHEMA,
    "disable_at": _PERCENTAGE_SCHEMA,
}
"""JSON Schema of the value of each setting, by the name of the setting."""

_PROJECT_TABLE_NAME_SCHEMA: Schema = {"pattern": "^[^\\s/\\\\%?#]+$", "not": {"pattern": "^\\.\\.$|\\n"}}
_COMPONENT_TABLE_NAME_SCHEMA: Schema = {
    "pattern": "^[^\\s/\\\\%?#]+(/[^\\s/\\\\%?#]+)*$",
    "not": {"pattern": "(^|/)\\.\\.(/|$)|\\n"},
}
_LANGUAGE_TABLE_NAME_SCHEMA: Schema = {
    "pattern": "[^,\\s]",
    "not": {"pattern": "(^|,)\\s*(total|overall)\\s*(,|$)"},
}
"""Names of the tables for languages. The names of totals are not languages."""


def build_settings_schema() -> Schema:
    """Return the JSON Schema of transtats.toml."""
    return {
        "$schema": SCHEMA_DRAFT_URL,
        "title": "Settings of transtats (transtats.toml)",
        "description": "All settings are optional.",
        **_table_schema(
            "g",
            checks=_reference_to("checks"),
            gate=_reference_to("gate"),
            project={
                "description": "Name of the project, or a table for each project.",
                "anyOf": [_SCHEMAS_BY_KEY["project"], _named_tables_schema(_PROJECT_TABLE_NAME_SCHEMA, "project")],
            },
        ),
        "definitions": {
            "project": _table_schema(
                "p",
                gate=_reference_to("inner_gate"),
                component=_named_tables_schema(_COMPONENT_TABLE_NAME_SCHEMA, "component"),
            ),
            "component": _table_schema("c", gate=_reference_to("inner_gate")),
            "checks": _table_schema("k"),
            "gate": _table_schema(
                "ro",
                language=_named_tables_schema(_LANGUAGE_TABLE_NAME_SCHEMA, "limits"),
                groups=_language_groups_schema(),
            ),
            "inner_gate": _table_schema("r", language=_named_tables_schema(_LANGUAGE_TABLE_NAME_SCHEMA, "limits")),
            "limits": _table_schema("l"),
        },
    }


def _table_schema(table_letters: str, **subtables: Schema) -> Schema:
    """Return the JSON Schema of a table with the settings that the table may contain, and with subtables.

    `table_letters` are the letters in `SettingSpec.table_letters` that stand for the table.
    """
    settings = {
        name: {"description": f"{key.description[0].upper()}{key.description[1:]}.", **_SCHEMAS_BY_KEY[name]}
        for name, key in SETTING_SPECS.items()
        if key.is_allowed_in(table_letters)
    }
    return {"type": "object", "properties": {**settings, **subtables}, "additionalProperties": False}


def _named_tables_schema(names: Schema, definition: str) -> Schema:
    """Return the JSON Schema of a table whose keys are names that users choose, and whose values are tables.

    `names` is the schema of a key. `definition` is the key of the schema of a value in the object `definitions`.
    """
    return {"type": "object", "propertyNames": names, "additionalProperties": _reference_to(definition)}


def _language_groups_schema() -> Schema:
    return {
        "type": "object",
        "description": "Names for several languages.",
        "propertyNames": {"not": {"pattern": "^\\s*(total|overall)\\s*$"}},
        "additionalProperties": {**_LANGUAGE_LIST_SCHEMA, "minItems": 1},
    }


def _reference_to(definition: str) -> Schema:
    return {"$ref": f"#/definitions/{definition}"}
