"""Paths in messages."""

import os


def from_here(path: str) -> str:
    """Return a path relative to the current directory, or the absolute path if that is shorter."""
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute)
    except ValueError:
        # Windows has no relative path from one drive to another.
        return absolute
    return min(relative, absolute, key=len)
