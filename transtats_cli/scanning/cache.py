"""The cache: documents in a directory, and what may be done with all of them.

A document is named after the question that it answers. It is replaced in one step and carries a checksum: whatever is
damaged, foreign or half written is as good as absent, and nothing in here ever makes a run fail. Where others may write
into the directory, their documents do not count, and no link of theirs is followed.
"""

import os
import stat
from contextlib import suppress
from typing import NamedTuple
from zlib import crc32

LIMIT = 256 * 1024 * 1024
"""Bytes that all documents together may take; the oldest go first."""

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OLD_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_SUFFIX = ".transtats"
_TRIMS = 64
_BETWEEN_TRIMS = LIMIT // 16
"""Bytes that a process may write before it looks at all documents again."""


class Usage(NamedTuple):
    """What a cache takes."""

    directory: str
    documents: int
    bytes: int


def default_directory() -> str:
    """Where the user's caches are; empty where nobody says."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "transtats") if os.path.isabs(base) else ""


def load(directory: str, key: bytes, parts: int) -> list[bytes] | None:
    """The parts of the document with this key, which is a line; None where there is none to be trusted."""
    try:
        checksum, _, content = _read(_path(directory, key)).partition(b"\n")
    except (OSError, ValueError):
        return None
    if checksum != b"%08x" % crc32(content):
        return None
    found, *rest = content.split(b"\n", parts)
    return rest if found == key and len(rest) == parts else None


def save(directory: str, key: bytes, parts: list[bytes]) -> None:
    """Replace the document with this key. Its parts are lines, too; the last may be several."""
    path = _path(directory, key)
    is_new = not os.path.exists(path)
    content = b"\n".join([key, *parts])
    # Nobody can plant a link under a name that cannot be guessed.
    temporary = f"{path}.{os.urandom(8).hex()}"
    try:
        os.makedirs(directory, mode=0o700, exist_ok=True)
        descriptor = os.open(temporary, _NEW_FILE, 0o600)
    except OSError:
        return
    try:
        with open(descriptor, "wb") as file:
            file.write(b"%08x\n" % crc32(content) + content)
        os.replace(temporary, path)
    except OSError:
        _remove(temporary)
    except BaseException:
        _remove(temporary)
        raise
    if is_new:
        _trim_now_and_then(directory, path, len(content))


_new: dict[str, int] = {}
"""Bytes of the documents that are new since this process began, or last looked at all there are, by directory."""


def _trim_now_and_then(directory: str, path: str, size: int) -> None:
    """Looking at all documents takes time: a process does it for its first by chance, and then for many together."""
    before = _new.get(directory, 0)
    by_chance = not before and crc32(path.encode("utf-8", "replace")) % _TRIMS == 0
    if by_chance or before + size > _BETWEEN_TRIMS:
        trim(directory)
        before = 0
    _new[directory] = before + size


def usage(directory: str) -> Usage:
    sizes = [size for _, size, _ in _documents(directory)]
    return Usage(directory, len(sizes), sum(sizes))


def clear(directory: str) -> Usage:
    """Remove every document; says what they took."""
    used = usage(directory)
    for _, _, path in _documents(directory):
        _remove(path)
    return used


def trim(directory: str, limit: int = LIMIT) -> None:
    """Remove the oldest documents while all together are larger than the limit."""
    documents = _documents(directory)
    total = sum(size for _, size, _ in documents)
    for _, size, path in sorted(documents):
        if total <= limit:
            return
        _remove(path)
        total -= size


def _read(path: str) -> bytes:
    """The content of a document. Raises OSError for a link, a pipe, and what another user has written."""
    descriptor = os.open(path, _OLD_FILE)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        is_ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        if not (stat.S_ISREG(status.st_mode) and is_ours and status.st_size <= LIMIT):
            raise OSError("not a document of this user")
        return file.read(LIMIT)


def _path(directory: str, key: bytes) -> str:
    return os.path.join(directory, f"{crc32(key):08x}{_SUFFIX}")


def _documents(directory: str) -> list[tuple[int, int, str]]:
    """Time, size and path of each document, and of what killed runs left of one."""
    found: list[tuple[int, int, str]] = []
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                if _SUFFIX in entry.name and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, entry.path))
    except OSError:
        pass
    return found


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)
