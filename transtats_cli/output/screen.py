"""Properties of the terminal that a stream is connected to."""

import os
from typing import TextIO

_ABSURD = 6
"""Number of digits from which on COLUMNS is ignored."""


def is_terminal(stream: TextIO | None) -> bool:
    """Return True for a terminal. `sys.stdout` is None if it was closed before the start."""
    return stream is not None and stream.isatty()


def may_colour() -> bool:
    """Return True if a terminal may be coloured (no-color.org). FORCE_COLOR is ignored, so files are never coloured."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO | None) -> int | None:
    """Return the width in columns: the variable COLUMNS, else the width of the terminal. If there is none, return None.

    The width of a terminal without a known size is 80.
    """
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < _ABSURD and int(wanted):
        return int(wanted)
    if stream is None or not is_terminal(stream):
        return None
    try:
        # Some terminals report 0.
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80
