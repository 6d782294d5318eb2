"""Find and read settings documents: regular UTF-8 files of limited size."""

import os
import re
from collections.abc import Iterator
from typing import Any

from transtats_cli import regular_file
from transtats_cli.errors import TranstatsError

SETTINGS_FILE = "transtats.toml"
PROJECT_FILE = "pyproject.toml"
LARGEST = 1_000_000
"""Size limit of a document in bytes."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Byte order mark. Removed here, because the import of the `utf-8-sig` codec takes time."""
LONGEST_LINE = 4000
"""Length limit of a TOML line in characters."""
LONGEST_KEY = 20
"""Maximum number of names in a dotted TOML key. Parsing a key takes time and memory quadratic in this number."""
_TOML_NAME = r'(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\')'
_TOML_KEY_OR_TEXT = (
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r"|\#[^\n]*+"
    rf"|({_TOML_NAME}(?:[ \t]*+\.[ \t]*+{_TOML_NAME})*+)"
)


class SettingsError(TranstatsError):
    """A settings document is invalid or cannot be read. The message contains the file, and line and key if given."""

    def __init__(self, document: str, reason: str, *, line: int | None = None, key: str = "") -> None:
        position = document if line is None else f"{document}:{line}"
        super().__init__(f"{position}: {key}: {reason}" if key else f"{position}: {reason}")


def read(path: str, *, within: str = "", largest: int = LARGEST, is_real: bool = False) -> str | None:
    """Return the text of a document, or None if there is no such file.

    No link may lead out of the repository of the folder `within`, or out of the folder itself if it is in no
    repository. `within` defaults to the folder of the document. `is_real` skips this test and is only for paths without
    any link; the test takes longer than reading. Raises SettingsError if the file is larger than `largest` bytes, is
    not UTF-8 or cannot be read.
    """
    try:
        if not is_real:
            # Most paths do not exist. For these, lstat raises before the slower test.
            os.lstat(path)
            _refuse_link_out(path, within or os.path.dirname(path))
        content = regular_file.read(path, largest + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise SettingsError(
            display_path(path), f"cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from error
    if len(content) > largest:
        raise SettingsError(display_path(path), f"is larger than {largest // 1000} kB, too large to be written by hand")
    try:
        return content.removeprefix(_BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SettingsError(display_path(path), "is not valid UTF-8", line=line) from error


def _refuse_link_out(path: str, within: str) -> None:
    """Raise SettingsError if a link leads out of the repository. Such a link could expose any readable file."""
    target = os.path.realpath(path)
    if target == os.path.abspath(path):
        return
    *_, top = folders_upward(within)
    if os.path.commonpath([os.path.realpath(top), target]) != os.path.realpath(top):
        raise SettingsError(display_path(path), f"a link that leads out of {top}; put a copy in its place")


def parse_toml(path: str, text: str) -> dict[str, Any]:
    """Parse a TOML document. Raises SettingsError with the line of the error."""
    import tomllib

    _refuse_long_keys(path, text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, position = str(error).partition(" (at ")
        line = re.match("line ([0-9]+)", position)
        number = int(line[1]) if line else text.count("\n") + 1
        raise SettingsError(display_path(path), f"not valid TOML: {reason}", line=number) from error
    except (RecursionError, ValueError) as error:
        raise SettingsError(display_path(path), "not valid TOML: nested too deep, or a number too long") from error


def _refuse_long_keys(path: str, text: str) -> None:
    """Raise SettingsError if a line or a key of a TOML document would take too long to parse."""
    may_have_long_keys = False
    for number, toml_line in enumerate(text.split("\n"), 1):
        if len(toml_line) > LONGEST_LINE:
            raise SettingsError(
                display_path(path), f"a line of more than {LONGEST_LINE} characters; break it up", line=number
            )
        may_have_long_keys = may_have_long_keys or toml_line.count(".") >= LONGEST_KEY
    if not may_have_long_keys:
        return
    for match in re.finditer(_TOML_KEY_OR_TEXT, text, re.DOTALL):
        key = match[1]
        if key and key.count(".") >= LONGEST_KEY and len(re.findall(_TOML_NAME, key)) > LONGEST_KEY:
            line = text.count("\n", 0, match.start()) + 1
            raise SettingsError(
                display_path(path), f"a key with more than {LONGEST_KEY} names; use fewer dots", line=line
            )


def display_path(path: str) -> str:
    """Return a path for messages: relative to the current directory if the path is below it, else unchanged."""
    if os.path.isabs(path) and os.path.normpath(path) == path:
        # Faster than `relpath` in the usual case.
        return path.removeprefix(os.path.join(os.getcwd(), ""))
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return path
    return path if relative.startswith(os.pardir) else relative


def folders_upward(root: str) -> Iterator[str]:
    """Return the directory and the folders above it up to the top of its repository.

    If the directory is in no repository, return the directory only.
    """
    start = os.path.abspath(root)
    folders = [start]
    while not os.path.lexists(os.path.join(folders[-1], ".git")):
        parent = os.path.dirname(folders[-1])
        if parent == folders[-1]:
            return iter([start])
        folders.append(parent)
    return iter(folders)
