"""Folder with several files as one bytes object, for formats whose translation is a folder."""

import os
from collections.abc import Iterable, Iterator

_CHANGELOG_FOLDER = "changelogs/"


def list_text_files(folder: str) -> list[str]:
    """Return the files with strings in the folder of a language, as paths relative to the folder. Raises OSError."""
    names = [name for name in os.listdir(folder) if name.endswith(".txt")]
    changelogs = os.path.join(folder, _CHANGELOG_FOLDER)
    if os.path.isdir(changelogs):
        names += [_CHANGELOG_FOLDER + name for name in os.listdir(changelogs) if name.endswith(".txt")]
    return names


def pack_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return the names and contents of several files as one bytes object."""
    return b"".join(
        b"%s\0%d\0%s" % (name.encode(errors="surrogateescape"), len(content), content) for name, content in files
    )


def unpack_files(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files in a result of `pack_files`."""
    start = 0
    while start < len(content):
        name_end = content.index(b"\0", start)
        size_end = content.index(b"\0", name_end + 1)
        end = size_end + 1 + int(content[name_end + 1 : size_end])
        yield content[start:name_end].decode(), content[size_end + 1 : end]
        start = end
