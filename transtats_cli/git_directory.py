"""Find the git directory of a work tree, and read its files. Git is not run."""

import os

from transtats_cli import regular_file


def find_git_directories(top: str) -> tuple[str, str] | None:
    """Return the git directory of a work tree, and the directory that all work trees of the repository share.

    `top` is the directory that contains `.git`. For linked work trees and submodules, `.git` is a file with the path of
    the git directory. None if the file contains no path.
    """
    marker = os.path.join(top, ".git")
    if os.path.isfile(marker):
        content = read_line(marker)
        if not content.startswith("gitdir: "):
            return None
        marker = os.path.join(top, content.removeprefix("gitdir: "))
    directory = os.path.normpath(marker)
    shared = read_line(os.path.join(directory, "commondir"))
    return directory, os.path.normpath(os.path.join(directory, shared)) if shared else directory


def read_line(path: str) -> str:
    """Return the first line of a file in the git directory. '' if the file does not exist."""
    return read_text(path, 4096).partition("\n")[0]


def read_text(path: str, size: int = -1) -> str:
    """Return the text of a file in the git directory. '' if the file does not exist, or is a pipe or a device."""
    try:
        return regular_file.read_regular_file(path, size).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""
