"""JSON Schema of transtats.toml, for editors and validators.

The schema of a value belongs to the kind of the setting. Rules that a schema cannot express are tested by the program
only; `RULES_BEYOND_SCHEMA` lists these rules.
"""

from transtats_cli.settings.keys import SETTING_SPECS, TableName
from transtats_cli.settings.kinds import LanguageCode, ListOf, Schema

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
            "file",
            checks=_reference_to("checks"),
            gate=_reference_to("gate"),
            project={
                "description": "Name of the project, or a table for each project.",
                "anyOf": [
                    SETTING_SPECS["project"].kind.schema(),
                    _named_tables_schema(_PROJECT_TABLE_NAME_SCHEMA, "project"),
                ],
            },
        ),
        "definitions": {
            "project": _table_schema(
                "project",
                gate=_reference_to("inner_gate"),
                component=_named_tables_schema(_COMPONENT_TABLE_NAME_SCHEMA, "component"),
            ),
            "component": _table_schema("component", gate=_reference_to("inner_gate")),
            "checks": _table_schema("checks"),
            "gate": _table_schema(
                "gate",
                "top_gate",
                language=_named_tables_schema(_LANGUAGE_TABLE_NAME_SCHEMA, "limits"),
                groups=_language_groups_schema(),
            ),
            "inner_gate": _table_schema("gate", language=_named_tables_schema(_LANGUAGE_TABLE_NAME_SCHEMA, "limits")),
            "limits": _table_schema("language"),
        },
    }


def _table_schema(*tables: TableName, **subtables: Schema) -> Schema:
    """Return the JSON Schema of a table with the settings that the table may contain, and with subtables.

    `tables` contains the names of the table.
    """
    settings = {
        name: {"description": f"{spec.description[0].upper()}{spec.description[1:]}.", **spec.kind.schema()}
        for name, spec in SETTING_SPECS.items()
        if spec.is_allowed_in(*tables)
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
        "additionalProperties": {**ListOf(LanguageCode()).schema(), "minItems": 1},
    }


def _reference_to(definition: str) -> Schema:
    return {"$ref": f"#/definitions/{definition}"}
