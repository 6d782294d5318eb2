"""What a stream leads to: whether a terminal, how wide, and whether it may be coloured."""

import os
from typing import TextIO

_ABSURD = 6
"""Digits of a number that is no width."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person watches; None is a stream that was closed before we started."""
    return stream is not None and stream.isatty()


def may_colour() -> bool:
    """Whether a terminal should get colour (no-color.org); FORCE_COLOR is no reason to colour anything else."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO | None) -> int | None:
    """The user's COLUMNS, else those of the terminal; None where nothing sets a limit."""
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < _ABSURD and int(wanted):
        return int(wanted)
    if stream is None or not is_terminal(stream):
        return None
    try:
        # Some terminals do not know and say 0.
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80
