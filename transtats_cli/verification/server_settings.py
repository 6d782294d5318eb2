"""Compare the settings of a component with those of a server, and add the settings of the server to transtats.toml.

Existing settings are never changed.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.flags import Flags, parse_flag_lines
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import language_by_code
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.filemask.folders import find_matches
from transtats_cli.settings.documents import SETTINGS_FILE, read_document
from transtats_cli.settings.keys import validate_setting
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.template import quote_toml_key
from transtats_cli.verification.server_api import Fields

_PATH_KEYS = ("filemask", "template", "new_base")
REPLACEABLE_KEYS = ("template", "source_language", "language_regex", "check_flags", "review")
"""Settings that can be replaced in a component without another search for its files."""
_PLACEABLES_KEY = "xliff_placeables"


class SettingDifference(NamedTuple):
    """Setting with different values here and on the server."""

    key: str
    local_value: SettingValue
    server_value: SettingValue
    obstacle: str = ""
    """Reason why the value of the server cannot be adopted. Empty if the value can be adopted."""


class ServerOnlySetting(NamedTuple):
    """Setting of the server that changes the numbers, and that cannot be compared with a local setting."""

    key: str
    value: str
    effect: str


class SettingsComparison(NamedTuple):
    """Differences between the settings of a component here and on the server."""

    differences: tuple[SettingDifference, ...] = ()
    server_only: tuple[ServerOnlySetting, ...] = ()
    is_known: bool = False
    """False if the server did not return the settings of the component."""

    @property
    def replaceable_differences(self) -> list[SettingDifference]:
        """Differences in REPLACEABLE_KEYS whose value on the server can be adopted."""
        return [each for each in self.differences if each.key in REPLACEABLE_KEYS and not each.obstacle]


def compare_settings(component: Component, fields: Fields) -> SettingsComparison:
    """Return the settings that differ. Settings that the server does not return are left out.

    `fields` is the JSON object of the component. Without a file mask, it has no settings.
    """
    if not isinstance(fields.get("filemask"), str):
        return SettingsComparison()
    differences = [
        SettingDifference(key, _get_local_value(component, key), value, _find_obstacle(component, key, value))
        for key, value in _read_server_settings(fields).items()
        if not _are_equal(key, _get_local_value(component, key), value, component)
    ]
    return SettingsComparison(tuple(differences), tuple(_list_server_only_settings(fields)), is_known=True)


def replace_settings(component: Component, compared: SettingsComparison) -> Component:
    """Return a copy of a component with the settings of the server in REPLACEABLE_KEYS that can be adopted."""
    values: dict[str, Any] = {each.key: each.server_value for each in compared.replaceable_differences}
    return component._replace(**values)


def _get_local_value(component: Component, key: str) -> SettingValue:
    """Return the value of a setting. All settings of a server but one are fields of a component."""
    if key == "file_format_params":
        return {_PLACEABLES_KEY: "plain" if component.read_options.removes_inline_tags else "placeables"}
    value: SettingValue = getattr(component, key)
    return value


def _read_server_settings(fields: Fields) -> dict[str, SettingValue]:
    """Return the settings of the server as in a transtats.toml. Values with a wrong type are left out."""
    found: dict[str, Any] = {key: fields.get(key) for key in (*_PATH_KEYS, "file_format", "language_regex")}
    # Newer servers return the flags that the component inherits from its project as well.
    found["check_flags"] = fields.get("effective_check_flags", fields.get("check_flags"))
    found["source_language"] = _get_object(fields, "source_language").get("code")
    texts: dict[str, SettingValue] = {key: value for key, value in found.items() if isinstance(value, str)}
    placeables = _get_object(fields, "file_format_params").get(_PLACEABLES_KEY)
    if texts.get("file_format") == "plainxliff":
        texts["file_format"], placeables = "xliff", "plain"
    if placeables in ("plain", "placeables"):
        texts["file_format_params"] = {_PLACEABLES_KEY: placeables}
    review = _get_object(fields, "project").get("translation_review")
    return {**texts, "review": review} if isinstance(review, bool) else texts


def _get_object(fields: Fields, key: str) -> Fields:
    """Return an object in a JSON object, or {} if the server returned no object, such as only its address."""
    value = fields.get(key)
    return value if isinstance(value, dict) else {}


def _are_equal(key: str, local_value: SettingValue, server_value: SettingValue, component: Component) -> bool:
    if key in _PATH_KEYS:
        # Paths of a server begin at the top of the repository, local paths in any folder of the repository.
        longer, shorter = sorted((str(local_value), str(server_value)), key=len, reverse=True)
        return longer == shorter or (shorter != "" and longer.endswith(f"/{shorter}"))
    if key == "check_flags":
        # Newer servers return the flags of the format as well.
        implied = FILE_FORMATS[component.file_format].flags_of_strings
        return _parse_flags(implied, str(local_value)) == _parse_flags(implied, str(server_value))
    if key == "review" and not FILE_FORMATS[component.file_format].has_approved_strings:
        return True
    if key == "source_language":
        return language_by_code(str(local_value)) == language_by_code(str(server_value))
    return local_value == server_value


def _parse_flags(*lines: str) -> Flags | tuple[str, ...]:
    """Parse lines of flags. If a line is invalid, return the lines instead, so that they can be compared as texts."""
    try:
        return parse_flag_lines(line for line in lines if line)
    except ValueError:
        return lines


def _find_obstacle(component: Component, key: str, value: SettingValue) -> str:
    """Return the reason why a value of the server cannot be adopted. Empty if the value can be adopted."""
    try:
        validate_setting(key, value)
    except ValueError as error:
        return f"the value {error}"
    if key == "filemask" and not find_matches(component.root, str(value)):
        return f"no file in {component.path_for_messages('')} matches it"
    if key in ("template", "new_base") and value and not os.path.isfile(os.path.join(component.root, str(value))):
        return f"it is no file in {component.path_for_messages('')}"
    return ""


def _list_server_only_settings(fields: Fields) -> Iterator[ServerOnlySetting]:
    enforced = fields.get("effective_enforced_checks") or fields.get("enforced_checks")
    names = ", ".join(map(str, enforced)) if isinstance(enforced, list) else ""
    for key, value, effect in (
        ("enforced_checks", names, "strings that fail these checks need editing there"),
        ("key_filter", fields.get("key_filter"), "only strings whose keys match are strings there"),
        (
            "language_aliases",
            _get_object(fields, "project").get("language_aliases"),
            "languages in paths have these codes there (see aliases)",
        ),
    ):
        if isinstance(value, str) and value:
            yield ServerOnlySetting(key, value, effect)


class AdoptedSettings(NamedTuple):
    """Settings of the server for a component, as a table of transtats.toml."""

    names: tuple[str, str]
    """Names of the project and the component."""
    table: str
    """Text of the table, with line ends."""
    is_defined: bool
    """True if a settings file already has a table of the component."""


def collect_settings(component: Component, compared: SettingsComparison, root: str) -> AdoptedSettings | None:
    """Return a table with the settings of the server for a component. None if no setting can be adopted.

    The table contains each setting that differs and can be adopted, and the settings that locate the files.
    """
    values = {each.key: each.server_value for each in compared.differences if not each.obstacle}
    if not values:
        return None
    names = (component.project, component.slug)
    loaded = settings.load_settings(root)
    # A table needs the folder and the file mask, because discovery would give another component the name.
    place: dict[str, SettingValue] = {
        "path": os.path.relpath(component.root, loaded.folder or root).replace(os.sep, "/")
    }
    # Discovery may not find the template and the gettext template for the table of settings.
    templates = {"template": component.template, "new_base": component.new_base}
    place |= {"filemask": component.filemask, **{key: value for key, value in templates.items() if value}, **values}
    head = f"[project.{quote_toml_key(names[0])}.component.{quote_toml_key(names[1])}]\n"
    table = head + "".join(f"{key} = {settings.format_toml(value)}\n" for key, value in place.items())
    return AdoptedSettings(names, table, loaded.has_component(names))


def build_document(root: str, adopted: Iterable[AdoptedSettings]) -> tuple[str, str]:
    """Return the path and the new text of transtats.toml: the present text, followed by the new tables.

    Raises TranstatsError if the present file cannot be read, or if the tables cannot be added to it.
    """
    path = os.path.join(settings.load_settings(root).folder or root, SETTINGS_FILE)
    present = read_document(path) or ""
    tables = [each.table for each in adopted]
    if present:
        tables.insert(0, present if present.endswith("\n") else f"{present}\n")
    text = "\n".join(tables)
    try:
        tomllib.loads(text)
        # The path of a component may contain bytes that are not UTF-8.
        text.encode()
    except ValueError as error:
        raise TranstatsError(f"{path_for_messages(path)}: no table can be added ({error})") from error
    return path, text
