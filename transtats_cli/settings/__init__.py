"""Settings from transtats.toml, pyproject.toml and component.json.

`keys` contains a row for each setting and each table, and `kinds` the kinds of their values. `layers` contains the
values with their origins and precedence. A layer contains the settings of one table of a file, of one component.json,
or of the command line. `grammar` parses these files, and `documents` finds and reads them. `template` creates the text
of a new settings file, and the JSON Schema of transtats.toml.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from transtats_cli.settings.documents import (
    PROJECT_FILE,
    find_parent_folders,
    folders_upward,
    is_trusted,
    require_trusted,
    settings_files,
)
from transtats_cli.settings.grammar import parse_settings_file
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import Settings

_EXCLUDED_BY_OPTION: ContextVar[tuple[str, ...]] = ContextVar("patterns of --exclude", default=())


@contextmanager
def exclude_folders(patterns: Sequence[str]) -> Iterator[None]:
    """Add patterns to the setting `exclude` of all settings that are loaded in the block."""
    token = _EXCLUDED_BY_OPTION.set(tuple(patterns))
    try:
        yield
    finally:
        _EXCLUDED_BY_OPTION.reset(token)


def load_settings(root: str) -> Settings:
    """Return the settings in the settings files of a directory, or of the nearest parent directory with settings.

    The search ends at the top directory of the repository. If there are no settings files, return empty settings.
    Raises SettingsError if a settings file is invalid, or if a settings file above `root` belongs to another user.
    """
    for folder in folders_upward(root):
        parsed = {path: parse_settings_file(path) for path in settings_files(folder)}
        sources = {path: each for path, each in parsed.items() if each is not None}
        if sources:
            for path in sources:
                require_trusted(path, root)
            return Settings(folder, [*sources.values()], _EXCLUDED_BY_OPTION.get())
    return empty_settings()


def empty_settings() -> Settings:
    """Return the settings of a command without settings files."""
    return Settings(excluded_by_option=_EXCLUDED_BY_OPTION.get())


def find_root(start: str) -> str:
    """Return the nearest directory with settings, or else the top of the git work tree, or else `start`.

    The directory `start` and its parents are searched, up to the top of the work tree. Without a work tree, all parents
    are searched. The directories in `GIT_CEILING_DIRECTORIES` are not searched. If the work tree belongs to another
    user, return `start`. Raises SettingsError if the settings belong to another user, or if a pyproject.toml with the
    word `transtats` is invalid.
    """
    try:
        folders = [*find_parent_folders(start)]
    except FileNotFoundError:
        # The current directory was deleted. The search for components reports the error.
        return start
    for folder in folders:
        for path in settings_files(folder):
            # A pyproject.toml may have no table for transtats.
            if os.path.basename(path) != PROJECT_FILE or parse_settings_file(path) is not None:
                require_trusted(path, start)
                return start if folder == folders[0] else folder
    marker = os.path.join(folders[-1], ".git")
    is_top_used = len(folders) > 1 and os.path.lexists(marker) and is_trusted(marker, start)
    return folders[-1] if is_top_used else start


def format_toml(value: SettingValue) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{format_toml(key)} = {format_toml(each)}" for key, each in value.items()) + "}"
    # A JSON value is a valid TOML value, except that TOML requires an escape for DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
