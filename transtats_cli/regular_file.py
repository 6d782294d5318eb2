"""Open regular files, and reject directories, pipes, sockets and devices.

Opening a pipe for reading would block if no process opens the pipe for writing.
"""

import errno
import os
import stat

_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_MIN_BUFFER_SIZE = 65_536
_KIND_NAMES = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


class FileReplacedError(OSError):
    """The path belongs to another file than at the time when its directory was listed."""


def read_regular_file(path: str, size_limit: int = -1, *, listed_status: os.stat_result | None = None) -> bytes:
    """Return the content of a regular file, at most `size_limit` bytes. A negative size means no limit.

    `listed_status` is an earlier status of the file. Raises FileReplacedError if the path now belongs to another file.
    Raises OSError if the file cannot be read or is not a regular file, and ValueError if the path contains a null
    character.
    """
    descriptor, status = _open_regular(path)
    with open(descriptor, "rb") as file:
        if listed_status is not None and not os.path.samestat(status, listed_status):
            raise FileReplacedError
        # A buffer of this size is created. Files in `/proc` have the size 0.
        return file.read(min(size_limit, max(status.st_size, _MIN_BUFFER_SIZE) + 1))


def open_for_reading(path: str) -> int:
    """Open a regular file for reading, and return its descriptor, which the caller has to close.

    Raises OSError if the file cannot be read or is not a regular file, and ValueError if the path contains a null
    character.
    """
    return _open_regular(path)[0]


def _open_regular(path: str) -> tuple[int, os.stat_result]:
    descriptor = os.open(path, _READ_FLAGS)
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode):
        return descriptor, status
    os.close(descriptor)
    raise OSError(errno.EINVAL, f"{_KIND_NAMES.get(stat.S_IFMT(status.st_mode), 'a device')}, not a file")
