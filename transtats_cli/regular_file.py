"""Reads regular files and nothing else: a pipe without a writer must not hold a run up."""

import errno
import os
import stat
import sys

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
_MORE = 65536


class ReplacedError(OSError):
    """Another file has come in the place of one that was listed."""


def read(path: str, size: int = -1, *, listed: os.stat_result | None = None) -> bytes:
    """The content of a file, or its first bytes; OSError says why there is none, ValueError that it is no path.

    Where the file was listed before, it must still be the same: a path may lead anywhere by now.
    """
    descriptor, status = _opened(path)
    try:
        if listed is not None and not os.path.samestat(status, listed):
            raise ReplacedError
        return _content(descriptor, status.st_size, sys.maxsize if size < 0 else size)
    finally:
        os.close(descriptor)


def opened(path: str) -> int:
    """The descriptor of a file, for whoever reads it piece by piece and closes it; raises what `read` does."""
    return _opened(path)[0]


def _opened(path: str) -> tuple[int, os.stat_result]:
    descriptor = os.open(path, _FLAGS)
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode):
        return descriptor, status
    os.close(descriptor)
    raise OSError(errno.EINVAL, f"{_KINDS.get(stat.S_IFMT(status.st_mode), 'a device')}, not a file")


def _content(descriptor: int, expected: int, most: int) -> bytes:
    """All in one read, unless the file grows meanwhile or does not know its size, and no more memory than it takes."""
    pieces: list[bytes] = []
    block = expected + 1
    while most and (piece := os.read(descriptor, min(block, most))):
        if not pieces and len(piece) == expected:
            return piece
        pieces.append(piece)
        most -= len(piece)
        block = _MORE
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
