"""Reference readers of all kinds of XLIFF, based on translate-toolkit, whose units define texts and states.

Results in which the toolkit differs from a Weblate server are corrected. `document` parses each file before the
toolkit, because errors of `document` contain a reason and a line. This is the only module that uses translate-toolkit.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.flags import NO_FLAGS
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.xliff.attributes import (
    XML_TEXT_FLAGS,
    convert_to_comment_lines,
    flags_of_xliff_unit,
    newest_file_date,
    read_segment_notes,
    read_unit_details,
    state_of_xliff_unit,
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
_MAX_SEGMENTS_PER_UNIT = 1000
"""Maximum number of segments of a unit. translate-toolkit takes quadratic time to number the segments."""
_MAX_TOOLKIT_WORK = 500_000
"""Maximum estimated work of translate-toolkit for all texts of a file that have many tags: about five seconds."""
_NEGLIGIBLE_WORK = 200
"""Texts with this estimated work or less are not added to the work of the file: about 60 tags, or fewer nested tags."""

_UnitConverter = Callable[[XliffDocument, Any], Unit | None]
"""Function that converts a unit of translate-toolkit to a Unit. Returns None for a unit without a source text."""


def read_xliff_1_with_toolkit(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 1.x file: one unit for each <trans-unit> that has a source text."""
    from translate.storage.xliff import Xliff1File

    document = parse_xliff_1(content)
    _refuse_nested_units(document, "trans-unit")
    texts = _ToolkitTextReader(options)
    return _read_units(document, Xliff1File, options, lambda document, unit: _convert_trans_unit(document, unit, texts))


def read_xliff_2_with_toolkit(content: bytes, options: ReadOptions) -> Catalog:
    """Return the Catalog of an XLIFF 2.x file: one unit for each <segment> that has a source text."""
    from translate.storage.xliff2 import Xliff2File

    document = parse_xliff_2(content)
    _refuse_nested_units(document, "segment")
    _refuse_many_segments(document)
    texts = _ToolkitTextReader(options)
    catalog = _read_units(document, Xliff2File, options, lambda document, unit: _convert_segment(document, unit, texts))
    return catalog._replace(last_change=None)


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
    _refuse_nested_units(document, "trans-unit")
    _refuse_nested_plurals(document)
    refuse_entities(document.root)  # the toolkit would expand or drop them
    return _read_units(
        document, store_class, options, lambda document, unit: _convert_plural_unit(document, unit, default_author)
    )


def _read_units(
    document: XliffDocument, store_class: Any, options: ReadOptions, convert_unit: _UnitConverter
) -> Catalog:
    try:
        store = _parse_toolkit_store(document.content, store_class, options.xliff_whitespace)
        units = [unit for found in store.units if (unit := convert_unit(document, found)) is not None]
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


class _ToolkitTextReader:
    """Reader for the source and the target of XLIFF units without plural forms, with or without inline elements."""

    def __init__(self, options: ReadOptions) -> None:
        self._removes_tags = options.removes_inline_tags
        self._total_work = 0
        self.text_flags = NO_FLAGS if options.removes_inline_tags else XML_TEXT_FLAGS

    def read_texts_of_unit(self, unit: Any) -> tuple[str, str] | None:
        """Return the source and the target of a unit, or None if the source is missing or empty."""
        source = self._read_text(unit.get_source_dom(), unit, "source")
        return (source, self._read_text(unit.get_target_dom(), unit, "target")) if source else None

    def _read_text(self, node: etree._Element | None, unit: Any, name: str) -> str:
        if node is None:
            return ""
        if self._removes_tags:
            refuse_entities(node)
            return str(getattr(unit, name) or "")
        self._limit_toolkit_work(node)
        return _convert_text_to_xml(node, lambda: getattr(unit, f"rich_{name}")[0])

    def _limit_toolkit_work(self, node: etree._Element) -> None:
        """Add the estimated work for a text. Raise UnreadableFile if the work for the file becomes too large.

        translate-toolkit copies each inline element once for each element around it. For each tag of a text,
        translate-toolkit lists all tags of this text.
        """
        if not len(node):
            return
        depth = tags = work = 0
        for event, _ in etree.iterwalk(node, events=("start", "end")):
            is_start = event == "start"
            depth += 1 if is_start else -1
            tags += is_start
            work += depth
        work += tags * tags // 100
        if work > _NEGLIGIBLE_WORK:
            self._total_work += work
        if self._total_work > _MAX_TOOLKIT_WORK:
            raise UnreadableFile("too many tags in its texts for translate-toolkit", line_number_of_element(node))


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


