"""Paths for messages, parent directories, and tests if a path is below a directory."""

import os
import re
from functools import lru_cache
from itertools import accumulate, islice


def path_for_messages(path: str) -> str:
    """Return a path relative to the current directory, or the absolute path if the absolute path is shorter."""
    return _find_shorter_path(path, os.getcwd())


# Thousands of strings have the path of the same file.
@lru_cache(maxsize=256)
def _find_shorter_path(path: str, current_directory: str) -> str:
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, current_directory)
    except ValueError:
        # Windows has no relative path from one drive to another.
        return absolute
    return min(relative, absolute, key=len)


def replace_folder_in_text(text: str, folder: str, replacement: str) -> str:
    """Return a message in which the paths below a folder are relative to the folder.

    The path of the folder itself is replaced by `replacement`. A message is not changed if the folder is the root of
    the file system, or the current directory as `.`.
    """
    if not folder.strip("./"):
        return text
    path = re.compile(rf"(?<![\w./-]){re.escape(folder)}(?:(/)|(?=\.?(?:[\s:;,)\]'\"]|\Z)))")
    return path.sub(lambda match: "" if match[1] else replacement, text)


def remove_root_from_text(text: str, root: str) -> str:
    """Return a message that may be published: paths below the directory `root` become relative to it.

    The path of `root` becomes `.`, and the paths of its parent folders become `..`. The same applies to the real path
    if `root` is a link.
    """
    roots = dict.fromkeys((os.path.abspath(root), os.path.realpath(root)))
    for folder in roots:
        text = replace_folder_in_text(text, folder, os.curdir)
    for folder in roots:
        above = os.path.dirname(folder)
        while above != os.path.dirname(above):
            text = replace_folder_in_text(text, above, os.pardir)
            above = os.path.dirname(above)
    return text


def has_link_out_of(path: str, boundary: str) -> bool:
    """Return True if an absolute path, with all symbolic links resolved, is outside of the directory `boundary`."""
    inside = path.removeprefix(os.path.join(boundary, "")).replace(os.sep, "/").split("/")
    # Testing each part below the boundary for a link is faster than resolving the path.
    if inside[0] and ".." not in inside:
        places = accumulate(inside, os.path.join, initial=boundary)
        if not any(map(os.path.islink, islice(places, 1, None))):
            return False
    real = os.path.realpath(path)
    # Most boundaries have no link in their own path, and need not be resolved.
    return not (is_below(real, boundary) or is_below(real, os.path.realpath(boundary)))


def is_below(path: str, directory: str) -> bool:
    """Return True if a path is equal to a directory or below this directory.

    Both paths must be normalized. On Windows, they may be on different drives.
    """
    return path == directory or path.startswith(os.path.join(directory, ""))


def relative_path(path: str, directory: str) -> str:
    """Return a normalized absolute path relative to a directory, with `/` as separator.

    The result is '' for the directory itself, and begins with `..` for a path outside of it.
    """
    inside = os.path.join(directory, "")
    # Most paths are below the directory, and `relpath` takes longer.
    relative = path[len(inside) :] if path.startswith(inside) else os.path.relpath(path, directory)
    return "" if relative == os.curdir else relative.replace(os.sep, "/")


def broken_link_reason(path: str) -> str:
    """Return the reason why the target of a link is not accessible.

    Return '' if the path is not a link, or if the target is accessible.
    """
    try:
        target = os.readlink(path)
    except OSError:
        return ""
    try:
        os.stat(path)
    except FileNotFoundError:
        return f"a link to {target!r}, which does not exist"
    except OSError as error:
        return f"a link to {target!r}: {(error.strerror or str(error)).lower()}"
    return ""


def parent_folder(folder: str) -> str | None:
    """Return the path of the parent of a folder.

    Return None for the root of the file system, and if the parent is one of the folders in the environment variable
    `GIT_CEILING_DIRECTORIES`, which git does not search.
    """
    parent = os.path.dirname(folder)
    ceilings = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    return None if parent in ("", folder, *ceilings) else parent
