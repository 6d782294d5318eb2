"""Entry point for XLIFF 1.x. The fast reader reads regular files, `tree.py` reads all other files."""

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff.fast.units import read_regular
from transtats_cli.model import Catalog


def read(content: bytes, options: ReadOptions) -> Catalog:
    """Return a unit for each <trans-unit> of an XLIFF 1.x file that has a source text."""
    found = read_regular(content, options)
    if found is None:
        from transtats_cli.formats.xliff import tree

        found = tree.read(content, options)
    return found
