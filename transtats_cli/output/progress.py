"""How far a long run is, on standard error and only for a person who watches."""

import os
import time
from collections.abc import Callable
from typing import Self, TextIO

from transtats_cli.output.screen import is_terminal, width_of
from transtats_cli.output.visible import visible

_PATIENCE = 1.0
"""Seconds of work that need no explanation."""
_PAUSE = 0.1
_BAR = 20
_ERASE = "\r\x1b[K"


class Progress:
    """A bar on a line of its own, which is gone when the work is done.

    `advance` is told each step; without a whole to compare with it counts the steps. Whoever prints to the same
    terminal meanwhile calls `clear` first.
    """

    def __init__(self, stream: TextIO | None, whole: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.whole = whole
        self._done = 0
        self._stream = stream if is_terminal(stream) and os.environ.get("TERM") != "dumb" else None
        self._clock = clock
        self._next = clock() + _PATIENCE
        self._is_drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.clear()

    def advance(self, name: str) -> None:
        """One more step is done; `name` is what it was about."""
        self._done += 1
        if self._stream is not None and self._clock() >= self._next:
            self._next = self._clock() + _PAUSE
            self._is_drawn = True
            self._write(_ERASE + self._line(name))

    def clear(self) -> None:
        """Make room for other text."""
        if self._is_drawn:
            self._is_drawn = False
            self._write(_ERASE)

    def _line(self, name: str) -> str:
        from rich.cells import set_cell_size

        # The last column stays free: some terminals break the line as soon as it is taken.
        room = (width_of(self._stream) or 80) - 1
        done = _BAR * min(self._done, self.whole) // self.whole if self.whole else 0
        count = f"[{'#' * done}{'.' * (_BAR - done)}] {self._done}/{self.whole}" if self.whole else str(self._done)
        return set_cell_size(f"{count} {visible(name)}", room).rstrip()

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            # Nobody watches any more; the work goes on.
            self._stream = None
