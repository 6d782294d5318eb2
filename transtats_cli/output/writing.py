"""Write rendered text to standard output and to files, which are replaced atomically. The encoding is always UTF-8."""

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from typing import BinaryIO, TextIO

from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.terminal import is_coloured, is_terminal, terminal_width
from transtats_cli.output.text import escape_controls, limit_text_size
from transtats_cli.runner_log import escape_runner_commands, runs_in_ci_job
from transtats_cli.signals import remove_file_on_signal

_SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"
"""Environment variable with the path of the step summary of GitHub Actions, a Markdown file."""
MAX_SUMMARY_BYTES = 1024 * 1024
"""Size limit of a step summary in bytes. GitHub does not show a larger summary at all."""


def append_to_step_summary(markdown: Iterable[str]) -> None:
    """Append a text to the step summary, truncated to the size limit. Outside of GitHub Actions, do nothing.

    If the environment variable names a pipe or a device, nothing is written. Raises TranstatsError if the file cannot
    be written.
    """
    path = os.environ.get(_SUMMARY_VARIABLE)
    if not path or (os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))):
        return
    with _convert_write_errors(f"{_SUMMARY_VARIABLE}: {path}"), open(path, "ab") as file:
        # The existing content counts towards the size limit.
        taken = file.tell()
        for line in limit_text_size(markdown, MAX_SUMMARY_BYTES - taken):
            file.write(_encode_text(line))


def adapt_view_to_output(file_name: str, view: View) -> View:
    """Return the view with the values of `is_terminal`, `is_coloured` and `width` for the output.

    The output is a file, or standard output if the file name is empty.
    """
    stream = None if file_name else sys.stdout
    return view._replace(is_terminal=is_terminal(stream), is_coloured=is_coloured(stream), width=terminal_width(stream))


def write_outputs(texts: Sequence[tuple[str, Iterator[str]]]) -> None:
    """Write each text in pieces to its file, or to standard output if the file name is empty, one after the other.

    If an exception is raised while a text is rendered, all files keep their old content. Raises TranstatsError if an
    output cannot be written.
    """
    escapes_commands = runs_in_ci_job()
    with ExitStack() as stack:
        writers = [stack.enter_context(replace_file(file)) if file else _open_standard_output() for file, _ in texts]
        for write, (file, pieces) in zip(writers, texts, strict=True):
            for piece in pieces:
                if escapes_commands and not file:
                    piece = escape_runner_commands(piece, is_terminal=is_terminal(sys.stdout))
                write(_encode_text(piece))


def write_text(text: str) -> None:
    """Write a text and a line end to standard output."""
    write_outputs([("", iter([f"{text}\n"]))])


def _open_standard_output() -> Callable[[bytes], None]:
    """Return a function that writes to standard output. Neither the locale nor a line end changes the bytes."""
    with _convert_write_errors("standard output"):
        if sys.stdout is None or not sys.stdout.writable():
            raise OSError(errno.EBADF, "it is closed")
        sys.stdout.flush()
    return _write_to_standard_output


def _write_to_standard_output(content: bytes) -> None:
    try:
        with _convert_write_errors("standard output"):
            _write_all_bytes(sys.stdout.buffer, content)
            sys.stdout.buffer.flush()
    except TranstatsError:
        discard_output(sys.stdout)
        raise


def _write_all_bytes(file: BinaryIO | FileIO, content: bytes) -> None:
    """Write all bytes to a file. An unbuffered file may write only a part and return its length."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


def _encode_text(text: str) -> bytes:
    # A lone surrogate represents a byte that is not UTF-8. Its backslash escape is valid in JSON, too.
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def _convert_write_errors(output_name: str) -> Iterator[None]:
    """Convert an OSError to a TranstatsError with the name of the output. BrokenPipeError is not converted."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TranstatsError(f"{output_name} cannot be written: {error.strerror or error}") from error


def discard_output(stream: TextIO | None) -> None:
    """Redirect a standard stream to the null device, after a write to the stream has failed.

    Otherwise, the interpreter would try to write the rest of the buffer at exit, and this would fail, too.
    """
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def replace_file(name: str) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes to a temporary file, which replaces the file `name` at the end of the `with` block.

    If the block raises an exception, the file `name` does not change. An existing file keeps its permissions, and a
    symbolic link remains a link. Devices, pipes and files that cannot be replaced are written directly. Raises
    TranstatsError if the file cannot be written.
    """
    shown = escape_controls(name)

    def write(content: bytes) -> None:
        with _convert_write_errors(shown):
            _write_all_bytes(file, content)

    with ExitStack() as stack:
        with _convert_write_errors(shown):
            file = stack.enter_context(_open_replacement(name))
        yield write
        with _convert_write_errors(shown):
            stack.close()


@contextmanager
def _open_replacement(name: str) -> Iterator[FileIO]:
    # Unbuffered, so that a file that could not be written has no rest to write when it is closed.
    if _is_written_directly(name):
        with open(name, "wb", buffering=0) as file:
            yield file
        return
    target = os.path.realpath(name)
    temporary = os.path.join(os.path.dirname(target), f".transtats-{os.urandom(8).hex()}")
    with remove_file_on_signal(temporary):
        try:
            with open(temporary, "xb", buffering=0) as file:
                yield file
            if os.path.exists(target):
                os.chmod(temporary, os.stat(target).st_mode & 0o777)
            _move_file(temporary, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(temporary)
            raise


def _move_file(source: str, target: str) -> None:
    """Rename a file. If the target is a mount point, as in a container, copy the content and remove the source."""
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        with open(source, "rb") as copied, open(target, "wb") as file:
            file.write(copied.read())
        os.unlink(source)


def _is_written_directly(target: str) -> bool:
    """Return True if a file must be written directly and not be replaced.

    Such files are devices, pipes, dangling links, read-only files, files in read-only directories, and paths below /dev
    and /proc.
    """
    if target.startswith(("/dev/", "/proc/")):
        return True
    if not os.path.exists(target):
        return os.path.islink(target)
    folder = os.path.dirname(os.path.realpath(target))
    return not (os.path.isfile(target) and os.access(target, os.W_OK) and os.access(folder, os.W_OK))
