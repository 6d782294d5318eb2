"""Entry point for Java properties. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.properties_files.fast.units import read_regular_properties
from transtats_cli.model import Catalog


def create_java_reader(options: ReadOptions) -> Reader:
    return partial(_read_catalog, options)


def _read_catalog(options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_properties(content, options)
    if found is None:
        found = create_guarded_reader("properties_files.reference:create_java_reader", options)(content)
    return found
