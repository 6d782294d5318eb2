"""Readers of the `.strings` and `.stringsdict` files of Apple systems."""

from typing import Any

from translate.storage.properties import stringsfile, stringsutf8file
from translate.storage.stringsdict import StringsDictFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.properties import build_property_unit
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_strings_reader(options: ReadOptions) -> Reader:
    store_class = stringsfile if options.encoding.startswith("utf-16") else stringsutf8file
    return create_keyed_reader(store_class, build_property_unit, options)


def create_stringsdict_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(StringsDictFile, _build_stringsdict_unit, options)


def _build_stringsdict_unit(unit: Any) -> Unit:
    return build_unit(unit.getid(), unit.target, note=unit.getnotes())
