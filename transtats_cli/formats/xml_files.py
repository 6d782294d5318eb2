"""Readers of XML formats with an element for each string: Android, .NET, flat XML, stringsdict, WXL, TBX and Qt."""

from typing import Any

from lxml import etree
from translate.misc.multistring import multistring
from translate.misc.xml_helpers import get_safe_xml_parser
from translate.storage.aresource import AndroidResourceUnit
from translate.storage.ts2 import tsfile, tsunit

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import LOCKED_STRING_FLAGS, NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.attributes import flags_of_element
from transtats_cli.formats.keyed import build_unit
from transtats_cli.formats.toolkit import (
    ToolkitReader,
    id_as_location,
    is_blank,
    is_not_translatable,
    line_of_element,
    no_note,
)
from transtats_cli.model import Unit

_XML_FLAGS = Flags({"xml-text": ()})
_FLAGS_OF_MARKUP = {
    AndroidResourceUnit.TARGET_MARKUP_ESCAPED: Flags({"safe-html": ()}),
    AndroidResourceUnit.TARGET_MARKUP_CDATA: Flags({"auto-safe-html": ()}),
}
"""Flags of a string whose markup is written as escaped text, or in a CDATA section."""
_FORBIDDEN_FLAGS = Flags({"forbidden": ()})
_FORBIDDEN_STATUSES = frozenset({"forbidden", "obsolete"})
_OPTIONAL_PLURAL = "(s)"


def _flags_of_android_string(unit: Any) -> Flags:
    element = unit.xmlelement
    texts = [element] if element.tag == unit.SINGULAR_TAG else element.iterchildren("item")
    # Comments and references to entities are children, too.
    has_elements = any(len(text) for text in texts)
    flags = _XML_FLAGS if has_elements else _FLAGS_OF_MARKUP.get(unit.target_markup_mode, NO_FLAGS)
    return flags.joined_with(flags_of_element(element))


def _require_key(unit: Any) -> Any:
    if unit.getid() is None:
        raise UnreadableFile("an element has no key", unit.xmlelement.sourceline)
    return unit.getid()


def _create_flat_xml_store(store_class: Any, options: ReadOptions) -> Any:
    return store_class(
        root_name=options.parameter("flatxml_root_name", "root"),
        value_name=options.parameter("flatxml_value_name", "str"),
        key_name=options.parameter("flatxml_key_name", "key"),
    )


def _find_lines_of_stringsdict(content: bytes, store: Any) -> list[int]:
    if content.startswith(b"bplist"):
        return [0] * len(store.units)
    root: Any = etree.fromstring(content, get_safe_xml_parser())
    lines: dict[tuple[str, ...], int] = {}
    for key in root.iterfind("dict/key"):
        name = "".join(key.itertext())
        lines[(name,)] = key.sourceline
        for variable in key.xpath("following-sibling::dict[1]/key"):
            lines[name, "".join(variable.itertext())] = variable.sourceline
    paths = [tuple(key for _, key in unit.get_unitid().parts) for unit in store.units]
    return [lines.get(path) or lines.get(path[:1], 0) for path in paths]


def _join_terms(terms: list[Any]) -> object:
    """Return the terms of a glossary entry. If there are several in a language, they become several texts."""
    texts = [term.text for term in terms]
    return multistring(texts) if len(texts) > 1 else "".join(texts)


def _has_no_source_term(unit: Any) -> bool:
    return not any(term.text for term in unit.get_source_terms())


def _flags_of_term(unit: Any) -> Flags:
    statuses = (note.text for note in unit.xmlelement.iterfind(".//{*}termNote[@type='administrativeStatus']"))
    flags = _FORBIDDEN_FLAGS if any((status or "").strip() in _FORBIDDEN_STATUSES for status in statuses) else NO_FLAGS
    is_locked = is_not_translatable(unit) and not _has_no_source_term(unit)
    return flags.joined_with(LOCKED_STRING_FLAGS) if is_locked else flags


