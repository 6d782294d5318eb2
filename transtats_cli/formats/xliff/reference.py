"""Reference readers of all kinds of XLIFF, based on translate-toolkit, whose units define texts and states.

Results in which the toolkit differs from a Weblate server are corrected. `document` parses each file before the
toolkit, because errors of `document` contain a reason and a line. This is the only module that uses translate-toolkit.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff.attributes import (
    UnitDetails,
    build_xliff_unit,
    flags_of_texts,
    newest_file_date,
    read_segment_details,
    read_unit_details,
    target_needs_editing,
)
from transtats_cli.formats.xliff.document import (
    InheritedAttributeCache,
    XliffDocument,
    line_number_of_element,
    parse_xliff_1,
    parse_xliff_2,
)
from transtats_cli.formats.xliff.text import (
    refuse_entities,
    refuse_many_attributes,
    serialize_shown_content,
    set_whitespace_attributes,
    text_with_inline_xml,
)
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, Unit

_ID_SEPARATOR = "\x04"
_PLURAL_GROUP_TYPE = "x-gettext-plurals"

_UnitConverter = Callable[[XliffDocument, Any, ReadOptions], Unit | None]
"""Function that converts a unit of translate-toolkit to a Unit. Returns None for a unit without a source text."""


def read_xliff_1_with_toolkit(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 1.x file: one unit for each <trans-unit> that has a source text."""
    from translate.storage.xliff import Xliff1File

    convert = partial(_convert_unit, read_unit_details, _context_of_trans_unit)
    return _read_units(parse_xliff_1(content), "trans-unit", Xliff1File, options, convert)


