"""Choose the files of a root that a scan needs.

A scan of the chosen files gives the same result as a scan of all files. Files with the extension of a format and
settings files are needed with their content. Of some other files only the name is needed, because a file such as
`setup.py` shows which folder is the folder of a project.
"""

import os
import re
from collections.abc import Sequence
from typing import Literal

from transtats_cli.formats.extensions import EXTENSIONS
from transtats_cli.git.checkout import may_be_scanned
from transtats_cli.scanning.discovery.foreign import READER_MODULES
from transtats_cli.scanning.discovery.tree import CHECKOUT_FILES
from transtats_cli.settings import component_json
from transtats_cli.settings.documents import CLIENT_CONFIG_FILES, PROJECT_FILE, SETTINGS_FILE

NeededPart = Literal["content", "name", "nothing"]

SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__MACOSX", "__pycache__"})
"""Names of folders without translations of the project."""
_TRANSLATION_FILE_SUFFIXES = tuple(f".{extension}" for extension in (*EXTENSIONS, "pot"))
_KNOWN_EXTENSIONS = frozenset((*EXTENSIONS, "pot"))
_SETTINGS_FILES_WITH_PATHS = frozenset(
    {SETTINGS_FILE, PROJECT_FILE, component_json.COMPONENT_FILE, *CLIENT_CONFIG_FILES}
    | {path.rpartition("/")[2] for path in READER_MODULES}
)
"""Names of the settings files that contain paths of translations."""
_NAMED_EXTENSION_PATTERN = re.compile(rb"\.([A-Za-z0-9_]{1,20})(?=[\"'\s,;:\]}]|$)")


def is_skipped_folder(path: Sequence[str]) -> bool:
    """True if a folder in the path contains no translations of the project."""
    return not SKIPPED_FOLDERS.isdisjoint(path)


def find_needed_part(
    path: Sequence[str], other_extensions: frozenset[str] = frozenset(), *, extra_depth: int = 0
) -> NeededPart:
    """Return the part of a file that a scan needs: its content, its name, or nothing.

    `path` contains the names of the folders and the name of the file. `other_extensions` are extensions that occur in
    settings files. `extra_depth` is 1 for an archive, because its first folder may be the root. Otherwise, it is 0.
    """
    name = path[-1]
    if name.endswith(_TRANSLATION_FILE_SUFFIXES) or may_be_scanned(name) or name.rpartition(".")[2] in other_extensions:
        return "content"
    if len(path) <= 1 + extra_depth and name[0] != ".":
        # The root of a project contains files such as a program. A folder of several projects does not.
        return "name"
    return "name" if len(path) <= 2 + extra_depth and name in CHECKOUT_FILES else "nothing"


def may_contain_paths(name: str) -> bool:
    """True if a file with this name is a settings file that contains paths of translations."""
    return name in _SETTINGS_FILES_WITH_PATHS


def find_named_extensions(name: str, content: bytes) -> frozenset[str]:
    """Return the extensions in the paths of a settings file, without the extensions of known formats."""
    if name == PROJECT_FILE and b"tool.transtats" not in content:
        return frozenset()
    return frozenset(map(os.fsdecode, _NAMED_EXTENSION_PATTERN.findall(content))) - _KNOWN_EXTENSIONS
