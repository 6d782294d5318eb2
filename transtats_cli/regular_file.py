"""Reads regular files and nothing else: a pipe without a writer must not hold a run up."""

import errno
import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read(path: str, size: int = -1) -> bytes:
    """The content of a file, or its first bytes; OSError says why there is none, ValueError that it is no path."""
    descriptor = os.open(path, _FLAGS)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, f"{_KINDS.get(stat.S_IFMT(mode), 'a device')}, not a file")
        with os.fdopen(descriptor, "rb", buffering=0, closefd=False) as file:
            content: bytes = file.read(size)
            return content
    finally:
        os.close(descriptor)
