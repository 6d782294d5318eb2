"""Parsers of transtats.toml, of [tool.transtats] in pyproject.toml, and of component.json.

    [project.hello.component.app]
    path = "src"

`TABLES` in `keys` contains the tables, and `transtats init` prints an example of each setting in its table. The
settings of a table apply to all projects and components below it, and these can override them. The key of a table
`[gate.language]` contains languages or groups, separated by commas, and `[gate.groups]` defines these groups.
In pyproject.toml the names of all tables begin with `tool.transtats`. A component.json contains fields of a component
as the API of a Weblate server returns them.
"""

import json
import os
from collections.abc import Mapping
from typing import Any

from transtats_cli.formats.lines import find_json_lines, find_toml_lines
from transtats_cli.nearest import find_similar_name
from transtats_cli.settings.documents import (
    COMPONENT_FILE,
    PROJECT_FILE,
    SettingsError,
    display_path,
    parse_toml,
    read_document,
)
from transtats_cli.settings.keys import SETTING_SPECS, TABLES, TableName, settings_of_table
from transtats_cli.settings.kinds import Kind, SettingValue
from transtats_cli.settings.layers import EVERYWHERE, SLICE_MARK, Scope, Setting, SettingsFile, SettingsLayer

KeyPath = tuple[str, ...]
"""Names of the tables around a key, and of the key."""
_PLACES: Mapping[TableName, str] = {
    "component": "[project.NAME.component.NAME]",
    "checks": "[checks]",
    "top_gate": "[gate]",
    "gate": "[gate]",
}
"""Tables that users leave out, as errors name them."""
_MAX_GATE_SETTINGS = 2_000_000
"""Maximum number of gate settings of all components together. A general setting counts once for each component."""


def parse_settings_file(path: str) -> SettingsFile | None:
    """Return the contents of a transtats.toml or pyproject.toml.

    Return None if there is no such file, or if a pyproject.toml has no table `tool.transtats`. Raises SettingsError if
    the file is invalid.
    """
    text = read_document(path)
    is_project_file = os.path.basename(path) == PROJECT_FILE
    # Most pyproject.toml files have no settings of ours. Their errors are not reported, and they are not parsed.
    if text is None or (is_project_file and "transtats" not in text):
        return None
    content: Any = parse_toml(path, text)
    prefix: KeyPath = ("tool", "transtats") if is_project_file else ()
    for name in prefix:
        content = content.get(name) if isinstance(content, dict) else None
    return None if content is None else _SettingsParser(path, text, prefix).parse(content)


