"""Entry points for XLIFF 1.x and 2.x. `tree` reads most files, and `reference` reads the files that it declines."""

from contextlib import suppress
from functools import partial

from transtats_cli.formats import IrregularFile, Reader, ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.xliff import tree
from transtats_cli.model import Catalog


def create_xliff_1_reader(options: ReadOptions) -> Reader:
    return partial(read_xliff_1, options=options)


def create_xliff_2_reader(options: ReadOptions) -> Reader:
    return partial(read_xliff_2, options=options)


def read_xliff_1(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 1.x file: one unit for each <trans-unit> that has a source text."""
    if not options.uses_reference_readers:
        with suppress(IrregularFile):
            return tree.read_xliff_1_tree(content, options)
    return create_guarded_reader("xliff.reference:create_xliff_1_reader", options)(content)


def read_xliff_2(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 2.x file: one unit for each <segment> that has a source text."""
    if not options.uses_reference_readers:
        with suppress(IrregularFile):
            return tree.read_xliff_2_tree(content, options)
    return create_guarded_reader("xliff.reference:create_xliff_2_reader", options)(content)
