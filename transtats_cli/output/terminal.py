"""Properties of the terminal that a stream is connected to, colours, and the progress display of a long run.

This module creates all rich consoles.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Self, TextIO, TypeVar

from transtats_cli.output.text import escape_controls

UNLIMITED_WIDTH = 1_000_000
_STYLE_NAMES = ("bold", "dim", "underline", "red", "green", "yellow", "magenta", "cyan")
_STYLE_CODES = dict(zip(_STYLE_NAMES, ("1", "2", "4", "31", "32", "33", "35", "36"), strict=True))
"""Parameters of the escape sequence of each style."""
Item = TypeVar("Item")

_MAX_DIGITS = 6
"""Number of digits from which the environment variable COLUMNS is ignored."""
_SECONDS_UNTIL_SHOWN = 1.0
"""Time in seconds until the progress bar appears. A shorter run shows no progress bar."""
_SECONDS_BETWEEN_UPDATES = 0.1
_BAR_LENGTH = 20
_ERASE_SEQUENCE = "\r\x1b[K"


def style_text(text: str, style: str) -> str:
    """Return the text with the escape sequences of a style, such as `bold red`, as rich renders it."""
    codes = ";".join(_STYLE_CODES[name] for name in style.split())
    return f"\x1b[{codes}m{text}\x1b[0m" if codes else text


def render_rich(renderable: object, *, colour: bool, width: int = UNLIMITED_WIDTH) -> str:
    """Return a rich object as text, with the 16 standard colours or without colour.

    Environment variables are ignored.
    """
    from rich.console import Console

    buffer = StringIO()
    console = Console(
        file=buffer,
        width=width,
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        legacy_windows=False,
        emoji=False,
        markup=False,
        highlight=False,
    )
    console.print(renderable, soft_wrap=width == UNLIMITED_WIDTH)
    return buffer.getvalue()


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if a stream is a terminal. None, the value of a closed `sys.stdout`, is not a terminal."""
    return stream is not None and stream.isatty()


def is_coloured(stream: TextIO | None) -> bool:
    """Return True if text for the stream is coloured: on a terminal, or always if FORCE_COLOR is set.

    NO_COLOR (no-color.org) takes precedence. FORCE_COLOR=0 has no effect.
    """
    if stream is None or os.environ.get("NO_COLOR"):
        return False
    is_forced = os.environ.get("FORCE_COLOR", "0") not in ("", "0")
    return is_forced or (is_terminal(stream) and os.environ.get("TERM") != "dumb")


def set_colour_mode(colour_mode: str | None) -> None:
    """Set the variables that `is_coloured` reads: `always`, `never`, or `auto` or None to keep them as they are."""
    if colour_mode in ("always", "never"):
        os.environ["NO_COLOR"] = "" if colour_mode == "always" else "1"
        os.environ["FORCE_COLOR"] = "1" if colour_mode == "always" else ""


def terminal_width(stream: TextIO | None) -> int | None:
    """Return the width of the output in columns, or None if the output is not a terminal.

    The environment variable COLUMNS sets the width of any output. The width of a terminal that does not report its
    width is 80.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and len(columns) < _MAX_DIGITS and int(columns):
        return int(columns)
    if stream is None or not is_terminal(stream):
        return None
    try:
        # Some terminals report 0.
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


class ProgressBar:
    """Progress bar on a separate line of a terminal. The bar is erased at the end.

    `step_count` is the total number of steps. If it is 0, only the number of completed steps is shown. Call `advance`
    after each step. Call `clear` before other text is printed to the same terminal. Nothing is drawn if the stream is
    not a terminal.
    """

    def __init__(self, stream: TextIO | None, step_count: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.step_count = step_count
        self._done = 0
        self._stream = stream if is_terminal(stream) and os.environ.get("TERM") != "dumb" else None
        self._clock = clock
        self._next = clock() + _SECONDS_UNTIL_SHOWN
        self._is_drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.clear()

    def advance(self, step_name: str) -> None:
        """Count a completed step. The bar shows the step's `step_name`, and is redrawn at most every 0.1 seconds."""
        self._done += 1
        if self._stream is not None and self._clock() >= self._next:
            self._next = self._clock() + _SECONDS_BETWEEN_UPDATES
            self._is_drawn = True
            self._write_to_terminal(_ERASE_SEQUENCE + self._format_line(step_name))

    def clear(self) -> None:
        """Erase the progress bar, so that other text can be printed. The next step may draw the bar again."""
        if self._is_drawn:
            self._is_drawn = False
            self._write_to_terminal(_ERASE_SEQUENCE)

    def clear_before_each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items.

        The progress bar is erased before each item and at the end, so that other text can be printed.
        """
        for item in items:
            self.clear()
            yield item
        self.clear()

    def _format_line(self, step_name: str) -> str:
        from rich.cells import set_cell_size

        # Some terminals wrap the line as soon as the last column is used.
        width = (terminal_width(self._stream) or 80) - 1
        done = _BAR_LENGTH * min(self._done, self.step_count) // self.step_count if self.step_count else 0
        count = (
            f"[{'#' * done}{'.' * (_BAR_LENGTH - done)}] {self._done}/{self.step_count}"
            if self.step_count
            else str(self._done)
        )
        return set_cell_size(f"{count} {escape_controls(step_name)}", width).rstrip()

    def _write_to_terminal(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            # The terminal is gone. The run continues without a bar.
            self._stream = None
