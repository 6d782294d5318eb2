"""Entry point for XLIFF. The first reader that does not decline a file reads it; `reference` declines none."""

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.sizes import Doubtful
from transtats_cli.formats.xliff.fast.units import read_regular
from transtats_cli.model import Catalog


def read(content: bytes, options: ReadOptions) -> Catalog:
    """Return a unit for each <trans-unit> of an XLIFF 1.x file that has a source text."""
    found = read_regular(content, options)
    if found is not None:
        return found
    from transtats_cli.formats.xliff.fast import tree

    try:
        return tree.read(content, options)
    except Doubtful:
        from transtats_cli.formats.xliff import reference

        return reference.read(content, options)


def read_version_2(content: bytes, options: ReadOptions) -> Catalog:
    """Return a unit for each <segment> of an XLIFF 2.x file that has a source text."""
    from transtats_cli.formats.xliff.fast import tree

    try:
        return tree.read_version_2(content, options)
    except Doubtful:
        from transtats_cli.formats.xliff import reference

        return reference.read_version_2(content, options)
