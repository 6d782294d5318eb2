"""View that returns a translation file without changes."""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from transtats_cli.caching.stamps import FileStamp, read_file_stamp
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.report import Record
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.view_types import FileStream, StreamError, ViewRequest

_CHUNK_BYTES = 64 * 1024
_MAX_BYTES_IN_MEMORY = 2 * 1024 * 1024
"""Maximum size in bytes of a file that is read into memory as a whole. Larger files are read and sent in chunks."""
_SIZE_INDEX = 2
"""Index of the file size in a stamp of `transtats_cli.caching.stamps`."""
_SETTLING_NANOSECONDS = 100_000_000
"""Minimum age in nanoseconds of the last change of a file. A file with a newer change is not sent.

The file may still be written, or the next change of the file might not change the timestamps.
"""
_RETRY_DELAYS = (0.12,) * 8
"""Times in seconds to wait after each failed attempt to read a file that is being written."""
_CHANGED_MESSAGE = "the file changed while it was sent"
_UNSAFE_CHARACTERS_PATTERN = re.compile(r"[^\w.@-]+", re.ASCII)


async def translation_file(request: ViewRequest) -> FileStream:
    """The unchanged file.

    It is never converted to another format. Its path comes from the scan of the component, never from the URL.

    Raises HttpProblem (404) if there is no file, or if the requested format is not the format of the file. Raises
    HttpProblem (503) while the file is being written.
    """
    component, _, record = await request.find_translation(checks=False)
    extension = os.path.splitext(record.path)[1].removeprefix(".").lower()
    if not record.path or request.get_parameter("format") not in ("", extension, component.file_format):
        raise problems.not_found()
    try:
        read_chunks, length = await _wait_for_settled_content(component, record.path)
    except UnreadableFile as error:
        raise problems.not_found() from error
    media_type = FILE_FORMATS[component.file_format].media_type
    return FileStream(read_chunks, length, media_type, _make_download_name(component, record))


async def _wait_for_settled_content(component: Component, path: str) -> tuple[Callable[[], AsyncIterator[bytes]], int]:
    """Return a function that yields the chunks of a file, and the length of the file.

    Raises HttpProblem (503) while the file is being written.

    An empty file is read again after each delay, because some file systems (ext4) truncate a file before they update
    its timestamps. Such a file looks empty and old, although a program has just begun to write it.
    """
    stamp: FileStamp = []
    for seconds in _RETRY_DELAYS:
        stamp, content = await asyncio.to_thread(_read_if_settled, component, path)
        if stamp and content is None:
            return partial(_read_file_chunks, component, path, stamp), stamp[_SIZE_INDEX]
        if content:
            return partial(_yield_one_chunk, content), len(content)
        await asyncio.sleep(seconds)
    if stamp:
        return partial(_yield_one_chunk, b""), 0
    raise HttpProblem(503, "The file is being written; try again later.", retry_seconds=1)


def _read_if_settled(component: Component, path: str) -> tuple[FileStamp, bytes | None]:
    """Return the stamp of a file and its content. If the file is large, the content is None.

    The stamp contains the times of the last change and the size of the file. If the file is being written, return an
    empty stamp and None.
    """
    with open(safe_reading.open_file(component, path), "rb") as file:
        stamp = _read_descriptor_stamp(file.fileno())
        now = time.time_ns()
        if any(now - _SETTLING_NANOSECONDS < changed < now + _SETTLING_NANOSECONDS for changed in stamp[:2]):
            return [], None
        if stamp[_SIZE_INDEX] > _MAX_BYTES_IN_MEMORY:
            return stamp, None
        content = file.read(_MAX_BYTES_IN_MEMORY + 1)
        is_unchanged = _read_descriptor_stamp(file.fileno()) == stamp and len(content) == stamp[_SIZE_INDEX]
        return (stamp, content) if is_unchanged else ([], None)


def _read_descriptor_stamp(descriptor: int) -> FileStamp:
    return read_file_stamp("", os.fstat(descriptor))


async def _yield_one_chunk(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def _read_file_chunks(component: Component, path: str, stamp: FileStamp) -> AsyncIterator[bytes]:
    """Yield the content of a large file in chunks.

    Raises StreamError if the stamp of the file differs from `stamp`, or if the file cannot be opened any more. The file
    is opened when the first chunk is requested, so a response that is never sent holds no open file.
    """
    try:
        descriptor = await asyncio.to_thread(safe_reading.open_file, component, path)
    except UnreadableFile as error:
        raise StreamError(_CHANGED_MESSAGE) from error
    remaining = stamp[_SIZE_INDEX]
    with open(descriptor, "rb", buffering=0) as file:
        while remaining:
            chunk = await asyncio.to_thread(file.read, min(_CHUNK_BYTES, remaining))
            remaining -= len(chunk)
            if not chunk or _read_descriptor_stamp(descriptor) != stamp:
                raise StreamError(_CHANGED_MESSAGE)
            yield chunk


def _make_download_name(component: Component, record: Record) -> str:
    extension = os.path.splitext(record.path)[1]
    name = f"{component.project}-{component.slug}-{record.language.code}{extension}"
    return _UNSAFE_CHARACTERS_PATTERN.sub("-", name)
