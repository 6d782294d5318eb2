"""Entry points for Apple formats. A fast reader reads regular `.strings` files, and `reference.py` all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.apple.fast.units import read_regular_strings
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.model import Catalog


def create_strings_reader(options: ReadOptions) -> Reader:
    return partial(_read_strings, options)


def _read_strings(options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_strings(content, options)
    return create_guarded_reader("apple.reference:create_strings_reader", options)(content) if found is None else found
