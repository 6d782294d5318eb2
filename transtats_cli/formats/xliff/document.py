"""Parser that converts bytes to an XLIFF element tree. It loads no other files and expands no entities."""

from typing import NamedTuple

from lxml import etree

from transtats_cli.errors import OtherFormatError, UnreadableFile
from transtats_cli.formats.xliff.rules import MOST_TAGS

SPACE = "{http://www.w3.org/XML/1998/namespace}space"
"""Attribute that defines the treatment of white space."""

_ANY_VERSION = "urn:oasis:names:tc:xliff:document:"
_VERSION_2 = "urn:oasis:names:tc:xliff:document:2.0"
# The limits of the parser remain enabled (256 levels, 10 million characters in one text, growth of entities). No real
# file reaches them, and functions that traverse the tree need no limits of their own.
_LIMITS = {
    "depth": "its elements are nested too deeply",
    "amplification": "its entities grow without limit",
    "huge": "one of its texts or names is too long",
    "XML_PARSE_HUGE": "one of its texts or names is too long",
}


_LIKE_ASCII = frozenset({"UTF-8", "US-ASCII", "ASCII", "ISO-8859-1", "WINDOWS-1252"})
"""Encodings that encode ASCII characters as ASCII does."""


class XliffDocument(NamedTuple):
    """Element tree of one file, and the namespace of its elements."""

    root: etree._Element
    namespace: str
    content: bytes
    """Bytes of the file."""

    def tag(self, name: str) -> str:
        return f"{{{self.namespace}}}{name}" if self.namespace else name

    def may_have(self, *attributes: str) -> bool:
        """Return False only if none of these names occurs in the file. Much faster than a search in the tree."""
        if b"xliff" not in self.content or str(self.root.getroottree().docinfo.encoding).upper() not in _LIKE_ASCII:
            return True
        return any(attribute.encode() in self.content for attribute in attributes)


def line_of(element: etree._Element) -> int | None:
    """Return the number of the line on which an element starts."""
    line: int | None = element.sourceline  # type: ignore[assignment]  # not typed in the stubs
    return line


class UnitScope(NamedTuple):
    """Values that apply to all units inside one element."""

    original: str | None
    """Attribute `original` of the nearest <file>."""
    space: str | None
    """Value of the nearest `xml:space`."""


class ScopeCache(dict[etree._Element | None, UnitScope]):
    """Cache of the values that apply to units, by the parent of a unit.

    Raises UnreadableFile for a unit inside another unit. This is invalid, and its text would count for both units.
    """

    def __init__(self, document: XliffDocument, unit: str) -> None:
        super().__init__({None: UnitScope(None, None)})
        self._file, self._unit = document.tag("file"), document.tag(unit)

    def __missing__(self, element: etree._Element) -> UnitScope:
        if element.tag == self._unit:
            raise UnreadableFile(f"<{etree.QName(element).localname}> elements are nested", line_of(element))
        outer = self[element.getparent()]
        original = element.get("original") if element.tag == self._file else outer.original
        self[element] = found = UnitScope(original, element.get(SPACE, outer.space))
        return found


def parse_version_1(content: bytes) -> XliffDocument:
    """Parse an XLIFF 1.x file.

    Raises OtherFormatError if the version is 2.x, and UnreadableFile if the XML, the root element or <file> is wrong.
    """
    root = _parse(content)
    version, default = root.get("version", ""), root.nsmap.get(None, "")
    if version.startswith("2.") or (not version and ":2." in default):
        raise OtherFormatError("xliff2", f"this is XLIFF {version or '2.0'}: read it as xliff2", line_of(root))
    declared = (namespace for namespace in root.nsmap.values() if namespace.startswith(_ANY_VERSION))
    return _checked(XliffDocument(root, next(declared, default), content))


def parse_version_2(content: bytes) -> XliffDocument:
    """Parse an XLIFF 2.x file.

    Raises OtherFormatError if the version is not 2.x, UnreadableFile if the XML, the root element or <file> is wrong.
    """
    root = _parse(content)
    version, default = root.get("version", ""), root.nsmap.get(None, _VERSION_2)
    if not version.startswith("2.") if version else ":1." in default:
        raise OtherFormatError("xliff", f"this is XLIFF {version or '1.2'}: read it as xliff", line_of(root))
    return _checked(XliffDocument(root, default, content))


def _parse(content: bytes) -> etree._Element:
    # In encodings unlike ASCII these bytes can also be parts of other characters. Then the count is too high.
    if content.count(b"<") > MOST_TAGS or content.count(b"=") > MOST_TAGS:
        million = MOST_TAGS // 1_000_000
        raise UnreadableFile(f"it has more than {million} million tags or attributes; split it into several files")
    # Without entity resolution no external file is opened, not even for parameter entities of a DOCTYPE. Do not add
    # `collect_ids=False`. It would be faster, but makes libxml2 load the files that a DOCTYPE names.
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(_reason(content, error.msg), error.lineno) from error


def _reason(content: bytes, message: str) -> str:
    if not content.strip():
        return "the file is empty"
    limit = next((reason for word, reason in _LIMITS.items() if word in message), None)
    return limit or f"no well-formed XML: {message.rpartition(', line ')[0].strip() or message}"


def _checked(document: XliffDocument) -> XliffDocument:
    root = document.root
    if root.tag != document.tag("xliff"):
        name = etree.QName(root)
        known = f"no <xliff> of the namespace {document.namespace!r}" if name.localname == "xliff" else "not <xliff>"
        raise UnreadableFile(f"the root element is <{name.localname}>, {known}", line_of(root))
    if root.find(document.tag("file")) is None:
        raise UnreadableFile("there is no <file> element", line_of(root))
    return document
