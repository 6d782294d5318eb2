"""Reads regular files and nothing else: a pipe without a writer must not hold a run up."""

import errno
import os
import stat
import sys

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_MORE = 65536


def read(path: str, size: int = -1) -> bytes:
    """The content of a file, or its first bytes; OSError says why there is none, ValueError that it is no path."""
    descriptor = opened(path)
    try:
        return _content(descriptor, os.fstat(descriptor).st_size, sys.maxsize if size < 0 else size)
    finally:
        os.close(descriptor)


def opened(path: str) -> int:
    """The descriptor of a file, for whoever reads it piece by piece and closes it; raises what `read` does."""
    descriptor = os.open(path, _FLAGS)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, f"{_KINDS.get(stat.S_IFMT(mode), 'a device')}, not a file")


def _content(descriptor: int, expected: int, most: int) -> bytes:
    """All in one read, unless the file grows meanwhile or does not know its size, and no more memory than it takes."""
    pieces: list[bytes] = []
    block = expected + 1
    while most and (piece := os.read(descriptor, min(block, most))):
        pieces.append(piece)
        most -= len(piece)
        block = _MORE
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
