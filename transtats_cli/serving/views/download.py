"""The file of a translation, as it is."""

import asyncio
import os
import re
from collections.abc import AsyncIterator

from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.report import Record
from transtats_cli.scanning import files
from transtats_cli.serving import problems
from transtats_cli.serving.component_cache import CacheReader
from transtats_cli.serving.view_types import FileStream, ViewRequest
from transtats_cli.serving.views.records import requested_translation

_CHUNK = 64 * 1024
_MEDIA_TYPES = {"po": "text/x-gettext-translation", "pot": "text/x-gettext-translation"}
_XLIFF = "application/xliff+xml"
_CHANGED = "the file changed while it was sent"
_ODD = re.compile(r"[^\w.@-]+", re.ASCII)


async def translation_file(request: ViewRequest, reader: CacheReader) -> FileStream:
    """Its path is what discovery found, never what the address says. Nothing is converted to other formats."""
    component, _, record = await requested_translation(request, reader, checks=False)
    extension = os.path.splitext(record.path)[1].removeprefix(".").lower()
    if not record.path or request.parameter("format") not in (None, "", extension, component.file_format):
        raise problems.not_found()
    try:
        length = await asyncio.to_thread(_length, component, record.path)
    except UnreadableFile as error:
        raise problems.not_found() from error
    media_type = _MEDIA_TYPES.get(extension, _XLIFF)
    return FileStream(_chunks(component, record.path, length), length, media_type, _filename(component, record))


def _length(component: Component, path: str) -> int:
    descriptor = files.opened(component, path)
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


async def _chunks(component: Component, path: str, length: int) -> AsyncIterator[bytes]:
    """As many bytes as were announced; a file that has become another in between breaks the answer off.

    It is opened by whoever takes the first piece: an answer that nobody takes holds nothing open.
    """
    descriptor = await asyncio.to_thread(files.opened, component, path)
    try:
        if os.fstat(descriptor).st_size != length:
            raise EOFError(_CHANGED)
        while length:
            chunk = await asyncio.to_thread(os.read, descriptor, min(_CHUNK, length))
            if not chunk:
                raise EOFError(_CHANGED)
            length -= len(chunk)
            yield chunk
    finally:
        os.close(descriptor)


def _filename(component: Component, record: Record) -> str:
    extension = os.path.splitext(record.path)[1]
    name = f"{component.project}-{component.slug}-{record.language.code}{extension}"
    return _ODD.sub("-", name)
