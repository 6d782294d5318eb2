"""Entry points for the JSON formats. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
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


def create_go_i18n_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_go_i18n_reader", options)


def create_go_i18n_v2_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_go_i18n_v2_reader", options)


def create_gotext_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_gotext_reader", options)


def create_formatjs_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_formatjs_reader", options)


def create_nextcloud_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_nextcloud_reader", options)


def create_resjson_reader(options: ReadOptions) -> Reader:
    return _create_reference_reader("create_resjson_reader", options)


def _read_json(dialect: Dialect, reference_function: str, options: ReadOptions, content: bytes) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_json(content, dialect, options)
    return found or _create_reference_reader(reference_function, options)(content)


def _create_reference_reader(function: str, options: ReadOptions) -> Reader:
    from transtats_cli.formats.json_files import reference

    reader: Reader = getattr(reference, function)(options)
    return reader
