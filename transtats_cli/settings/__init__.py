"""Settings from transtats.toml, pyproject.toml and component.json.

`keys` contains a row for each setting, and `kinds` the kinds of their values. `layers` contains the
values with their origins and precedence. A layer contains the settings of one table of a file, or of one
component.json. `grammar` parses transtats.toml and pyproject.toml, and `component_json` parses component.json.
`documents` finds and reads these files. `root` finds the root, the directory that a command searches for components.
`lines` finds line numbers for messages. `template` creates the text of a new settings file. `schema` creates the JSON
Schema of transtats.toml.
"""

import json

from transtats_cli.settings.documents import (
    PROJECT_FILE,
    SETTINGS_FILE,
    folders_upward,
    require_trusted,
    settings_files,
)
from transtats_cli.settings.grammar import parse_settings_file
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import (
    DISCOVERY_ORIGIN,
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
    Raises SettingsError if a settings file is invalid, or if a settings file above `root` belongs to another user.
    """
    for folder in folders_upward(root):
        present = settings_files(folder)
        if present:
            parsed = ((path, parse_settings_file(path)) for path in present)
            sources = {path: each for path, each in parsed if each is not None}
            if sources:
                for path in sources:
                    require_trusted(path, root)
                return Settings(folder, tuple(sources.values()), {})
    return Settings()


def format_toml(value: SettingValue) -> str:
    """Return the value of a setting in TOML notation."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        # A JSON string is a valid TOML string, except that TOML requires an escape for DEL.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, tuple):
        return f"[{', '.join(map(format_toml, value))}]"
    return "{" + ", ".join(f"{format_toml(key)} = {format_toml(each)}" for key, each in value.items()) + "}"
