"""Parser of transtats.toml and of [tool.transtats] in pyproject.toml.

    base_url = "https://weblate.example.org"    # for all components, unless a table below overrides it
    review = false

    [project.hello]                             # for the project hello; without tables: project = "hello"
    name = "Hello, world"
    aliases = { cz = "cs" }

    [project.hello.component.app]               # one component
    path = "src"                                # its directory, relative to this file; the default is hello/app/
    filemask = "po/*.po"                        # if that exists, else the directory of this file

    [checks]
    ignore = ["ellipsis"]
    words = ["Weblate"]

    [gate]                                      # limits of every language; a project and a component may also have
    fail_under = 80                             # a gate: [project.hello.gate]

    [gate.language.nordic]                      # a language, several (`"da, sv"`), or a group
    fail_under = 95

    [gate.groups]
    nordic = ["da", "nb", "sv"]

In pyproject.toml the names of all tables begin with `tool.transtats`.
"""

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from transtats_cli.nearest import nearest
from transtats_cli.settings import lines
from transtats_cli.settings.documents import PROJECT_FILE, SettingsError, display_path, parse_toml, read
from transtats_cli.settings.keys import KEYS, check_languages
from transtats_cli.settings.layers import GateTable, Layer, Setting, Source
from transtats_cli.settings.lines import Path

_MOST_GATE_SETTINGS = 2_000_000
"""Maximum number of gate settings of all components together. A general setting counts once for each component."""
_SLUG = re.compile(r"[^\s/\\%?#]+(?:/[^\s/\\%?#]+)*")


class _Document:
    """Name of a settings file and line numbers of its keys, for error messages and for the origins of settings."""

    def __init__(self, path: str, text: str, prefix: Path) -> None:
        self.name = display_path(path)
        self._lines = lines.toml_lines(text)
        self._prefix = prefix

    def error(self, path: Path, reason: str) -> SettingsError:
        full = self._prefix + path
        return SettingsError(self.name, reason, line=lines.nearest_line(self._lines, full), key=".".join(full))

    def origin(self, path: Path) -> str:
        return f"{self.name}:{lines.nearest_line(self._lines, self._prefix + path)}"


def parse_file(path: str) -> Source | None:
    """Return the contents of a transtats.toml or pyproject.toml.

    Return None if there is no such file, or if a pyproject.toml has no table `tool.transtats`. Raises SettingsError if
    the file is invalid. An invalid pyproject.toml without the word `transtats` is no error.
    """
    text = read(path)
    if text is None:
        return None
    try:
        content: Any = parse_toml(path, text)
    except SettingsError:
        if os.path.basename(path) == PROJECT_FILE and "transtats" not in text:
            return None  # The file has no settings of ours, so its error is not reported.
        raise
    prefix: Path = ()
    if os.path.basename(path) == PROJECT_FILE:
        prefix = ("tool", "transtats")
        content = content.get("tool", {})
        content = content.get("transtats") if isinstance(content, dict) else None
        if content is None:
            return None
    return _parse_tables(_Document(path, text, prefix), content)


def _parse_tables(document: _Document, content: object) -> Source:
    tables = _require_table(document, (), content)
    gates = {("", ""): tuple(_parse_gate(document, (), tables, ("", "")))}
    projects: dict[str, Layer] = {}
    components: dict[tuple[str, str], Layer] = {}
    is_name = isinstance(tables.get("project"), str)
    for project, table in _named_tables(document, ("project",), {} if is_name else tables.get("project", {})):
        path = ("project", project)
        projects[project] = _parse_settings(document, path, table, "p", subtables=("component", "gate"))
        gates[project, ""] = tuple(_parse_gate(document, path, table, (project, "")))
        for component, component_table in _named_tables(document, (*path, "component"), table.get("component", {})):
            inner_path = (*path, "component", component)
            components[project, component] = _parse_settings(
                document, inner_path, component_table, "c", subtables=("gate",)
            )
            gates[project, component] = tuple(_parse_gate(document, inner_path, component_table, (project, component)))
    checks = _parse_settings(
        document, ("checks",), _require_table(document, ("checks",), tables.get("checks", {})), "k"
    )
    subtables = ("checks", "gate") if is_name else ("project", "checks", "gate")
    general = _parse_settings(document, (), tables, "g", subtables=subtables)
    source = Source(document.name, {**general, **checks}, projects, components, gates, _parse_groups(document, tables))
    _refuse_too_many_limits(document, source)
    return source


