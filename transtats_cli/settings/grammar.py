"""Parser of transtats.toml and of [tool.transtats] in pyproject.toml.

    # Settings for all components. The tables of projects and components can override them.
    base_url = "https://weblate.example.org"
    review = false

    # Settings for the project hello. A file without tables of projects can name the project: project = "hello"
    [project.hello]
    name = "Hello, world"
    aliases = { cz = "cs" }

    # Settings for one component. `path` is its directory, relative to this file. By default, it is the directory
    # hello/app, or the directory of this file if there is no hello/app.
    [project.hello.component.app]
    path = "src"
    filemask = "po/*.po"

    [checks]
    ignore = ["ellipsis"]
    words = ["Weblate"]

    # Limits for every language. Projects and components can have their own limits: [project.hello.gate]
    [gate]
    fail_under = 80

    # Limits for a language, for several languages (`"da, sv"`), or for a group of languages.
    [gate.language.nordic]
    fail_under = 95

    # Groups of languages.
    [gate.groups]
    nordic = ["da", "nb", "sv"]

In pyproject.toml the names of all tables begin with `tool.transtats`.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transtats_cli.nearest import find_similar_name
from transtats_cli.settings import lines
from transtats_cli.settings.documents import PROJECT_FILE, SettingsError, display_path, parse_toml, read_document
from transtats_cli.settings.keys import SETTING_SPECS, TableName, validate_setting
from transtats_cli.settings.kinds import LanguageCode, ListOf
from transtats_cli.settings.layers import GateTable, Setting, SettingsFile, SettingsLayer
from transtats_cli.settings.lines import KeyPath

_MAX_GATE_SETTINGS = 2_000_000
"""Maximum number of gate settings of all components together. A general setting counts once for each component."""
_TOTAL_NAMES = ("total", "overall")
"""Names of totals on the command line. A language or a group cannot have one of these names."""
_SLUG_PATTERN = re.compile(r"[^\s/\\%?#]+(?:/[^\s/\\%?#]+)*")


class _SettingsDocument:
    """Name of a settings file and line numbers of its keys, for error messages and settings."""

    def __init__(self, path: str, text: str, key_prefix: KeyPath) -> None:
        self.name = display_path(path)
        self._key_lines = lines.find_toml_key_lines(text)
        self._key_prefix = key_prefix

    def error_at(self, key_path: KeyPath, reason: str) -> SettingsError:
        return SettingsError(
            self.name, reason, line=self.find_line(key_path), key=".".join(self._key_prefix + key_path)
        )

    def find_line(self, key_path: KeyPath) -> int | None:
        return lines.find_nearest_key_line(self._key_lines, self._key_prefix + key_path)


def parse_settings_file(path: str) -> SettingsFile | None:
    """Return the contents of a transtats.toml or pyproject.toml.

    Return None if there is no such file, or if a pyproject.toml has no table `tool.transtats`. Raises SettingsError if
    the file is invalid. An invalid pyproject.toml without the word `transtats` is no error.
    """
    text = read_document(path)
    if text is None:
        return None
    try:
        content: Any = parse_toml(path, text)
    except SettingsError:
        if os.path.basename(path) == PROJECT_FILE and "transtats" not in text:
            return None  # The file has no settings of ours, so its error is not reported.
        raise
    prefix: KeyPath = ()
    if os.path.basename(path) == PROJECT_FILE:
        prefix = ("tool", "transtats")
        content = content.get("tool", {})
        content = content.get("transtats") if isinstance(content, dict) else None
        if content is None:
            return None
    return _parse_tables(_SettingsDocument(path, text, prefix), content)


def _parse_tables(document: _SettingsDocument, content: object) -> SettingsFile:
    tables = _require_table(document, (), content)
    gates = {("", ""): tuple(_parse_gate_tables(document, (), tables, ("", "")))}
    projects: dict[str, SettingsLayer] = {}
    components: dict[tuple[str, str], SettingsLayer] = {}
    is_name = isinstance(tables.get("project"), str)
    for project, table in _require_named_tables(document, ("project",), {} if is_name else tables.get("project", {})):
        path = ("project", project)
        projects[project] = _parse_settings(document, path, table, "project", subtables=("component", "gate"))
        gates[project, ""] = tuple(_parse_gate_tables(document, path, table, (project, "")))
        for component, component_table in _require_named_tables(
            document, (*path, "component"), table.get("component", {})
        ):
            inner_path = (*path, "component", component)
            components[project, component] = _parse_settings(
                document, inner_path, component_table, "component", subtables=("gate",)
            )
            gates[project, component] = tuple(
                _parse_gate_tables(document, inner_path, component_table, (project, component))
            )
    checks = _parse_settings(
        document, ("checks",), _require_table(document, ("checks",), tables.get("checks", {})), "checks"
    )
    subtables = ("checks", "gate") if is_name else ("project", "checks", "gate")
    general = _parse_settings(document, (), tables, "file", subtables=subtables)
    source = SettingsFile(
        document.name, {**general, **checks}, projects, components, gates, _parse_language_groups(document, tables)
    )
    _refuse_too_many_limits(document, source)
    return source


def _refuse_too_many_limits(document: _SettingsDocument, settings_file: SettingsFile) -> None:
    """Raise SettingsError if all components together have too many gate settings.

    Gate settings use much memory, because those that apply to several components are repeated for each component.
    """
    sizes = {names: sum(len(table.settings) for table in tables) for names, tables in settings_file.gate_tables.items()}
    total = sum(
        sizes["", ""] + sizes[project, ""] + sizes[project, component]
        for project, component in settings_file.component_settings
    )
    if total > _MAX_GATE_SETTINGS:
        count = len(settings_file.component_settings)
        reason = f"{total} limits for {count} components together; remove some of the languages"
        raise document.error_at(("gate",), reason)


def _parse_gate_tables(
    document: _SettingsDocument, key_path: KeyPath, tables: Mapping[str, Any], names: tuple[str, str]
) -> Iterator[GateTable]:
    """Yield the table `gate` of a project, a component or a whole file, and then the subtables of `gate` for languages.

    `key_path` names the table that contains `gate`. `names` contains the project and the component, or empty names.
    """
    inner_path = (*key_path, "gate")
    gate = _require_table(document, inner_path, tables.get("gate", {}))
    subtables = ("language",) if any(names) else ("language", "groups")
    gate_names: tuple[TableName, ...] = ("gate",) if any(names) else ("gate", "top_gate")
    yield GateTable(*names, "", _parse_settings(document, inner_path, gate, *gate_names, subtables=subtables))
    languages = _require_table(document, (*inner_path, "language"), gate.get("language", {}))
    for language, table in languages.items():
        language_path = (*inner_path, "language", language)
        if not any(map(str.strip, language.split(","))):
            raise document.error_at(language_path, "names no language")
        _refuse_total_names(document, language_path, language.split(","))
        yield GateTable(
            *names,
            language,
            _parse_settings(document, language_path, _require_table(document, language_path, table), "language"),
        )


def _parse_language_groups(document: _SettingsDocument, tables: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    path: KeyPath = ("gate", "groups")
    groups: dict[str, tuple[str, ...]] = {}
    for name, value in _require_table(document, path, tables.get("gate", {}).get("groups", {})).items():
        try:
            groups[name] = ListOf(LanguageCode()).validate(value)
        except ValueError as error:
            raise document.error_at((*path, name), str(error)) from error
        if not groups[name]:
            raise document.error_at((*path, name), "names no language")
        _refuse_total_names(document, (*path, name), [name])
    return groups


def _refuse_total_names(document: _SettingsDocument, key_path: KeyPath, names: Iterable[str]) -> None:
    """Raise SettingsError if a language or a group has the name of a total on the command line."""
    for name in map(str.strip, names):
        if name in _TOTAL_NAMES:
            raise document.error_at(
                key_path, f"{name!r} is not a language; a limit on the total is fail_under_{name} in a gate"
            )


def _require_named_tables(
    document: _SettingsDocument, key_path: KeyPath, content: object
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the names and the tables of all projects in the table `project`, or of all components of a project.

    `content` is the value of the key `project` or `component`. Raises SettingsError if this value is not a table, if it
    contains a value that is not a table, or if a name is not allowed in a URL.
    """
    tables = _require_table(document, key_path, content)
    for name in tables:
        if not _SLUG_PATTERN.fullmatch(name) or ".." in name.split("/") or (len(key_path) == 1 and "/" in name):
            reason = f"{name!r} cannot stand in an address; use letters, digits, '-' and '_'"
            raise document.error_at((*key_path, name), reason)
    return [(name, _require_table(document, (*key_path, name), table)) for name, table in tables.items()]


