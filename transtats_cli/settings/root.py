"""Find the root directory of a command without `--root`, so that component names are equal in all subdirectories."""

import os

from transtats_cli.paths import parent_folder
from transtats_cli.settings.documents import PROJECT_FILE, is_trusted, read_document, require_trusted, settings_files
from transtats_cli.settings.grammar import parse_settings_file


def find_root(start: str) -> str:
    """Return the nearest directory with settings, or else the top of the git work tree, or else `start`.

    The directory `start` and its parents are searched, up to the top of the work tree. Without a work tree, all parents
    are searched. The directories in `GIT_CEILING_DIRECTORIES` are not searched. If the work tree belongs to another
    user, return `start`. Raises SettingsError if the settings belong to another user.
    """
    try:
        folder: str | None = os.path.abspath(start)
    except FileNotFoundError:
        # The current directory was deleted. The search for components reports the error.
        return start
    nearest = folder
    while folder is not None:
        found = next(filter(_is_settings_file, settings_files(folder)), None)
        if found is not None:
            require_trusted(found, start)
            return _choose_shown_path(folder, start)
        marker = os.path.join(folder, ".git")
        if os.path.lexists(marker):
            return _choose_shown_path(folder, start) if folder == nearest or is_trusted(marker, start) else start
        folder = parent_folder(folder)
    return start


def _is_settings_file(path: str) -> bool:
    """Return True for a transtats.toml, and for a pyproject.toml with a table for transtats.

    Raises SettingsError if a pyproject.toml with the word `transtats` is invalid.
    """
    if os.path.basename(path) != PROJECT_FILE:
        return True
    if "transtats" not in (read_document(path) or ""):
        return False
    return parse_settings_file(path) is not None


def _choose_shown_path(folder: str, start: str) -> str:
    """Return `start` if it is a path of `folder`, otherwise return `folder`.

    Messages then contain the path as the user wrote it.
    """
    return start if folder == os.path.abspath(start) else folder
