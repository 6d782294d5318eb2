"""Entry points for Apple formats. A fast reader reads regular `.strings` files, and `reference.py` all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.apple.fast.units import read_regular_strings
from transtats_cli.model import Catalog


def create_strings_reader(options: ReadOptions) -> Reader:
    return partial(_read_strings, options)


def create_stringsdict_reader(options: ReadOptions) -> Reader:
    from transtats_cli.formats.apple import reference

    return reference.create_stringsdict_reader(options)


def _read_strings(options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_strings(content, options)
    if found is None:
        from transtats_cli.formats.apple import reference

        found = reference.create_strings_reader(options)(content)
    return found
