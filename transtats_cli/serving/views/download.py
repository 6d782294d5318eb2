"""View that returns a translation file without changes."""

import asyncio
import os
import re
import time
from urllib.parse import quote

from transtats_cli.caching.stamps import read_file_stamp
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.view_types import RawContent, ViewRequest

_SETTLING_NANOSECONDS = 100_000_000
"""Minimum age in nanoseconds of the last change of a file. A file with a newer change is not sent.

The file may still be written, or the next change of the file might not change the timestamps.
"""
_RETRY_DELAYS = (0.12,) * 8
"""Times in seconds to wait after each failed attempt to read a file that is being written."""
_UNSAFE_CHARACTERS_PATTERN = re.compile(r"[^\w.@-]+", re.ASCII)


async def translation_file(request: ViewRequest) -> RawContent:
    """The unchanged file.

    It is never converted to another format. Its path comes from the scan of the component, never from the URL.

    Raises HttpProblem (404) if there is no file, or if the requested format is not the format of the file. Raises
    HttpProblem (503) while the file is being written. An empty file is read again after each delay, because some file
    systems (ext4) truncate a file before they update its timestamps. Such a file looks empty and old, although a
    program has just begun to write it.
    """
    component, _, record = await request.find_translation(checks=False)
    extension = os.path.splitext(record.path)[1]
    accepted_formats = ("", extension.removeprefix(".").lower(), component.file_format)
    if not record.path or request.get_parameter("format") not in accepted_formats:
        raise problems.not_found()
    request.reader.is_cacheable = False
    content: bytes | None = None
    for seconds in _RETRY_DELAYS:
        try:
            content = await asyncio.to_thread(_read_settled_file, component, record.path)
        except UnreadableFile as error:
            raise problems.not_found() from error
        if content:
            break
        await asyncio.sleep(seconds)
    if content is None:
        raise HttpProblem(503, "The file is being written; try again later.", retry_seconds=1)
    media_type = FILE_FORMATS[component.file_format].media_type
    return RawContent(content, media_type, (name_download(component, record.language.code, extension),))


def name_download(component: Component, code: str, extension: str) -> tuple[bytes, bytes]:
    """Return the header with which a browser saves a response as a file of a translation."""
    name = _UNSAFE_CHARACTERS_PATTERN.sub("-", f"{component.project}-{component.slug}-{code}{extension}")
    return b"content-disposition", f"attachment; filename*=UTF-8''{quote(name, safe='')}".encode()


def _read_settled_file(component: Component, path: str) -> bytes | None:
    """Return the content of a file, or None if the file changed just now, or while it was read."""
    with open(safe_reading.open_file(component, path), "rb") as file:
        stamp = read_file_stamp("", os.fstat(file.fileno()))
        now = time.time_ns()
        is_new = any(now - _SETTLING_NANOSECONDS < changed < now + _SETTLING_NANOSECONDS for changed in stamp[:2])
        content = file.read()
        return content if not is_new and read_file_stamp("", os.fstat(file.fileno())) == stamp else None
