"""Limits on the processor time and the memory that third-party code may use to read one file.

A reader that is based on a library runs in another process, the reading process, if the file is not very small. The
operating system ends this process when it exceeds a limit. A limit inside of this process could not end code in C, and
could not limit memory. The fast readers of this package take linear time, and need no limit of this kind.

Only on Linux are files read with these limits. On other systems, a file is read in this process.
"""

import sys
from functools import partial

from transtats_cli.formats import Reader, ReadOptions, import_function
from transtats_cli.model import Catalog

MAX_SECONDS_PER_MEGABYTE = 10
"""Maximum processor time to read a file, in seconds for each megabyte. A file below one megabyte has this time, too."""
MAX_MEMORY_BYTES = 1_000_000_000
"""Maximum memory to read a file, in bytes: the growth of the address space of the reading process."""
_MIN_GUARDED_BYTES = 4096
"""Minimum size of a file for which the limits are necessary, in bytes.

The slowest reader with this minimum takes about 1.4 seconds of processor time for a smaller file: `]` in Markdown.
"""
_END_OF_ARCHIVE = b"PK\x05\x06"
"""Signature that each ZIP archive contains. An archive of one kilobyte may contain hundreds of megabytes."""


def create_guarded_reader(function: str, options: ReadOptions, *, guards_small_files: bool = False) -> Reader:
    """Return a reader with limits. `function` is the path of the function that creates it, as in `FileFormat`.

    Set `guards_small_files` for a library that takes exponential time. The reader raises UnreadableFile if a file
    exceeds a limit. Raises ImportError if a library is missing.
    """
    read: Reader = import_function(function)(options)
    return partial(_read, read, function, options, guards_small_files) if sys.platform == "linux" else read


def _read(read: Reader, function: str, options: ReadOptions, guards_small_files: bool, content: bytes) -> Catalog:
    if not guards_small_files and len(content) < _MIN_GUARDED_BYTES and _END_OF_ARCHIVE not in content:
        return read(content)
    # Imported late, because most runs read no such file.
    from transtats_cli.formats.reading_process import ReadRequest, read_in_process

    megabytes = max(1, -(-len(content) // 1_000_000))
    try:
        return read_in_process(
            ReadRequest(function, options, content, megabytes * MAX_SECONDS_PER_MEGABYTE, MAX_MEMORY_BYTES)
        )
    except OSError:
        # The system has too few resources for another process.
        return read(content)
