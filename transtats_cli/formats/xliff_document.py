"""From bytes to an XLIFF element tree, with a parser that fetches nothing and expands nothing."""

from typing import NamedTuple

from lxml import etree

from transtats_cli.errors import OtherFormatError, UnreadableFile
from transtats_cli.formats.xliff_meanings import MOST_TAGS

SPACE = "{http://www.w3.org/XML/1998/namespace}space"
"""The attribute that says how blanks count."""

_ANY_VERSION = "urn:oasis:names:tc:xliff:document:"
_VERSION_2 = "urn:oasis:names:tc:xliff:document:2.0"
# The parser's own limits stay on (256 levels, 10 million characters in one text, how far entities may grow): they cost
# nobody a real file, and they spare every walk over the tree a limit of its own.
_LIMITS = {
    "depth": "its elements are nested too deeply",
    "amplification": "its entities grow without limit",
    "huge": "one of its texts or names is too long",
    "XML_PARSE_HUGE": "one of its texts or names is too long",
}


_LIKE_ASCII = frozenset({"UTF-8", "US-ASCII", "ASCII", "ISO-8859-1", "WINDOWS-1252"})
"""Encodings in which a name is written as it is in ASCII."""


class Document(NamedTuple):
    """The tree of one file, and the namespace of its elements."""

    root: etree._Element
    namespace: str
    content: bytes
    """The file itself."""

    def tag(self, name: str) -> str:
        return f"{{{self.namespace}}}{name}" if self.namespace else name

    def may_have(self, *attributes: str) -> bool:
        """Whether any element may have one of these attributes: to ask every one of them takes much longer."""
        if b"xliff" not in self.content or str(self.root.getroottree().docinfo.encoding).upper() not in _LIKE_ASCII:
            return True
        return any(attribute.encode() in self.content for attribute in attributes)


def line_of(element: etree._Element) -> int | None:
    """The line an element starts at."""
    line: int | None = element.sourceline  # type: ignore[assignment]  # the stubs do not say
    return line


class Around(NamedTuple):
    """What holds for all units inside one element."""

    original: str | None
    """The `original` of the nearest <file>."""
    space: str | None
    """The nearest `xml:space`."""


class Surroundings(dict[etree._Element | None, Around]):
    """What is around the units of a file, looked up by their parent, and found out once for each.

    A unit inside another one is no XLIFF, and refused: its text would count for every unit around it.
    """

    def __init__(self, document: Document, unit: str) -> None:
        super().__init__({None: Around(None, None)})
        self._file, self._unit = document.tag("file"), document.tag(unit)

    def __missing__(self, element: etree._Element) -> Around:
        if element.tag == self._unit:
            raise UnreadableFile(f"<{etree.QName(element).localname}> elements are nested", line_of(element))
        outer = self[element.getparent()]
        original = element.get("original") if element.tag == self._file else outer.original
        self[element] = found = Around(original, element.get(SPACE, outer.space))
        return found


def parse_version_1(content: bytes) -> Document:
    """The tree of an XLIFF 1.x file, as far as its version, root and <file> are right."""
    root = _parse(content)
    version, default = root.get("version", ""), root.nsmap.get(None, "")
    if version.startswith("2.") or (not version and ":2." in default):
        raise OtherFormatError("xliff2", f"this is XLIFF {version or '2.0'}: read it as xliff2", line_of(root))
    declared = (namespace for namespace in root.nsmap.values() if namespace.startswith(_ANY_VERSION))
    return _checked(Document(root, next(declared, default), content))


def parse_version_2(content: bytes) -> Document:
    """The tree of an XLIFF 2.x file, as far as its version, root and <file> are right."""
    root = _parse(content)
    version, default = root.get("version", ""), root.nsmap.get(None, _VERSION_2)
    if not version.startswith("2.") if version else ":1." in default:
        raise OtherFormatError("xliff", f"this is XLIFF {version or '1.2'}: read it as xliff", line_of(root))
    return _checked(Document(root, default, content))


def _parse(content: bytes) -> etree._Element:
    # In other encodings than those like ASCII these bytes stand for these characters and others.
    if content.count(b"<") > MOST_TAGS or content.count(b"=") > MOST_TAGS:
        million = MOST_TAGS // 1_000_000
        raise UnreadableFile(f"it has more than {million} million tags or attributes; split it into several files")
    # Without entity resolution no external file is opened either, not even by a DOCTYPE's parameter entities. Beware of
    # `collect_ids=False`, which would spare some time: libxml2 takes it for the wish to load what a DOCTYPE names.
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


def _checked(document: Document) -> Document:
    root = document.root
    if root.tag != document.tag("xliff"):
        name = etree.QName(root)
        known = f"no <xliff> of the namespace {document.namespace!r}" if name.localname == "xliff" else "not <xliff>"
        raise UnreadableFile(f"the root element is <{name.localname}>, {known}", line_of(root))
    if root.find(document.tag("file")) is None:
        raise UnreadableFile("there is no <file> element", line_of(root))
    return document
