"""Error message for the path of a file or a folder that does not exist."""

import os

from transtats_cli import settings
from transtats_cli.formats.extensions import EXTENSIONS
from transtats_cli.nearest import find_similar_name
from transtats_cli.scanning.discovery.lookup import survey_components

_MAX_LISTED_NAMES = 10_000
"""Maximum number of names in a folder that are compared with a mistyped name."""


def describe_missing_file(path: str, root: str) -> str:
    """Return the error message for a mistyped path, or '' if the text may be the name of a component.

    A text with a slash is a path in two cases: it ends with the extension of a translation format, or the folder before
    the last slash exists and the first part of the text is no project.
    """
    folder, slash, name = path.rpartition("/")
    if not (slash and name) or os.path.lexists(path):
        return ""
    is_file = name.endswith(tuple(f".{extension}" for extension in EXTENSIONS))
    folder_exists = os.path.isdir(folder or "/")
    if not is_file and (not folder_exists or _is_project(path.partition("/")[0], root)):
        return ""
    similar = find_similar_name(name, _list_names(folder or "/")) if folder_exists else ""
    next_step = (
        f"did you mean {folder}/{similar}?" if similar else "`transtats components -v` lists all files of components"
    )
    return f"{path}: no such file{'' if is_file else ' or folder'}; {next_step}"


def _is_project(name: str, root: str) -> bool:
    """Return True for the name of a project, and for `.`, which is the project of the root."""
    components = survey_components(root, settings.load_settings(root)).components
    return name == "." or any(each.project == name for each in components)


def _list_names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)[:_MAX_LISTED_NAMES]
    except OSError:
        return []
