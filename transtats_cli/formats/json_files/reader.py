"""Entry points for the JSON formats. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.json_files.fast.units import Dialect, read_regular_json
from transtats_cli.model import Catalog


def create_json_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "nested", "create_json_reader", options)


def create_nested_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "nested", "create_nested_reader", options)


def create_web_extension_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "webextension", "create_web_extension_reader", options)


def create_i18next_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "i18next", "create_i18next_reader", options)


def create_i18next_v4_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "i18nextv4", "create_i18next_v4_reader", options)


def create_arb_reader(options: ReadOptions) -> Reader:
    return partial(_read_json, "arb", "create_arb_reader", options)


def _read_json(dialect: Dialect, reference_function: str, options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_json(content, dialect, options)
    if found is None:
        found = create_guarded_reader(f"json_files.reference:{reference_function}", options)(content)
    return found