def _require_table(document: _SettingsDocument, key_path: KeyPath, content: object) -> Mapping[str, Any]:
    if not isinstance(content, dict):
        raise document.error_at(key_path, "must be a table")
    return content


def _parse_settings(
    document: _SettingsDocument,
    key_path: KeyPath,
    table: Mapping[str, Any],
    *tables: TableName,
    subtables: tuple[str, ...] = (),
) -> SettingsLayer:
    """Return the settings of a TOML table. Keys in `subtables` are skipped.

    `tables` contains the names of this kind of table. Raises SettingsError for the first invalid setting.
    """
    layer: dict[str, Setting] = {}
    for key, value in table.items():
        if key in subtables:
            continue
        if key not in SETTING_SPECS or not SETTING_SPECS[key].is_allowed_in(*tables):
            raise document.error_at((*key_path, key), _unknown_setting_reason(key, tables, subtables))
        try:
            checked = validate_setting(key, value)
        except ValueError as error:
            raise document.error_at((*key_path, key), str(error)) from error
        layer[key] = Setting(checked, document.name, document.find_line((*key_path, key)))
    return layer


def _unknown_setting_reason(key: str, tables: tuple[TableName, ...], subtables: tuple[str, ...]) -> str:
    allowed = [name for name, setting in SETTING_SPECS.items() if setting.is_allowed_in(*tables)]
    suggestion = find_similar_name(key, [*allowed, *subtables])
    if suggestion:
        return f"unknown setting; did you mean {suggestion}?"
    return f"unknown setting; allowed here: {', '.join(dict.fromkeys([*allowed, *subtables]))}"
