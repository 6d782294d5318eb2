"""Find and read settings files. They must be regular UTF-8 files of limited size."""

import os
import re
from collections.abc import Iterator
from typing import Any

from transtats_cli import regular_file
from transtats_cli.errors import TranstatsError
from transtats_cli.paths import has_link_out_of, parent_folder
from transtats_cli.problems import Problem

SETTINGS_FILE = "transtats.toml"
PROJECT_FILE = "pyproject.toml"
COMPONENT_FILE = "component.json"
CLIENT_CONFIG_FILES = (".weblate", ".weblate.ini", "weblate.ini")
"""Names of the configuration file of Weblate's command-line client."""
MAX_FILE_BYTES = 1_000_000
"""Maximum size of a settings file, in bytes."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Byte order mark of UTF-8. The codec `utf-8-sig` is not used, because its import takes time."""
MAX_LINE_LENGTH = 4000
"""Maximum length of a line of a TOML file, in characters."""
MAX_NAMES_IN_KEY = 20
"""Maximum number of names in a dotted TOML key. Parsing takes time and memory quadratic in this number."""
_TOML_NAME_REGEX = r'(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\[^\n])*+"|\'[^\'\n]*+\')'
# A text without an end extends to the end of the file, so that the rest of the file is not searched for each such text.
_TOML_KEY_OR_TEXT_REGEX = (
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r"|\#[^\n]*+"
    rf"|({_TOML_NAME_REGEX}(?:[ \t]*+\.[ \t]*+{_TOML_NAME_REGEX})*+)"
)


class SettingsError(TranstatsError):
    """A settings file is invalid or cannot be read. The message contains its path, and its line and key if given."""

    def __init__(self, document: str, reason: str, line: int | None = None, key: str = "") -> None:
        super().__init__(Problem(document, f"{key}: {reason}" if key else reason, line))

    def __reduce__(self) -> tuple[type["SettingsError"], tuple[object, ...]]:
        # Worker processes raise the error.
        return SettingsError, self.problem[:3]


def read_document(
    path: str, *, allowed_folder: str = "", max_bytes: int = MAX_FILE_BYTES, is_real_path: bool = False
) -> str | None:
    """Return the text of a settings file, or None if there is no such file.

    The target of a symbolic link must be inside the repository that contains `allowed_folder`. If this folder is in no
    repository, the target must be inside the folder. Otherwise, a link could expose any readable file. `allowed_folder`
    defaults to the folder of the file. If `is_real_path` is True, links are not tested, because the test takes longer
    than reading. Set `is_real_path` only if no part of the path is a link.

    Raises SettingsError if the file is larger than `max_bytes`, is not UTF-8 or cannot be read.
    """
    try:
        if not is_real_path:
            # Most paths do not exist. For these, lstat raises before the slower test.
            os.lstat(path)
            if os.path.realpath(path) != os.path.abspath(path):
                *_, top = folders_upward(allowed_folder or os.path.dirname(path))
                if has_link_out_of(path, top):
                    raise SettingsError(display_path(path), f"a link that leads out of {top}; put a copy in its place")
        content = regular_file.read_regular_file(path, max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        reason = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise SettingsError(display_path(path), reason) from error
    if len(content) > max_bytes:
        reason = f"is larger than {max_bytes // 1000} kB, too large to be written by hand"
        raise SettingsError(display_path(path), reason)
    try:
        return content.removeprefix(_BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError(display_path(path), "is not valid UTF-8", line=line) from error


def parse_toml(path: str, toml_text: str) -> dict[str, Any]:
    """Parse the text of a TOML file. Raises SettingsError with the line of the error. `path` is only for messages."""
    import tomllib

    name = display_path(path)
    _refuse_long_keys(name, toml_text)
    try:
        return tomllib.loads(toml_text)
    except tomllib.TOMLDecodeError as error:
        reason, _, position = str(error).partition(" (at ")
        line = re.match("line ([0-9]+)", position)
        number = int(line[1]) if line else toml_text.count("\n") + 1
        raise SettingsError(name, f"not valid TOML: {reason}", line=number) from error
    except (RecursionError, ValueError) as error:
        raise SettingsError(name, "not valid TOML: nested too deep, or a number too long") from error


def _refuse_long_keys(name: str, toml_text: str) -> None:
    """Raise SettingsError if a line or a key of a TOML file is so long that parsing would take too much time."""
    for number, toml_line in enumerate(toml_text.split("\n"), 1):
        if len(toml_line) > MAX_LINE_LENGTH:
            raise SettingsError(name, f"a line of more than {MAX_LINE_LENGTH} characters; break it up", line=number)
    for match in re.finditer(_TOML_KEY_OR_TEXT_REGEX, toml_text, re.DOTALL):
        key = match[1]
        if key and key.count(".") >= MAX_NAMES_IN_KEY and len(re.findall(_TOML_NAME_REGEX, key)) > MAX_NAMES_IN_KEY:
            line = toml_text.count("\n", 0, match.start()) + 1
            raise SettingsError(name, f"a key with more than {MAX_NAMES_IN_KEY} names; use fewer dots", line=line)


def display_path(path: str) -> str:
    """Return a path for messages: relative to the current directory if the path is below it, otherwise unchanged."""
    folder, absolute = os.path.join(os.getcwd(), ""), os.path.join(os.path.abspath(path), "")
    return absolute[len(folder) : -1] or "." if absolute.startswith(folder) else path


def folders_upward(root: str) -> Iterator[str]:
    """Return an iterator over a directory and its parent directories, up to the top directory of its repository.

    If the directory is in no repository, the iterator contains only this directory.
    """
    folders = [*find_parent_folders(root)]
    return iter(folders if os.path.lexists(os.path.join(folders[-1], ".git")) else folders[:1])


def find_parent_folders(start: str) -> Iterator[str]:
    """Yield a directory and its parent directories, up to the top directory of its repository, or up to the root."""
    folder: str | None = os.path.abspath(start)
    while folder is not None:
        yield folder
        folder = None if os.path.lexists(os.path.join(folder, ".git")) else parent_folder(folder)


def settings_files(folder: str) -> list[str]:
    """Return the paths of those of the files transtats.toml and pyproject.toml that exist in a folder."""
    paths = (os.path.join(folder, name) for name in (SETTINGS_FILE, PROJECT_FILE))
    return [path for path in paths if os.path.lexists(path)]


def client_config_files(root: str) -> list[str]:
    """Return the paths of the configuration files of Weblate's client, nearest first.

    The directory `root` and its parent directories in the same repository are searched.
    """
    paths = (os.path.join(folder, name) for folder in folders_upward(root) for name in CLIENT_CONFIG_FILES)
    return [path for path in paths if os.path.isfile(path)]


def require_trusted(path: str, start: str) -> None:
    """Raise SettingsError if a settings file above the directory `start` belongs to another user.

    A file in `start` itself, and a file of the owner of `start`, are always accepted.
    """
    folder = os.path.dirname(path)
    if folder != os.path.abspath(start) and not is_trusted(path, start):
        reason = f"belongs to another user, so it is not used; to use it, give --root {folder}"
        raise SettingsError(display_path(path), reason)


def is_trusted(path: str, start: str) -> bool:
    """Return True if a file above the directory `start` belongs to the user, or to the owner of `start`.

    Anybody can put a file into a directory such as `/tmp`. The owner of `start` can put a file into `start` itself. On
    systems without owners of files, every file is trusted.
    """
    if not hasattr(os, "geteuid"):
        return True
    return os.lstat(path).st_uid in (os.geteuid(), os.stat(start).st_uid)
