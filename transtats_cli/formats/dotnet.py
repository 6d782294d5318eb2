"""Readers of RESX files and of resource dictionaries in XAML."""

from typing import Any

from translate.storage.resourcedictionary import ResourceDictionaryFile
from translate.storage.resx import RESXFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.attributes import flags_of_element
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_resx_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(RESXFile, _build_resx_unit, options)


def create_resource_dictionary_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(ResourceDictionaryFile, _build_unit, options)


def _build_resx_unit(unit: Any) -> Unit | None:
    """Return the Unit of a `<data>` element. None if its value is empty, because such an element is not counted."""
    return None if unit.isblank() else _build_unit(unit)


def _build_unit(unit: Any) -> Unit:
    element = unit.xmlelement
    return build_unit(
        unit.getid(),
        unit.target,
        note=unit.getnotes(),
        flags=flags_of_element(element),
        line=element.sourceline or 0,
    )
