"""Open the roots of a fleet: directories of this machine."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import NamedTuple

from transtats_cli.errors import TranstatsError


class RootError(TranstatsError):
    """A root cannot be opened."""


class RootLimits(NamedTuple):
    """Limits of one root: size in bytes, number of files, and time in seconds to fetch the root."""

    bytes: int = 2_000_000_000
    files: int = 200_000
    seconds: float = 600.0


class RootFolder(NamedTuple):
    """Local folder of a root, the name of the project, and a key that changes with the content."""

    folder: str
    name: str
    content_key: str


def list_roots(arguments: Sequence[str], files_from: str = "") -> list[str]:
    """Return the addresses of the roots without duplicates, in the order of the arguments and the file."""
    lines: list[str] = []
    if files_from:
        with open(files_from, encoding="utf-8") as file:
            lines = [line.strip() for line in file]
    return list(dict.fromkeys(filter(None, [*arguments, *lines])))


@contextmanager
def open_root(address: str, scratch: str, limits: RootLimits) -> Iterator[RootFolder]:
    """Provide the local folder of a root. Raises RootError if the root cannot be opened."""
    if not os.path.isdir(address):
        raise RootError(f"{address}: no such directory")
    digest = blake2b(digest_size=16)
    for folder, folders, files in os.walk(address):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                digest.update(os.fsencode(os.path.relpath(path, address)) + b"\0" + file.read())
    yield RootFolder(address, os.path.basename(os.path.abspath(address)), digest.hexdigest())
