"""View that returns a translation file without changes."""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator
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

_CHUNK_BYTES = 1024 * 1024
"""Size in bytes of the parts in which a file is read. The response to a smaller file is complete or an error."""
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
        stamp = await _wait_until_settled(component, record.path)
    except UnreadableFile as error:
        raise problems.not_found() from error
    return FileStream(
        partial(_read_chunks, component, record.path, stamp),
        stamp[_SIZE_INDEX],
        FILE_FORMATS[component.file_format].media_type,
        _make_download_name(component, record),
    )


async def _wait_until_settled(component: Component, path: str) -> FileStamp:
    """Return the stamp of a file, with its size and the times of its last change.

    Raises HttpProblem (503) while the file is being written. An empty file is looked at again after each delay, because
    some file systems (ext4) truncate a file before they update its timestamps. Such a file looks empty and old,
    although a program has just begun to write it.
    """
    stamp: FileStamp = []
    for seconds in _RETRY_DELAYS:
        stamp = await asyncio.to_thread(_read_settled_stamp, component, path)
        if stamp and stamp[_SIZE_INDEX]:
            return stamp
        await asyncio.sleep(seconds)
    if not stamp:
        raise HttpProblem(503, "The file is being written; try again later.", retry_seconds=1)
    return stamp


def _read_settled_stamp(component: Component, path: str) -> FileStamp:
    """Return the stamp of a file, or an empty stamp if the file was changed just now."""
    with open(safe_reading.open_file(component, path), "rb") as file:
        stamp = _read_descriptor_stamp(file.fileno())
    now = time.time_ns()
    is_new = any(now - _SETTLING_NANOSECONDS < changed < now + _SETTLING_NANOSECONDS for changed in stamp[:2])
    return [] if is_new else stamp


def _read_descriptor_stamp(descriptor: int) -> FileStamp:
    return read_file_stamp("", os.fstat(descriptor))


async def _read_chunks(component: Component, path: str, stamp: FileStamp) -> AsyncIterator[bytes]:
    """Yield the content of a file in chunks.

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
