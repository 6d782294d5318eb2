"""Readers of `.strings` and `.stringsdict` files, based on translate-toolkit. Slow, but complete."""

from functools import partial
from typing import Any

from lxml import etree
from translate.misc.quote import propertiesdecode
from translate.misc.xml_helpers import get_safe_xml_parser
from translate.storage.properties import stringsfile, stringsutf8file
from translate.storage.stringsdict import StringsDictFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.properties_files.reference import build_property_unit, create_located_store
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_strings_reader(options: ReadOptions) -> Reader:
    store_class = stringsfile if options.encoding.startswith("utf-16") else stringsutf8file
    create_store = partial(create_located_store, store_class)
    return create_keyed_reader(create_store, build_property_unit, options, decode_key=propertiesdecode)


def create_stringsdict_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(StringsDictFile, _build_stringsdict_unit, options, _find_lines)


def _build_stringsdict_unit(unit: Any) -> Unit:
    return build_unit(unit.getid(), unit.target, note=unit.getnotes())


def _find_lines(content: bytes, store: Any) -> list[int]:
    if content.startswith(b"bplist"):
        return [0] * len(store.units)
    root: Any = etree.fromstring(content, get_safe_xml_parser())
    lines: dict[tuple[str, ...], int] = {}
    for key in root.iterfind("dict/key"):
        lines[_text_of(key),] = key.sourceline
        for variable in key.xpath("following-sibling::dict[1]/key"):
            lines[_text_of(key), _text_of(variable)] = variable.sourceline
    paths = [tuple(key for _, key in unit.get_unitid().parts) for unit in store.units]
    return [lines.get(path) or lines.get(path[:1], 0) for path in paths]


def _text_of(element: Any) -> str:
    return "".join(element.itertext())
