"""Replace the content of a file atomically, and append text to a file."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from transtats_cli.temporary import remove_file_on_signal

_APPEND_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


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


def open_for_appending(path: str) -> int | None:
    """Open a regular file for appending, and return its descriptor, which the caller has to close.

    If there is no such file, create it. Return None for a pipe, a socket or a device. Raises OSError if the file cannot
    be written.
    """
    try:
        descriptor = os.open(path, _APPEND_FLAGS, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            # A pipe without a reader, or a socket.
            return None
        raise
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    return None
