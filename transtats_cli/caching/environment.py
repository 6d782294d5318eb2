"""Versions of the program and its libraries, a part of every cache key."""

import os
import sys
from functools import lru_cache

from transtats_cli import __version__


@lru_cache(maxsize=1)
def environment() -> str:
    """Return the versions of the program, of Python and of the libraries as one text."""
    return repr((__version__, sys.version_info[:3], _libraries()))


def _libraries() -> list[str]:
    """Return the installed distributions. For an editable install, append the package's newest modification time."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    installed = [folder for folder in sys.path if folder.endswith("-packages") and os.path.isdir(folder)]
    found = sorted(name for folder in installed for name in os.listdir(folder) if name.endswith(".dist-info"))
    return found if os.path.dirname(package) in installed else [*found, str(_newest(package))]


def _newest(folder: str) -> int:
    """Return the newest modification time of all files in and below a folder, in nanoseconds."""
    newest = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                newest = newest if entry.name == "__pycache__" else max(newest, _newest(entry.path))
            else:
                newest = max(newest, entry.stat().st_mtime_ns)
    return newest
