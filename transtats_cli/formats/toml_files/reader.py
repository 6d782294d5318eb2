"""Readers of TOML files: nested keys, and the files of go-i18n."""

from typing import Any

from translate.storage.toml import GoI18nTOMLFile, TOMLFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toml_files.lines import find_lines
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_toml_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(TOMLFile, _build_unit, options, _find_lines)


def create_go_i18n_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(GoI18nTOMLFile, _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a value. None if the value is empty, because such a value is not counted."""
    if unit.isblank():
        return None
    key = unit.getid()
    return build_unit(key, unit.target, note=unit.getnotes(), locations=(key,))


def _find_lines(content: bytes, store: Any) -> list[int]:
    lines = find_lines(content.decode(store.encoding))
    return [lines.get(tuple(key for _, key in unit.get_unitid().parts), 0) for unit in store.units]
