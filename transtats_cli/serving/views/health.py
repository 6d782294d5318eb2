"""View of `/healthz`: status and version of the server, and files that cannot be read at present."""

from transtats_cli import __version__
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.view_types import JsonDocument, ViewRequest


async def health(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the status of the server and the unreadable files.

    The status is `ok` even if files are unreadable, because the last good records of these files are still served.
    """
    broken = [each._asdict() for each in reader.list_broken_files()]
    return JsonDocument({"status": "ok", "version": __version__, "broken": broken}, is_cacheable=False)
