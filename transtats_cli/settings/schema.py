"""JSON Schema of transtats.toml, for editors and validators.

`settings/keys.py` lists the settings with their tables and descriptions. This module adds the form of each value. Rules
that a schema cannot express are tested by the program only; `NOT_IN_SCHEMA` lists these rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.settings.keys import (
    FORMAT_PARAMETERS,
    FORMATS,
    MAX_ENTRIES,
    MAX_NUMBER,
    MAX_TEXT_LENGTH,
    MEASURE_VALUES,
    READERS_OF_FILES,
    SETTING_SPECS,
)

Schema = dict[str, Any]

SCHEMA_DRAFT_URL = "http://json-schema.org/draft-07/schema#"
NOT_IN_SCHEMA = (
    "`language_regex` is a regular expression of Python",
    "`check_flags` are flags",
    "percentages are numbers, not `nan`",
    "whole numbers are written without a fraction (`3`, not `3.0`)",
    "all limits for all components together are at most 2,000,000",
    "size of the file, length of its lines, and number of names in a key",
)
"""Rules for settings that the JSON Schema does not contain. Only the program tests these rules."""

_TEXT: Schema = {"type": "string", "maxLength": MAX_TEXT_LENGTH, "not": {"pattern": "[\\u0000-\\u001f\\u007f]"}}
_LANGUAGE: Schema = {"type": "string", "pattern": "^[A-Za-z0-9@_.+-]{1,50}$", "not": {"pattern": "\\n"}}
_SWITCH: Schema = {"type": "boolean"}
_PERCENTAGE: Schema = {"type": "number", "minimum": 0, "maximum": 100}
_NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
_TEXTS: Schema = {"type": "array", "items": _TEXT, "maxItems": MAX_ENTRIES}
_LANGUAGES: Schema = {"type": "array", "items": _LANGUAGE, "maxItems": MAX_ENTRIES}
_CHECK_ID: Schema = {"enum": sorted(CHECKS_BY_ID)}
_CHECK_IDS: Schema = {"type": "array", "items": _CHECK_ID, "maxItems": MAX_ENTRIES}
_ABSOLUTE_PATH_PATTERN = "^[/\\\\]|^[A-Za-z]:"
_UPWARD_PATH_PATTERN = "(^|[/\\\\])\\.\\.([/\\\\]|$)"
_PATH: Schema = {
    **_TEXT,
    "not": {"pattern": f"[\\u0000-\\u001f\\u007f]|{_ABSOLUTE_PATH_PATTERN}|{_UPWARD_PATH_PATTERN}"},
}
_TOO_MANY_STARS_PATTERN = "\\*\\*|([^*]*\\*){5}|\\*[^*/]*\\*[^*/]*\\*"
_MASK: Schema = {
    **_PATH,
    "pattern": "\\*",
    "not": {"pattern": f"{_PATH['not']['pattern']}|{_TOO_MANY_STARS_PATTERN}"},
}
_HOST_PATTERN = "(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#\\\\@:\\[\\]]+)"
_ADDRESS: Schema = {**_TEXT, "pattern": f"^https?://{_HOST_PATTERN}(:[0-9]{{1,5}})?(/[^\\s?#]*)?$"}


def _parameter_schema(allowed_values: Sequence[str]) -> Schema:
    """Return the schema of a parameter of a file format. Without allowed values, any text is allowed."""
    if not allowed_values:
        return _TEXT
    booleans = [value == "true" for value in allowed_values if value in ("true", "false")]
    return {"enum": [*allowed_values, *booleans]}


_PROJECT_NAME: Schema = {
    "pattern": "^[^\\s/\\\\%?#]+$",
    "not": {"pattern": "^\\.\\.?$|[\\u0000-\\u001f\\u007f]"},
}

_VALUES: Mapping[str, Schema] = {
    "base_url": _ADDRESS,
    "review": _SWITCH,
    "strict": _SWITCH,
    "reader": {"enum": list(READERS_OF_FILES)},
    "source_language": {
        "anyOf": [_LANGUAGE, {"type": "object", "properties": {"code": _LANGUAGE}, "required": ["code"]}]
    },
    "language_regex": {**_TEXT, "format": "regex"},
    "aliases": {
        "type": "object",
        "propertyNames": _TEXT,
        "additionalProperties": _LANGUAGE,
        "maxProperties": MAX_ENTRIES,
    },
    "check_flags": _TEXT,
    "file_format_params": {
        "type": "object",
        "properties": {name: _parameter_schema(values) for name, values in FORMAT_PARAMETERS.items()},
        "additionalProperties": False,
    },
    "name": _TEXT,
    "path": _PATH,
    "filemask": _MASK,
    "file_format": {"enum": list(FORMATS)},
    "template": _PATH,
    "new_base": _TEXT,
    "project": {**_TEXT, **_PROJECT_NAME},
    "exclude": _TEXTS,
    "select": _CHECK_IDS,
    "ignore": _CHECK_IDS,
    "words": _TEXTS,
    "fail_under": _PERCENTAGE,
    "fail_under_total": _PERCENTAGE,
    "fail_under_overall": _PERCENTAGE,
    "measure": {"enum": list(MEASURE_VALUES)},
    "max_failing": _NUMBER,
    "max_failing_percent": _PERCENTAGE,
    "max_fuzzy": _NUMBER,
    "max_missing": _NUMBER,
    "max_check": {"type": "object", "propertyNames": _CHECK_ID, "additionalProperties": _NUMBER},
    "require": _LANGUAGES,
    "allow_drop": {
        "anyOf": [
            _NUMBER,
            {
                "type": "string",
                "pattern": "^([0-9]{1,12}|([0-9]{1,2}(\\.[0-9]{1,9})?|0[0-9]{2}(\\.[0-9]{1,9})?|100(\\.0{1,9})?)%)$",
                "not": {"pattern": "\\n"},
            },
        ]
    },
    "count_new": _SWITCH,
    "enable_at": _PERCENTAGE,
    "disable_at": _PERCENTAGE,
}
"""JSON Schema of the value of each setting, by the name of the setting."""

_NAME: Schema = {"pattern": "^[^\\s/\\\\%?#]+$", "not": {"pattern": "^\\.\\.$|\\n"}}
_NAMES: Schema = {
    "pattern": "^[^\\s/\\\\%?#]+(/[^\\s/\\\\%?#]+)*$",
    "not": {"pattern": "(^|/)\\.\\.(/|$)|\\n"},
}
_SOME_LANGUAGE: Schema = {"pattern": "[^, ]", "not": {"pattern": "(^|,)\\s*(total|overall)\\s*(,|$)"}}
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
                "anyOf": [_VALUES["project"], _named_tables_schema(_NAME, "project")],
            },
        ),
        "definitions": {
            "project": _table_schema(
                "p", gate=_reference_to("inner_gate"), component=_named_tables_schema(_NAMES, "component")
            ),
            "component": _table_schema("c", gate=_reference_to("inner_gate")),
            "checks": _table_schema("k"),
            "gate": _table_schema(
                "ro", language=_named_tables_schema(_SOME_LANGUAGE, "limits"), groups=_groups_schema()
            ),
            "inner_gate": _table_schema("r", language=_named_tables_schema(_SOME_LANGUAGE, "limits")),
            "limits": _table_schema("l"),
        },
    }


def _table_schema(table_letters: str, **subtables: Schema) -> Schema:
    """Return the JSON Schema of a table with the settings that the table may contain, and with subtables.

    `table_letters` are the letters in `SettingSpec.table_letters` that stand for the table.
    """
    settings = {
        name: {"description": f"{key.description[0].upper()}{key.description[1:]}.", **_VALUES[name]}
        for name, key in SETTING_SPECS.items()
        if key.is_allowed_in(table_letters)
    }
    return {"type": "object", "properties": {**settings, **subtables}, "additionalProperties": False}


def _named_tables_schema(names: Schema, definition: str) -> Schema:
    """Return the JSON Schema of a table that contains tables with names that the user chooses.

    `names` is the schema of the names, and `definition` the name of the schema definition of the tables.
    """
    return {"type": "object", "propertyNames": names, "additionalProperties": _reference_to(definition)}


def _groups_schema() -> Schema:
    return {
        "type": "object",
        "description": "Names for several languages.",
        "propertyNames": {"not": {"pattern": "^\\s*(total|overall)\\s*$"}},
        "additionalProperties": {**_LANGUAGES, "minItems": 1},
    }


def _reference_to(definition: str) -> Schema:
    return {"$ref": f"#/definitions/{definition}"}
