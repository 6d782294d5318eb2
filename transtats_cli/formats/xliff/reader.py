"""Entry points for XLIFF 1.x and 2.x. Three readers are tried in order: `fast.units`, `fast.tree`, and `reference`.

A fast reader returns no Catalog for a file with rare notations, so that the next reader reads the file. `fast.units` is
used for XLIFF 1.x only.
"""

from contextlib import suppress
from functools import partial

from transtats_cli.formats import IrregularFile, Reader, ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.xliff.fast.units import read_regular_xliff
from transtats_cli.model import Catalog


def create_xliff_1_reader(options: ReadOptions) -> Reader:
    return partial(read_xliff_1, options=options)


def create_xliff_2_reader(options: ReadOptions) -> Reader:
    return partial(read_xliff_2, options=options)


def read_xliff_1(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 1.x file: one unit for each <trans-unit> that has a source text."""
    found = None if options.uses_reference_readers else _read_with_fast_readers(content, options)
    return create_guarded_reader("xliff.reference:create_xliff_1_reader", options)(content) if found is None else found


def read_xliff_2(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 2.x file: one unit for each <segment> that has a source text."""
    if not options.uses_reference_readers:
        from transtats_cli.formats.xliff.fast import tree

        with suppress(IrregularFile):
            return tree.read_xliff_2_tree(content, options)
    return create_guarded_reader("xliff.reference:create_xliff_2_reader", options)(content)


def _read_with_fast_readers(content: bytes, options: ReadOptions) -> Catalog | None:
    found = read_regular_xliff(content, options)
    if found is None:
        from transtats_cli.formats.xliff.fast import tree

        with suppress(IrregularFile):
            found = tree.read_xliff_1_tree(content, options)
    return found
