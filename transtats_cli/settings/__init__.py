"""Settings from transtats.toml, pyproject.toml and component.json.

`keys` lists all settings and validates their values. `layers` contains the values with their origins and precedence.
`grammar` parses transtats.toml and pyproject.toml, and `component_json` parses component.json. `documents` finds and
reads these files. `lines` finds line numbers for messages. `template` writes a new settings file.
"""

import os

from transtats_cli.settings.documents import PROJECT_FILE, SETTINGS_FILE, folders_upward
from transtats_cli.settings.keys import SettingValue
from transtats_cli.settings.layers import (
    DISCOVERY_ORIGIN,
    GateTable,
    Setting,
    Settings,
    SettingsFile,
    SettingsLayer,
    expand_groups,
    rank_language_scope,
)

__all__ = [
    "DISCOVERY_ORIGIN",
    "PROJECT_FILE",
    "SETTINGS_FILE",
    "GateTable",
    "Setting",
    "Settings",
    "SettingsFile",
    "SettingsLayer",
    "expand_groups",
    "folders_upward",
    "format_toml",
    "load_settings",
    "rank_language_scope",
]


def load_settings(root: str) -> Settings:
    """Return the settings in the settings files of a directory, or of the nearest parent directory with settings.

    The search ends at the top directory of the repository. If there are no settings files, return empty settings.
    Raises SettingsError if a settings file is invalid.
    """
    for folder in folders_upward(root):
        present = [name for name in (SETTINGS_FILE, PROJECT_FILE) if os.path.lexists(os.path.join(folder, name))]
        if present:
            from transtats_cli.settings.grammar import parse_settings_file

            parsed = (parse_settings_file(os.path.join(folder, name)) for name in present)
            sources = tuple(each for each in parsed if each is not None)
            if sources:
                return Settings(folder, sources)
    return Settings()


def format_toml(value: SettingValue) -> str:
    """Return the value of a setting in TOML notation."""
    from json import dumps

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        # A JSON string is a valid TOML string, except that TOML requires an escape for DEL.
        return dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        return f"[{', '.join(map(format_toml, value))}]"
    return "{" + ", ".join(f"{format_toml(key)} = {format_toml(each)}" for key, each in value.items()) + "}"
