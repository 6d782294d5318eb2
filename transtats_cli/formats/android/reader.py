"""Entry points for Android resources. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.android.fast.units import read_regular_resources
from transtats_cli.model import Catalog


def create_android_reader(options: ReadOptions) -> Reader:
    return partial(_read_android, options)


def create_compose_reader(options: ReadOptions) -> Reader:
    from transtats_cli.formats.android import reference

    return reference.create_compose_reader(options)


def create_moko_reader(options: ReadOptions) -> Reader:
    from transtats_cli.formats.android import reference

    return reference.create_moko_reader(options)


def _read_android(options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_resources(content, options)
    if found is None:
        from transtats_cli.formats.android import reference

        found = reference.create_android_reader(options)(content)
    return found
