"""Create the text of a new transtats.toml, and the JSON Schema of transtats.toml for editors.

The text contains an example of every setting as a comment, and a table per component. In the schema, the schema of a
value belongs to the kind of the setting. Rules that a schema cannot express are tested by the program only; the
reference page of the settings lists them.
"""

import os
from collections.abc import Iterable, Iterator

from transtats_cli.component import Component
from transtats_cli.settings import format_toml
from transtats_cli.settings.keys import SETTING_SPECS, TABLES, TableName, settings_of_table, validate_setting
from transtats_cli.settings.kinds import Schema
from transtats_cli.settings.layers import DISCOVERY_ORIGIN

_INTRODUCTION = """\
# Settings of transtats. All are optional. Lines with a # are examples.
# Options of the command line and environment variables take precedence over this file, and this file over others.
# For completion in an editor: transtats init --schema > transtats.schema.json, and the first line of this file is
# #:schema ./transtats.schema.json
"""
_PROJECT_NAME = "project"
"""Setting without an example of its own, because no file can contain both this setting and a table of a project."""


def _render_examples() -> Iterator[str]:
    """Yield the lines with examples: of each setting in its first table, and of the other tables."""
    yield "# For all components. The tables of a project and of a component, below, can contain the same settings."
    yield from _example_lines("file")
    yield from ("", "# [checks]", *_example_lines("checks"))
    yield from ("", "# [gate]", *_example_lines("gate", "top_gate"))
    yield from ("", "# [gate.groups]", _comment('nordic = ["da", "nb", "sv"]', "a name for several languages"))
    meaning = "for a language or a group; a project and a component can have a gate, too"
    yield from ("", "# [gate.language.nordic]", _comment("fail_under = 95", meaning))
    yield from (
        "",
        "# [slices]",
        _comment('admin = "key:admin.*"', "a name for a query: transtats stats --where @admin"),
    )
    name = SETTING_SPECS[_PROJECT_NAME].example
    meaning = f"name of the project; without tables of projects: {_PROJECT_NAME} = {name}"
    yield from ("", _comment("[project.hello]", meaning), *_example_lines("project"))
    yield from ("", "# [project.hello.component.app]", *_example_lines("component"))


def _example_lines(*tables: TableName) -> Iterator[str]:
    for key, spec in SETTING_SPECS.items():
        if spec.tables[0] in tables and key != _PROJECT_NAME:
            yield _comment(f"{key} = {spec.example}", spec.description.replace("`", ""))


def _comment(example: str, meaning: str) -> str:
    return f"# {example:<34}    # {meaning}"


def render_settings_template(components: Iterable[Component], root: str) -> str:
    """Return the text of a new transtats.toml in the directory `root`, with a table for each component.

    A component has a comment instead of a table in three cases: another file contains its settings, the component is a
    single file, or its name or a setting contains unprintable characters.
    """
    sections = [_render_examples(), *(_render_component_table(each, root) for each in components)]
    return "\n".join([_INTRODUCTION, *("".join(f"{line}\n" for line in lines) for lines in sections)])


def _render_component_table(component: Component, root: str) -> Iterator[str]:
    names = f"{component.project}/{component.slug}"
    if component.origin != DISCOVERY_ORIGIN:
        # A second definition would win over the first, so later changes of the first would have no effect.
        yield f"# {_replace_unprintable(names)} is described by {_replace_unprintable(component.origin)}."
        return
    if "*" not in component.filemask and component.template != component.filemask:
        mask = _replace_unprintable(component.filemask)
        yield f"# {_replace_unprintable(names)} is a single file whose language is found: {mask}"
        return
    values = _component_settings(component, os.path.relpath(component.root, root))
    if not all(str(value).isprintable() for value in (names, *values.values())):
        yield f"# {_replace_unprintable(names)} is left out: its name or the names of its files cannot be written here."
        return
    for key, value in values.items():
        try:
            validate_setting(key, value)
        except ValueError as error:
            yield f"# {names} is left out: {key}: {error}."
            return
    yield f"[project.{quote_toml_key(component.project)}.component.{quote_toml_key(component.slug)}]"
    for key, value in values.items():
        yield f"{key} = {format_toml(value)}"


def _component_settings(component: Component, relative_path: str) -> dict[str, str | dict[str, str]]:
    """Return the settings for the table of a component in transtats.toml.

    These are path, file mask, file format, and all settings that differ from their defaults.
    """
    plain = component.file_format == "xliff" and component.read_options.removes_inline_tags
    parameters = {} if component.file_format == "xliff" else dict(component.read_options.format_parameters)
    values: dict[str, str | dict[str, str]] = {
        "path": relative_path,
        "filemask": component.filemask,
        "file_format": "plainxliff" if plain else component.file_format,
        "template": component.template if component.template != component.filemask else "",
        "new_base": component.new_base,
        "source_language": component.source_language,
        "language_regex": component.language_regex,
        "file_format_params": parameters,
    }
    return {key: value for key, value in values.items() if value and value != SETTING_SPECS[key].default}


def quote_toml_key(name: str) -> str:
    is_bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if is_bare else format_toml(name)


def _replace_unprintable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)


SCHEMA_DRAFT_URL = "http://json-schema.org/draft-07/schema#"


def build_settings_schema() -> Schema:
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
    table = TABLES[name]
    schema = table.values.schema if table.values else {"$ref": f"#/definitions/{name}"}
    if table.names is None:
        return schema
    return {"type": "object", "propertyNames": table.names.schema, "additionalProperties": schema}


def _sentence(description: str) -> str:
    return f"{description[0].upper()}{description[1:]}."