def _convert_trans_unit(document: XliffDocument, unit: Any, texts: _ToolkitTextReader) -> Unit | None:
    element = unit.xmlelement
    details = read_unit_details(document, element)  # before the toolkit collapses blanks in the tree
    found = texts.read_texts_of_unit(unit)
    if found is None:
        return None
    source, target = found
    return Unit(
        context=element.get("resname") or unit.getid().replace(_ID_SEPARATOR, "///"),
        source=source,
        target=target,
        state=state_of_xliff_unit(target, target_needs_editing(unit.get_target_dom()), unit.isapproved()),
        flags=flags_of_xliff_unit(element.get, details.locations, texts.text_flags, line_number_of_element(element)),
        read_only=not unit.istranslatable(),
        comments=convert_to_comment_lines(details.notes, details.locations),
        line=line_number_of_element(element) or 0,
        has_suggestion=details.has_suggestion,
    )


def _convert_segment(document: XliffDocument, unit: Any, texts: _ToolkitTextReader) -> Unit | None:
    element = unit.xmlelement
    found = texts.read_texts_of_unit(unit)
    if found is None:
        return None
    source, target = found
    if unit.getunitelement().get("id") is None:
        raise UnreadableFile("there is a <unit> without id", line_number_of_element(unit.getunitelement()))
    return Unit(
        context=unit.getid(),
        source=source,
        target=target,
        state=state_of_xliff_unit(target, target_needs_editing(unit.get_target_dom()), unit.isapproved()),
        flags=flags_of_xliff_unit(element.get, (), texts.text_flags, line_number_of_element(element)),
        read_only=not unit.istranslatable(),
        comments=convert_to_comment_lines(read_segment_notes(document, element), ()),
        line=line_number_of_element(element) or 0,
    )


def _convert_plural_unit(document: XliffDocument, unit: Any, default_author: str) -> Unit | None:
    if not any(_split_plural_forms(unit.source)) or "gettext-domain-header" in (unit.getrestype() or ""):
        return None
    element = unit.xmlelement
    targets = _split_plural_forms(unit.target)
    details = read_unit_details(document, element)
    notes = [(text, author or default_author) for text, author in details.notes]
    # If the toolkit provides a list of parts, only the states of the parts count. For a single unit of the gettext
    # profile the list is empty: a server treats the unit as translated, regardless of its state.
    needs_editing = any(target_needs_editing(part.get_target_dom()) for part in getattr(unit, "units", [unit]))
    # The toolkit infers the approval in Apple's files from the state, a server does not.
    is_approved = element.get("approved") == "yes"
    return Unit(
        context=element.get("resname") or unit.getid().replace(_ID_SEPARATOR, "///"),
        source=PLURAL_SEPARATOR.join(_split_plural_forms(unit.source)),
        target=PLURAL_SEPARATOR.join(targets),
        state=state_of_xliff_unit("".join(targets), needs_editing, is_approved),
        flags=flags_of_xliff_unit(element.get, details.locations, NO_FLAGS, element.sourceline),
        read_only=not unit.istranslatable(),
        comments=convert_to_comment_lines(notes, details.locations),
        line=element.sourceline or 0,
        has_suggestion=details.has_suggestion,
    )


def _split_plural_forms(text: Any) -> list[str]:
    """Return the plural forms of a text from translate-toolkit, or a list with the text if it has no plural forms."""
    return [str(form or "") for form in getattr(text, "strings", [text])]


def _refuse_nested_units(document: XliffDocument, name: str) -> None:
    """Raise UnreadableFile if units are nested. Nested units are invalid, and take translate-toolkit quadratic time."""
    scopes = InheritedAttributeCache(document, name)
    for unit in document.root.iter(document.tag_with_namespace(name)):
        scopes[unit.getparent()]


def _refuse_nested_plurals(document: XliffDocument) -> None:
    group = document.tag_with_namespace("group")
    for element in document.root.iter(group):
        around: Iterator[Any] = element.iterancestors(group)
        if element.get("restype") == _PLURAL_GROUP_TYPE and any(
            each.get("restype") == _PLURAL_GROUP_TYPE for each in around
        ):
            raise UnreadableFile("the plural groups are nested", line_number_of_element(element))


def _refuse_many_segments(document: XliffDocument) -> None:
    segments = Counter(segment.getparent() for segment in document.root.iter(document.tag_with_namespace("segment")))
    for unit, number in segments.items():
        if unit is not None and number > _MAX_SEGMENTS_PER_UNIT:
            raise UnreadableFile(
                f"there is a <unit> with more than {_MAX_SEGMENTS_PER_UNIT} segments", line_number_of_element(unit)
            )
