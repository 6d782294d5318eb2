"""Reader of flat XML files: a root element with one element for each string, and the key in an attribute."""

from typing import Any

from translate.storage.flatxml import FlatXMLFile

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.attributes import flags_of_element
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_flat_xml_reader(options: ReadOptions) -> Reader:
    def create_store() -> Any:
        return FlatXMLFile(
            root_name=options.parameter("flatxml_root_name", "root"),
            value_name=options.parameter("flatxml_value_name", "str"),
            key_name=options.parameter("flatxml_key_name", "key"),
        )

    return create_keyed_reader(create_store, _build_unit, options)


def _build_unit(unit: Any) -> Unit:
    element = unit.xmlelement
    if unit.getid() is None:
        raise UnreadableFile("an element has no key", element.sourceline)
    return build_unit(unit.getid(), unit.target, flags=flags_of_element(element), line=element.sourceline or 0)
