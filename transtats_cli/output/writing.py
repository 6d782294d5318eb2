"""Write rendered text to standard output and to files, which are replaced atomically. The encoding is always UTF-8."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import repeat, tee
from typing import Any, BinaryIO, Self, TextIO

from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.formats import Destination, Outputs, Value
from transtats_cli.output.terminal import is_coloured, is_terminal, terminal_width
from transtats_cli.output.text import escape_controls, limit_text_size
from transtats_cli.runner_log import escape_runner_commands, runs_in_ci_job
from transtats_cli.signals import remove_file_on_signal

DEFAULT_VIEW = View()
_SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"
"""Environment variable with the path of the step summary of GitHub Actions, a Markdown file."""
MAX_SUMMARY_BYTES = 1024 * 1024
"""Size limit of a step summary in bytes. GitHub does not show a larger summary at all."""


def write_value(
    value: Value,
    outputs: Outputs[Value],
    destinations: Sequence[Destination],
    view: View = DEFAULT_VIEW,
    *,
    has_step_summary: bool = False,
    other_texts: Sequence[tuple[str, Iterator[str]]] = (),
) -> None:
    """Write a value in the format of each destination, and as Markdown to the step summary if requested.

    `other_texts` are written together with the value, as `write_outputs` does. The items of an iterator are kept until
    the last format has read them.
    """
    values: Iterable[Any] = tee(value, len(destinations)) if isinstance(value, Iterator) else repeat(value)
    texts = [
        (each.file, outputs[each.format or next(iter(outputs))].render(shown, adapt_view_to_output(each.file, view)))
        for each, shown in zip(destinations, values, strict=False)
    ]
    if has_step_summary:
        _append_to_step_summary(outputs["markdown"].render(value, view._replace(is_step_summary=True)))
    write_outputs([*texts, *other_texts])


def _append_to_step_summary(markdown: Iterable[str]) -> None:
    """Append a text to the step summary, truncated to the size limit. Outside of GitHub Actions, do nothing.

    If the environment variable names a pipe or a device, nothing is written. Raises TranstatsError if the file cannot
    be written.
    """
    path = os.environ.get(_SUMMARY_VARIABLE)
    if not path or (os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))):
        return
    try:
        with open(path, "ab") as file:
            # The existing content counts towards the size limit.
            taken = file.tell()
            for line in limit_text_size(markdown, MAX_SUMMARY_BYTES - taken):
                file.write(_encode_text(line))
    except OSError as error:
        raise TranstatsError(f"{_SUMMARY_VARIABLE}: {path} cannot be written: {error.strerror or error}") from error


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
    with ExitStack() as stack:
        sinks: list[_FileSink | _StandardOutputSink] = [
            stack.enter_context(_FileSink(file)) if file else stack.enter_context(_StandardOutputSink())
            for file, _ in texts
        ]
        for sink, (_, pieces) in zip(sinks, texts, strict=True):
            for piece in pieces:
                sink.write_text(piece)


def write_text(text: str) -> None:
    """Write a text and a line end to standard output."""
    write_outputs([("", iter([f"{text}\n"]))])


class _StandardOutputSink:
    def __enter__(self) -> Self:
        with _convert_write_errors("standard output"):
            if sys.stdout is None or not sys.stdout.writable():
                raise OSError(errno.EBADF, "it is closed")
            sys.stdout.flush()
        self._escapes_commands = runs_in_ci_job()
        return self

    def write_text(self, text: str) -> None:
        if self._escapes_commands:
            text = escape_runner_commands(text, is_terminal=is_terminal(sys.stdout))
        try:
            with _convert_write_errors("standard output"):
                # Written as bytes, so neither the locale nor a conversion of line ends changes the text.
                _write_all_bytes(sys.stdout.buffer, _encode_text(text))
                sys.stdout.buffer.flush()
        except TranstatsError:
            discard_output(sys.stdout)
            raise

    def __exit__(self, *raised: Any) -> None:
        """Do nothing. Standard output stays open."""


class _FileSink:
    def __init__(self, name: str) -> None:
        self._name = escape_controls(name)
        self._replacement = replace_file(name)

    def __enter__(self) -> Self:
        with _convert_write_errors(self._name):
            self._file = self._replacement.__enter__()
        return self

    def write_text(self, text: str) -> None:
        with _convert_write_errors(self._name):
            self._file.write(_encode_text(text))

    def __exit__(self, *raised: Any) -> None:
        with _convert_write_errors(self._name):
            self._replacement.__exit__(*raised)


def _write_all_bytes(file: BinaryIO, content: bytes) -> None:
    """Write all bytes to a file.

    The `write` method of an unbuffered file may write only a part and return its length.
    """
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
def replace_file(name: str) -> Iterator[BinaryIO]:
    """Open a temporary file, which replaces the file `name` at the end of the `with` block.

    If the block raises an exception, the file `name` does not change. An existing file keeps its permissions, and a
    symbolic link remains a link. Devices, pipes and files that cannot be replaced are written directly.
    """
    if _is_written_directly(name):
        with open(name, "wb") as file:
            yield file
        return
    target = os.path.realpath(name)
    temporary = os.path.join(os.path.dirname(target), f".transtats-{os.urandom(8).hex()}")
    with remove_file_on_signal(temporary):
        try:
            with open(temporary, "xb") as file:
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
