"""Standard output and standard error as a process finds them: in another encoding, closed, or without room."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.errors import TranstatsError
from transtats_cli.runner_log import guarded


def prepare() -> None:
    """Make standard output UTF-8 whatever the locale, and give closed standard streams a stand-in."""
    if type(sys.stdout) is io.TextIOWrapper:
        given = sys.stdout
        sys.stdout = _Output(
            given.detach(),
            encoding="utf-8",
            errors="backslashreplace",
            newline="\n",
            line_buffering=given.line_buffering,
            write_through=given.write_through,
        )
    if sys.stdout is None:
        # Click would print help nowhere, and call that a success.
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        # Click would say it on standard output instead.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  it is needed until the end
    sys.stderr = guarded(sys.stderr)


@contextmanager
def unheard() -> Iterator[None]:
    """Something is said on standard error; where that takes no more, nobody hears it, and that is all."""
    try:
        yield
    except OSError:
        from transtats_cli.output.writing import discard

        discard(sys.stderr)


def give_up() -> None:
    """What standard output did not take is lost; the interpreter, which tries once more at its end, need not fail."""
    try:
        sys.stdout.flush()
    except (TranstatsError, OSError):
        from transtats_cli.output.writing import discard

        discard(sys.stdout)


class _Output(io.TextIOWrapper):
    """Says of its errors whose they are: click prints help anywhere, and a full disk is no bug."""

    def write(self, text: str, /) -> int:
        with _named():
            return super().write(text)

    def flush(self) -> None:
        with _named():
            super().flush()


class _ClosedOutput(io.TextIOBase):
    """Standard output of a process that was started without one: an error for the first who writes."""

    def write(self, text: str, /) -> int:
        with _named():
            raise OSError(errno.EBADF, "it is closed")


@contextmanager
def _named() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # The reader went away: no error, but a way to end.
        raise
    except OSError as error:
        raise TranstatsError(f"standard output cannot be written: {error.strerror or error}") from error
