"""Prepare standard output and standard error: encoding, closed streams, and write errors."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from transtats_cli.errors import TranstatsError
from transtats_cli.runner_log import escape_commands_in_stream


def prepare_standard_streams() -> None:
    """Set the encoding of standard output to UTF-8 in any locale, and replace standard streams that are closed."""
    if type(sys.stdout) is io.TextIOWrapper:
        original = sys.stdout
        sys.stdout = _CheckedOutput(
            original.detach(),
            encoding="utf-8",
            errors="backslashreplace",
            newline="\n",
            line_buffering=original.line_buffering,
            write_through=original.write_through,
        )
    if sys.stdout is None:
        # Otherwise click would print no help and exit with status 0.
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:
        # Otherwise click would print error messages on standard output.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  needed until the process ends
    sys.stderr = escape_commands_in_stream(sys.stderr)


@contextmanager
def ignore_write_errors() -> Iterator[None]:
    """Context manager that ignores errors of writing to standard error. These errors cannot be reported anywhere."""
    try:
        yield
    except OSError:
        from transtats_cli.output.writing import discard_output

        discard_output(sys.stderr)


def discard_unwritten_output() -> None:
    """Discard buffered output that cannot be written, so that the interpreter's flush at exit does not fail."""
    try:
        sys.stdout.flush()
    except (TranstatsError, OSError):
        from transtats_cli.output.writing import discard_output

        discard_output(sys.stdout)


class _CheckedOutput(io.TextIOWrapper):
    """Standard output that raises TranstatsError if writing fails. A full disk is not a bug of transtats."""

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            _raise_write_error(error)

    def flush(self) -> None:
        # The interpreter may call this method after it has cleared this module, so only the handler uses a global name.
        try:
            super().flush()
        except OSError as error:
            _raise_write_error(error)


class _ClosedOutput(io.TextIOBase):
    """Standard output of a process that was started with standard output closed. Writing raises TranstatsError."""

    def write(self, text: str, /) -> int:
        _raise_write_error(OSError(errno.EBADF, "it is closed"))


def _raise_write_error(error: OSError) -> NoReturn:
    if isinstance(error, BrokenPipeError):
        # The reader has closed the pipe, which ends the run without an error message.
        raise error
    raise TranstatsError(f"standard output cannot be written: {error.strerror or error}") from error