def read_xliff_2_with_toolkit(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 2.x file: one unit for each <segment> that has a source text."""
    from translate.storage.xliff2 import Xliff2File

    convert = partial(_convert_unit, read_segment_details, _context_of_segment)
    return _read_units(parse_xliff_2(content), "segment", Xliff2File, options, convert)._replace(last_change=None)


def read_poxliff(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of a file in the gettext profile of XLIFF 1.2. The units of a <group> are plural forms."""
    from translate.storage.poxliff import PoXliffFile

    return _read_plural_dialect(content, PoXliffFile, options)


def read_apple_xliff(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF file from Xcode. Units whose ids have a common prefix are plural forms."""
    from translate.storage.applestrings_xliff import AppleStringsXliffFile

    return _read_plural_dialect(content, AppleStringsXliffFile, options, default_author="developer")


def _read_plural_dialect(content: bytes, store_class: Any, options: ReadOptions, default_author: str = "") -> Catalog:
    """Return the Catalog of an XLIFF file that may contain plural forms. Notes without author get `default_author`."""
    document = parse_xliff_1(content)
    _refuse_nested_plurals(document)
    refuse_entities(document.root)  # the toolkit would expand or drop them
    return _read_units(document, "trans-unit", store_class, options, partial(_convert_plural_unit, default_author))


def _read_units(
    document: XliffDocument, unit_name: str, store_class: Any, options: ReadOptions, convert_unit: _UnitConverter
) -> Catalog:
    # Nested units are invalid, and take translate-toolkit quadratic time. A lookup raises UnreadableFile for them.
    scopes = InheritedAttributeCache(document, unit_name)
    for element in document.root.iter(document.tag_with_namespace(unit_name)):
        scopes[element.getparent()]
    try:
        store = _parse_toolkit_store(document.content, store_class, options.xliff_whitespace)
        units = [unit for found in store.units if (unit := convert_unit(document, found, options)) is not None]
        plural_forms = store.parseheader().get("Plural-Forms", "") if hasattr(store, "parseheader") else ""
    except UnreadableFile:
        raise
    except Exception as error:
        # The toolkit has no exception class for files that it cannot read. Any exception may be raised.
        raise UnreadableFile(f"translate-toolkit cannot read it: {error!r}") from error
    return Catalog(units, plural_forms, newest_file_date(document))


def _parse_toolkit_store(content: bytes, store_class: Any, whitespace: str) -> Any:
    class Store(store_class):  # type: ignore[misc]  # the base class is an argument
        def initbody(self) -> None:
            """Set `xml:space` of all texts in the element tree, before translate-toolkit reads the texts."""
            super().initbody()
            texts = self.namespaced("source"), self.namespaced("target")
            set_whitespace_attributes(self.document.getroot(), texts, whitespace)

        def switchfile(self, filename: str, createifmissing: bool = False) -> bool:
            """Do nothing. The original method searches for the <file> of a unit, which only writing needs."""
            return True

    store = Store()
    store.parse(content)
    return store


def _read_text(node: etree._Element | None, unit: Any, name: str, options: ReadOptions) -> str:
    if node is None:
        return ""
    if options.removes_inline_tags:
        refuse_entities(node)
        return str(getattr(unit, name) or "")
    return _convert_text_to_xml(node, lambda: getattr(unit, f"rich_{name}")[0])


def _convert_text_to_xml(node: etree._Element, parse: Callable[[], Any]) -> str:
    """Return the text of a <source> or <target> with its inline elements, as XML.

    `parse` returns the string element of translate-toolkit for the same text. Raises UnreadableFile if the text cannot
    be converted.
    """
    from translate.storage.placeables.lisa import strelem_to_xml

    for element in node.iterdescendants("{*}x", "{*}bx", "{*}ex", "{*}g"):
        refuse_many_attributes(element)
    shown = etree.Element("shown")
    try:
        strelem_to_xml(shown, parse())  # type: ignore[no-untyped-call]
    except (KeyError, TypeError):
        text_with_inline_xml(node, False)  # raises UnreadableFile with the reason
        raise
    return serialize_shown_content(shown)


def _convert_unit(
    read_details: Callable[[XliffDocument, Any], UnitDetails],
    find_context: Callable[[Any], str],
    document: XliffDocument,
    unit: Any,
    options: ReadOptions,
) -> Unit | None:
    details = read_details(document, unit.xmlelement)  # before the toolkit collapses blanks in the tree
    source = _read_text(unit.get_source_dom(), unit, "source", options)
    if not source:
        return None
    target = _read_text(unit.get_target_dom(), unit, "target", options)
    return build_xliff_unit(
        unit.xmlelement.attrib,
        line_number_of_element(unit.xmlelement),
        find_context(unit),
        (source, target),
        needs_editing=target_needs_editing(unit.get_target_dom()),
        is_approved=unit.isapproved(),
        is_read_only=not unit.istranslatable(),
        details=details,
        text_flags=flags_of_texts(options),
    )


def _convert_plural_unit(default_author: str, document: XliffDocument, unit: Any, _: ReadOptions) -> Unit | None:
    sources, targets = _split_plural_forms(unit.source), _split_plural_forms(unit.target)
    if not any(sources) or "gettext-domain-header" in (unit.getrestype() or ""):
        return None
    element = unit.xmlelement
    details = read_unit_details(document, element)
    # If the toolkit provides a list of parts, only the states of the parts count. For a single unit of the gettext
    # profile the list is empty: a server treats the unit as translated, regardless of its state.
    parts = getattr(unit, "units", [unit])
    return build_xliff_unit(
        element.attrib,
        line_number_of_element(element),
        _context_of_trans_unit(unit),
        (PLURAL_SEPARATOR.join(sources), PLURAL_SEPARATOR.join(targets)),
        needs_editing=any(target_needs_editing(part.get_target_dom()) for part in parts),
        # The toolkit infers the approval in Apple's files from the state, a server does not.
        is_approved=element.get("approved") == "yes",
        is_read_only=not unit.istranslatable(),
        details=details._replace(notes=[(text, author or default_author) for text, author in details.notes]),
    )


def _context_of_trans_unit(unit: Any) -> str:
    return str(unit.xmlelement.get("resname") or unit.getid().replace(_ID_SEPARATOR, "///"))


def _context_of_segment(unit: Any) -> str:
    if unit.getunitelement().get("id") is None:
        raise UnreadableFile("there is a <unit> without id", line_number_of_element(unit.getunitelement()))
    return str(unit.getid())


def _split_plural_forms(text: Any) -> list[str]:
    return [str(form or "") for form in getattr(text, "strings", [text])]


def _refuse_nested_plurals(document: XliffDocument) -> None:
    group = document.tag_with_namespace("group")
    for element in document.root.iter(group):
        around: Iterator[Any] = element.iterancestors(group)
        if element.get("restype") == _PLURAL_GROUP_TYPE and any(
            each.get("restype") == _PLURAL_GROUP_TYPE for each in around
        ):
            raise UnreadableFile("the plural groups are nested", line_number_of_element(element))
