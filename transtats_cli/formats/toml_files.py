"""Readers of TOML files: nested keys, and the files of go-i18n."""

from typing import Any

from translate.storage.toml import GoI18nTOMLFile, TOMLFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_toml_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(TOMLFile, _build_unit, options)


def create_go_i18n_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(GoI18nTOMLFile, _build_unit, options)


def _build_unit(unit: Any) -> Unit | None:
    """Return the Unit of a value. None if the value is empty, because such a value is not counted."""
    if unit.isblank():
        return None
    key = unit.getid()
    return build_unit(key, unit.target, note=unit.getnotes(), locations=(key,), line=unit.line_number or 0)
