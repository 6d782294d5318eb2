"""JSON Schema of transtats.toml, for editors and validators.

The schema of a value belongs to the kind of the setting. Rules that a schema cannot express are tested by the program
only; the reference page of the settings lists them.
"""

from transtats_cli.settings.keys import SETTING_SPECS, TABLES, TableName, settings_of_table
from transtats_cli.settings.kinds import Schema

SCHEMA_DRAFT_URL = "http://json-schema.org/draft-07/schema#"


def build_settings_schema() -> Schema:
    """Return the JSON Schema of transtats.toml."""
    definitions = {name: _table_schema(name) for name, table in TABLES.items() if table.values is None}
    return {
        "$schema": SCHEMA_DRAFT_URL,
        "title": "Settings of transtats (transtats.toml)",
        "description": "All settings are optional.",
        **definitions.pop("file"),
        "definitions": definitions,
    }


def _table_schema(name: TableName) -> Schema:
    properties = {
        key: {"description": _sentence(spec.description), **spec.kind.schema}
        for key, spec in settings_of_table(name).items()
    }
    for key, subtable in TABLES[name].subtables.items():
        schema = _subtable_schema(subtable)
        # The key `project` contains the name of the project, or the tables of projects.
        both = {"anyOf": [SETTING_SPECS[key].kind.schema, schema]} if key in properties else schema
        properties[key] = {"description": _sentence(TABLES[subtable].description), **both}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _subtable_schema(name: TableName) -> Schema:
    """Return the JSON Schema of a table, or of a table of tables with names that users choose."""
    table = TABLES[name]
    schema = table.values.schema if table.values else {"$ref": f"#/definitions/{name}"}
    if table.names is None:
        return schema
    return {"type": "object", "propertyNames": table.names.schema, "additionalProperties": schema}


def _sentence(description: str) -> str:
    return f"{description[0].upper()}{description[1:]}."