def _refuse_too_many_limits(document: _Document, source: Source) -> None:
    """Raise SettingsError if there are too many gate settings. They are repeated in memory for every component."""
    sizes = {names: sum(len(table.layer) for table in tables) for names, tables in source.gates.items()}
    total = sum(
        sizes["", ""] + sizes[project, ""] + sizes[project, component] for project, component in source.components
    )
    if total > _MOST_GATE_SETTINGS:
        reason = f"{total} limits for {len(source.components)} components together; remove some of the languages"
        raise document.error(("gate",), reason)


def _parse_gate(
    document: _Document, path: Path, tables: Mapping[str, Any], names: tuple[str, str]
) -> Iterator[GateTable]:
    """Yield the table `gate` of a project, a component or a whole file, and then the subtables of `gate` for languages.

    `path` names the table that contains `gate`. `names` contains the project and the component, or empty names.
    """
    inner_path = (*path, "gate")
    gate = _require_table(document, inner_path, tables.get("gate", {}))
    subtables = ("language",) if any(names) else ("language", "groups")
    yield GateTable(*names, "", _parse_settings(document, inner_path, gate, "r", subtables=subtables))
    languages = _require_table(document, (*inner_path, "language"), gate.get("language", {}))
    for language, table in languages.items():
        language_path = (*inner_path, "language", language)
        if not language.strip(", "):
            raise document.error(language_path, "names no language")
        yield GateTable(
            *names,
            language,
            _parse_settings(document, language_path, _require_table(document, language_path, table), "l"),
        )


def _parse_groups(document: _Document, tables: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    path: Path = ("gate", "groups")
    groups: dict[str, tuple[str, ...]] = {}
    for name, value in _require_table(document, path, tables.get("gate", {}).get("groups", {})).items():
        try:
            groups[name] = check_languages(value)
        except ValueError as error:
            raise document.error((*path, name), str(error)) from error
        if not groups[name]:
            raise document.error((*path, name), "names no language")
    return groups


def _named_tables(document: _Document, path: Path, content: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the table of each project in the table `project`, or of each component in a table `component`, by name.

    Raises SettingsError if a name is not allowed in a URL, or if a value is no table.
    """
    tables = _require_table(document, path, content)
    for name in tables:
        if not _SLUG.fullmatch(name) or ".." in name.split("/") or (len(path) == 1 and "/" in name):
            reason = f"{name!r} cannot stand in an address; use letters, digits, '-' and '_'"
            raise document.error((*path, name), reason)
    return [(name, _require_table(document, (*path, name), table)) for name, table in tables.items()]


def _require_table(document: _Document, path: Path, content: object) -> Mapping[str, Any]:
    if not isinstance(content, dict):
        raise document.error(path, "must be a table")
    return content


def _parse_settings(
    document: _Document, path: Path, table: Mapping[str, Any], level: str, *, subtables: tuple[str, ...] = ()
) -> Layer:
    """Return the settings of a TOML table. Keys in `subtables` are skipped.

    `level` is the letter in `Key.levels` that stands for this kind of table. Raises SettingsError for the first invalid
    setting.
    """
    layer: dict[str, Setting] = {}
    for key, value in table.items():
        if key in subtables:
            continue
        if key not in KEYS or level not in KEYS[key].levels:
            raise document.error((*path, key), _unknown_setting_reason(key, level, subtables))
        try:
            checked = KEYS[key].check(value)
        except ValueError as error:
            raise document.error((*path, key), str(error)) from error
        layer[key] = Setting(checked, document.origin((*path, key)))
    return layer


def _unknown_setting_reason(key: str, level: str, subtables: tuple[str, ...]) -> str:
    allowed = [name for name, setting in KEYS.items() if level in setting.levels]
    suggestion = nearest(key, [*allowed, *subtables])
    if suggestion:
        return f"unknown setting; did you mean {suggestion}?"
    return f"unknown setting; here may stand {', '.join([*allowed, *subtables])}"