class _SettingsParser:
    """Parser of the content of one settings file. Errors contain the file, the line and the key."""

    def __init__(self, path: str, text: str, key_prefix: KeyPath) -> None:
        self._name = display_path(path)
        self._key_lines = find_toml_lines(text)
        self._key_prefix = key_prefix
        self._layers: dict[Scope, dict[str, Setting]] = {}
        self._gate_layers: dict[Scope, dict[str, dict[str, Setting]]] = {}
        self._language_groups: dict[str, Any] = {}

    def parse(self, content: object) -> SettingsFile:
        self._parse_table((), content, "file")
        self._refuse_too_many_limits()
        return SettingsFile(self._name, self._layers, self._gate_layers, self._language_groups)

    def _parse_table(self, key_path: KeyPath, content: object, table: TableName) -> None:
        """Parse a table and its subtables. Raises SettingsError for the first error in the order of the file."""
        specs, subtables = settings_of_table(table), TABLES[table].subtables
        layer = self._layer_of_table(key_path)
        for key, value in self._require_table(key_path, content).items():
            inner_path = (*key_path, key)
            # The key `project` contains the name of the project, or the tables of projects.
            if key in subtables and not (key in specs and isinstance(value, str)):
                self._parse_subtables(inner_path, value, subtables[key])
            elif key in specs:
                checked = self._validate(inner_path, specs[key].kind, value)
                layer[key] = Setting(checked, self._name, self._find_line(inner_path))
            else:
                allowed = dict.fromkeys([*specs, *subtables])
                similar = find_similar_name(key, allowed)
                hint = f"did you mean {similar}?" if similar else f"allowed here: {', '.join(allowed)}"
                if key in SETTING_SPECS and (place := _PLACES.get(SETTING_SPECS[key].tables[0])):
                    hint = f"it belongs in {place}"
                raise self._error_at(inner_path, f"unknown setting; {hint}")

    def _parse_subtables(self, key_path: KeyPath, content: object, table: TableName) -> None:
        """Parse a table, or all tables with names that users choose."""
        row = TABLES[table]
        if row.names is None:
            self._parse_table(key_path, content, table)
            return
        for name, value in self._require_table(key_path, content).items():
            self._validate((*key_path, name), row.names, name)
            inner_path = (*key_path, name)
            if row.values is None:
                self._parse_table(inner_path, value, table)
                continue
            validated = self._validate(inner_path, row.values, value)
            if table == "groups":
                self._language_groups[name] = validated
            else:
                line = self._find_line(inner_path)
                self._layer_of_table(())[f"{SLICE_MARK}{name}"] = Setting(validated, self._name, line)

    def _layer_of_table(self, key_path: KeyPath) -> dict[str, Setting]:
        """Return the layer for the settings of a table. `[checks]` shares the layer of the settings of all projects."""
        project = key_path[1] if key_path[:1] == ("project",) else ""
        component = key_path[3] if project and key_path[2:3] == ("component",) else ""
        inner_path = key_path[2 * (bool(project) + bool(component)) :]
        if inner_path[:1] == ("gate",):
            languages = inner_path[2] if len(inner_path) > 2 else ""
            return self._gate_layers.setdefault((project, component), {}).setdefault(languages, {})
        return self._layers.setdefault((project, component), {})

    def _refuse_too_many_limits(self) -> None:
        """Raise SettingsError if all components together have too many gate settings.

        Gate settings use much memory, because those that apply to several components are repeated for each component.
        """
        sizes = {scope: sum(map(len, layers.values())) for scope, layers in self._gate_layers.items()}
        components = [scope for scope in self._layers if scope[1]]
        total = sum(sizes.get(each, 0) for scope in components for each in (EVERYWHERE, (scope[0], ""), scope))
        if total > _MAX_GATE_SETTINGS:
            reason = f"{total} limits for {len(components)} components together; remove some of the languages"
            raise self._error_at(("gate",), reason)

    def _validate(self, key_path: KeyPath, kind: Kind, value: object) -> SettingValue:
        try:
            validated: SettingValue = kind.validate(value)
        except ValueError as error:
            raise self._error_at(key_path, str(error)) from error
        return validated

    def _require_table(self, key_path: KeyPath, content: object) -> Mapping[str, Any]:
        if not isinstance(content, dict):
            raise self._error_at(key_path, "must be a table")
        return content

    def _error_at(self, key_path: KeyPath, reason: str) -> SettingsError:
        key = ".".join(self._key_prefix + key_path)
        return SettingsError(self._name, reason, line=self._find_line(key_path), key=key)

    def _find_line(self, key_path: KeyPath) -> int | None:
        """Return the line number of a key, or else of the innermost table around the key that has one."""
        path = self._key_prefix + key_path
        prefixes = (path[:length] for length in range(len(path), 0, -1))
        return next((self._key_lines[prefix] for prefix in prefixes if prefix in self._key_lines), None)


def read_component_settings(folder: str, *, is_real_path: bool = False) -> SettingsLayer | None:
    """Return the settings in the component.json of a folder.

    If there is no component.json, or it has no `filemask`, return None. Set `is_real_path` only if no part of the path
    is a symbolic link. Raises SettingsError if the file is invalid.
    """
    # There may be thousands of files, and os.path.join would take longer.
    path = f"{folder}{os.sep}{COMPONENT_FILE}"
    text = read_document(path, is_real_path=is_real_path)
    if text is None:
        return None
    name = display_path(path)
    try:
        fields: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise SettingsError(name, f"not valid JSON: {error.msg}", line=error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise SettingsError(name, "not valid JSON: nested too deep, or a number too long") from error
    if not isinstance(fields, dict):
        raise SettingsError(name, "must be an object, as a server describes a component")
    if not fields.get("filemask"):
        return None
    layer: dict[str, Setting] = {}
    for key, spec in settings_of_table("export").items():
        # A server exports a field without a value as null.
        if (value := fields.get(key)) is not None:
            try:
                validate = spec.kind.validate_exported or spec.kind.validate
                layer[key] = Setting(validate(value), name)
            except ValueError as error:
                line = find_json_lines(text).get((key,))
                raise SettingsError(name, str(error), line=line, key=key) from error
    return layer
