"""Where text goes: standard output and files, several of them in one run, as UTF-8 whatever the locale."""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import tee
from typing import Any, BinaryIO, Protocol, Self, TextIO, TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.output import RENDERERS, View
from transtats_cli.output.destinations import Destination
from transtats_cli.output.screen import is_terminal, may_colour, width_of
from transtats_cli.output.visible import visible
from transtats_cli.report import Report
from transtats_cli.runner_log import harmless, is_read

Thing = TypeVar("Thing")


def write_reports(reports: Iterable[Report], view: View, destinations: Sequence[Destination]) -> None:
    """Render reports as they come, in each of the formats."""
    write_each(reports, view, destinations, lambda name: RENDERERS[name].load())


def write_each(
    things: Iterable[Thing],
    view: View,
    destinations: Sequence[Destination],
    renderer: Callable[[str], Callable[[Iterable[Thing], View], Iterator[str]]],
) -> None:
    """Render things as they come, in each of the formats; the renderer of a format is looked up by its name."""
    # The formats take turns, so those which stream keep nothing for longer than the others need to catch up.
    copies = tee(things, len(destinations))
    write(
        [
            (destination.file, renderer(destination.format)(copy, view_for(destination.file, view)))
            for destination, copy in zip(destinations, copies, strict=True)
        ]
    )


def view_for(file: str, view: View) -> View:
    """The view on the file, or on standard output where there is none."""
    stream = None if file else sys.stdout
    terminal = is_terminal(stream)
    return view._replace(terminal=terminal, colour=terminal and may_colour(), width=width_of(stream))


def write(texts: Sequence[tuple[str, Iterator[str]]]) -> None:
    """Write each text, piece by piece, to its file or, where that is empty, to standard output.

    A text that cannot be made leaves all files as they were.
    """
    with ExitStack() as stack:
        running = [(stack.enter_context(_sink(file)), pieces) for file, pieces in texts]
        while running:
            for sink, pieces in tuple(running):
                piece = next(pieces, None)
                if piece is None:
                    running.remove((sink, pieces))
                else:
                    sink.put(piece)


class _Sink(Protocol):
    def __enter__(self) -> Self: ...

    def put(self, text: str) -> None: ...

    def __exit__(self, *raised: Any) -> None: ...


def _sink(file: str) -> _Sink:
    return _File(file) if file else _StandardOutput()


class _StandardOutput:
    def __enter__(self) -> Self:
        with _naming("standard output"):
            if sys.stdout is None or not sys.stdout.writable():
                raise OSError(errno.EBADF, "it is closed")
            sys.stdout.flush()
        self._is_log = is_read()
        return self

    def put(self, text: str) -> None:
        if self._is_log:
            text = harmless(text, is_terminal=is_terminal(sys.stdout))
        try:
            with _naming("standard output"):
                # The bytes beneath: neither the locale nor a translation of line ends changes them.
                _write_all(sys.stdout.buffer, _encoded(text))
                sys.stdout.buffer.flush()
        except TranstatsError:
            discard(sys.stdout)
            raise

    def __exit__(self, *raised: Any) -> None:
        """Standard output stays open."""


class _File:
    def __init__(self, name: str) -> None:
        from transtats_cli.output.files import replacing

        self._name = visible(name)
        self._replacement = replacing(name)

    def __enter__(self) -> Self:
        with _naming(self._name):
            self._file = self._replacement.__enter__()
        return self

    def put(self, text: str) -> None:
        with _naming(self._name):
            self._file.write(_encoded(text))

    def __exit__(self, *raised: Any) -> None:
        with _naming(self._name):
            self._replacement.__exit__(*raised)


def _write_all(file: BinaryIO, content: bytes) -> None:
    """An unbuffered file may take a part only, and says how much."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def _encoded(text: str) -> bytes:
    # A lone surrogate stands for a byte that is no UTF-8; spelled out it is right in JSON too.
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Say where it is that cannot be written; a reader who went away is the caller's to deal with."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TranstatsError(f"{place} cannot be written: {error.strerror or error}") from error


def discard(stream: TextIO | None) -> None:
    """Let the interpreter's last flush of a standard stream go nowhere, instead of failing once more."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