class _Message(tsunit):
    """Message with a fast `getcontextname`. The original method searches all messages of the context."""

    def getcontextname(self) -> str | None:
        parent = self.xmlelement.getparent()
        return next((element.text for element in parent if element.tag == "name"), None) if parent is not None else None


class _MessageFile(tsfile):
    UnitClass = _Message


def _build_message(unit: Any, options: ReadOptions) -> Unit:
    """Return the Unit of a message of Qt.

    A finished message without a text is translated: its text is the source. In a monolingual component, context and
    source together are the key.
    """
    source = _read_source_of_message(unit)
    target = unit.target
    element = unit.xmlelement
    source_element = element.find("{*}source")
    is_review = unit.isreview()
    if not is_review and not any(map(str, getattr(target, "strings", [target or ""]))):
        target = source
    return build_unit(
        unit.getid() if options.is_monolingual else unit.getcontext() or "",
        target,
        source="" if options.is_monolingual else source,
        note=unit.getnotes(),
        locations=_read_locations(element),
        flags=flags_of_element(element),
        is_fuzzy=is_review,
        line=(element if source_element is None else source_element).sourceline or 0,
    )


def _read_locations(element: Any) -> list[str]:
    """Return the source locations of a message. Locations with a relative line number, such as `+3`, are left out.

    `getlocations` of the toolkit is not used. It fails on messages with absolute and relative line numbers, and takes
    quadratic time for a file with relative line numbers.
    """
    found = ((location.get("filename", ""), location.get("line", "")) for location in element.iterfind("{*}location"))
    return [f"{name}:{line}" if name else line for name, line in found if line and not line.startswith(("+", "-"))]


def _read_source_of_message(unit: Any) -> object:
    """Return the source of a message. If the message has plural forms, return a singular and a plural.

    The singular and the plural of `file(s)` are `file` and `files`.
    """
    source = unit.source
    if not unit.hasplural():
        return source
    text = str(source)
    return multistring([text.replace(_OPTIONAL_PLURAL, ""), text.replace(_OPTIONAL_PLURAL, "s")])


RESOURCE_DICTIONARY = ToolkitReader(
    "resourcedictionary:ResourceDictionaryFile",
    flags=lambda unit: flags_of_element(unit.xmlelement),
    line=line_of_element,
)
# An element with an empty value is not counted.
RESX = RESOURCE_DICTIONARY._replace(store="resx:RESXFile", skip=is_blank)
FLAT_XML = RESOURCE_DICTIONARY._replace(
    store="flatxml:FlatXMLFile", create_store=_create_flat_xml_store, key=_require_key
)
ANDROID = ToolkitReader(
    "aresource:AndroidResourceFile",
    skip=is_blank,
    flags=_flags_of_android_string,
    is_read_only=is_not_translatable,
    line=line_of_element,
)
MOKO = ANDROID._replace(store="aresource:MOKOResourceFile")
COMPOSE = ANDROID._replace(store="aresource:CMPResourceFile")
STRINGSDICT = ToolkitReader("stringsdict:StringsDictFile", find_lines=_find_lines_of_stringsdict)
WXL = ToolkitReader("wxl:WxlFile", note=no_note, locations=id_as_location)
TBX = ToolkitReader(
    "tbx:tbxfile",
    lambda store_class, options: store_class(sourcelanguage=options.source_language_code or "en"),
    key=lambda unit: unit.xmlelement.get("id") or "",
    source=lambda unit: _join_terms(unit.get_source_terms()),
    target=lambda unit: _join_terms(unit.get_target_terms()),
    note=lambda unit: str(unit.getnotes("pos")),
    flags=_flags_of_term,
    is_read_only=_has_no_source_term,
    line=line_of_element,
)
TS = ToolkitReader(
    _MessageFile, skip=lambda unit: unit.isheader() or unit.isblank() or unit.isobsolete(), build=_build_message
)
