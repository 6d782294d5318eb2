"""`/healthz`: that we answer, and which files cannot be read at the moment."""

from transtats_cli import __version__
from transtats_cli.serving.component_cache import CacheReader
from transtats_cli.serving.view_types import JsonDocument, ViewRequest


async def health(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Files that broke while we serve do not make us ill: their last good records are still given."""
    broken = [each._asdict() for each in reader.broken_files()]
    return JsonDocument({"status": "ok", "version": __version__, "broken": broken}, is_cacheable=False)
