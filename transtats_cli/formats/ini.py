"""Readers of INI files, and of the message files of Inno Setup."""

from functools import partial
from typing import Any

from translate.storage.ini import inifile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_ini_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(inifile, _build_unit, options)


def create_inno_setup_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(partial(inifile, dialect="inno"), _build_unit, options)


def _build_unit(unit: Any) -> Unit:
    return build_unit(unit.location, unit.target, note=unit.getnotes())
