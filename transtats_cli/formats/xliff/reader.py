"""Entry points for XLIFF 1.x and 2.x. Three readers are tried in order: `fast.units`, `fast.tree`, and `reference`.

A fast reader returns no Catalog for a file with rare notations, so that the next reader reads the file. `fast.units` is
used for XLIFF 1.x only.
"""

from contextlib import suppress
from functools import partial

from transtats_cli.formats import IrregularFile, Reader, ReadOptions
from transtats_cli.formats.xliff.fast.units import read_regular
from transtats_cli.model import Catalog


def version_1(options: ReadOptions) -> Reader:
    return partial(read, options=options)


def version_2(options: ReadOptions) -> Reader:
    return partial(read_version_2, options=options)


def read(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 1.x file: one unit for each <trans-unit> that has a source text."""
    found = None if options.reference else _read_fast(content, options)
    if found is None:
        from transtats_cli.formats.xliff import reference

        found = reference.read(content, options)
    return found


def read_version_2(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 2.x file: one unit for each <segment> that has a source text."""
    if not options.reference:
        from transtats_cli.formats.xliff.fast import tree

        with suppress(IrregularFile):
            return tree.read_version_2(content, options)
    from transtats_cli.formats.xliff import reference

    return reference.read_version_2(content, options)


def _read_fast(content: bytes, options: ReadOptions) -> Catalog | None:
    found = read_regular(content, options)
    if found is None:
        from transtats_cli.formats.xliff.fast import tree

        with suppress(IrregularFile):
            found = tree.read(content, options)
    return found
