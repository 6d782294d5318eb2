"""Entry points for Android resources. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.android.fast.units import read_regular_resources
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.model import Catalog


def create_android_reader(options: ReadOptions) -> Reader:
    return partial(_read_android, options)


def _read_android(options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_resources(content, options)
    return (
        create_guarded_reader("android.reference:create_android_reader", options)(content) if found is None else found
    )
