"""`/healthz`: that we answer, and which files cannot be read at the moment."""

from transtats_cli import __version__
from transtats_cli.serving.library import Reading
from transtats_cli.serving.viewing import Document, Inquiry


async def health(inquiry: Inquiry, library: Reading) -> Document:
    """Files that broke while we serve do not make us ill: their last good records are still given."""
    broken = [each._asdict() for each in library.broken()]
    return Document({"status": "ok", "version": __version__, "broken": broken}, kept=False)
