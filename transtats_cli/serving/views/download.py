"""The file of a translation, as it is."""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.report import Record
from transtats_cli.scanning import files
from transtats_cli.scanning.stamps import Stamp, stamp_of
from transtats_cli.serving import problems
from transtats_cli.serving.library import Reading
from transtats_cli.serving.viewing import Inquiry, Stream
from transtats_cli.serving.views.records import named

_CHUNK = 64 * 1024
_SMALL = 2 * 1024 * 1024
"""Bytes of a file that is read at once; it holds as much memory until it is sent."""
_SIZE = 2
"""Where a stamp has the size."""
_TICK = 100_000_000
"""Nanoseconds after a change in which a file may be written on, or change again without another time."""
_WAITS = (0.12,) * 8
"""Seconds between tries to read a file that is being written."""
_MEDIA_TYPES = {"po": "text/x-gettext-translation", "pot": "text/x-gettext-translation"}
_XLIFF = "application/xliff+xml"
_CHANGED = "the file changed while it was sent"
_ODD = re.compile(r"[^\w.@-]+", re.ASCII)


async def translation_file(inquiry: Inquiry, library: Reading) -> Stream:
    """Its path is what discovery found, never what the address says. Nothing is converted to other formats."""
    component, _, record = await named(inquiry, library, checks=False)
    extension = os.path.splitext(record.path)[1].removeprefix(".").lower()
    if not record.path or inquiry.last("format") not in (None, "", extension, component.file_format):
        raise problems.not_found()
    try:
        chunks, length = await _snapshot(component, record.path)
    except UnreadableFile as error:
        raise problems.not_found() from error
    media_type = _MEDIA_TYPES.get(extension, _XLIFF)
    return Stream(chunks, length, media_type, _filename(component, record))


async def _snapshot(component: Component, path: str) -> tuple[AsyncIterator[bytes], int]:
    """The content of a file that nobody is writing, and its length. Raises Problem while somebody is."""
    for wait in _WAITS:
        state, content = await asyncio.to_thread(_read, component, path)
        if state and content is None:
            return _chunks(component, path, state), state[_SIZE]
        if content is not None:
            return _at_once(content), len(content)
        await asyncio.sleep(wait)
    raise problems.unavailable("The file is being written; try again later.", seconds=1)


def _read(component: Component, path: str) -> tuple[Stamp, bytes | None]:
    """The state of a file that is not being written, and the content of a small one; nothing for any other."""
    descriptor = files.opened(component, path)
    try:
        before = _state(descriptor)
        now = time.time_ns()
        if any(now - _TICK < changed < now + _TICK for changed in before[:2]):
            return [], None
        if before[_SIZE] > _SMALL:
            return before, None
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(_SMALL + 1)
        return (before, content) if _state(descriptor) == before and len(content) == before[_SIZE] else ([], None)
    finally:
        os.close(descriptor)


def _state(descriptor: int) -> Stamp:
    return stamp_of("", os.fstat(descriptor))


async def _at_once(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def _chunks(component: Component, path: str, state: Stamp) -> AsyncIterator[bytes]:
    """The content of a large file in this state. Raises EOFError, which breaks the answer off, once it changes.

    It is opened when the first piece is taken: an answer that nobody takes holds nothing open.
    """
    descriptor = await asyncio.to_thread(files.opened, component, path)
    left = state[_SIZE]
    try:
        while left:
            chunk = await asyncio.to_thread(os.read, descriptor, min(_CHUNK, left))
            left -= len(chunk)
            if not chunk or _state(descriptor) != state:
                raise EOFError(_CHANGED)
            yield chunk
    finally:
        os.close(descriptor)


def _filename(component: Component, record: Record) -> str:
    extension = os.path.splitext(record.path)[1]
    name = f"{component.project}-{component.slug}-{record.language.code}{extension}"
    return _ODD.sub("-", name)
