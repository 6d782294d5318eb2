"""Parser that converts the bytes of an XLIFF file to an element tree. It loads no files and expands no entities."""

from typing import NamedTuple

from lxml import etree

from transtats_cli.errors import OtherFormatError, UnreadableFile

MAX_TAGS = 10_000_000
"""Maximum number of tags in one file, and maximum number of attributes. A file of 100 MB does not reach this limit."""
SPACE_ATTRIBUTE = "{http://www.w3.org/XML/1998/namespace}space"
"""Name of the XML attribute `xml:space`, which defines the treatment of white space in an element."""

_NAMESPACE_PREFIX = "urn:oasis:names:tc:xliff:document:"
_XLIFF_2_NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
# The limits of the parser remain enabled (256 levels, 10 million characters in one text, growth of entities). No real
# file reaches them, and functions that traverse the tree need no limits of their own.
_LIMIT_MESSAGES = {
    "depth": "its elements are nested too deeply",
    "amplification": "its entities grow without limit",
    "huge": "one of its texts or names is too long",
    "XML_PARSE_HUGE": "one of its texts or names is too long",
}


class XliffDocument(NamedTuple):
    """Element tree of one XLIFF file, with the namespace of its elements."""

    root: etree._Element
    namespace: str
    content: bytes

    def tag_with_namespace(self, name: str) -> str:
        return f"{{{self.namespace}}}{name}" if self.namespace else name


def line_number_of_element(element: etree._Element) -> int | None:
    """Return the line number of the start of an XML element."""
    line: int | None = element.sourceline  # type: ignore[assignment]  # not typed in the stubs
    return line


class InheritedAttributes(NamedTuple):
    """Attribute values that apply to all units inside an XLIFF element."""

    original: str | None
    """Attribute `original` of the enclosing <file>."""
    xml_space: str | None
    """Value of `xml:space` of the innermost enclosing element that has this attribute. None without such an element."""


class InheritedAttributeCache(dict[etree._Element | None, InheritedAttributes]):
    """Cache of the InheritedAttributes of units. A key is the parent element of a unit.

    A lookup raises UnreadableFile for a unit inside another unit. Such XLIFF is invalid, and the text of the inner unit
    would count for both units. `unit_name` is the name of the elements that are units, such as `trans-unit`.
    """

    def __init__(self, document: XliffDocument, unit_name: str) -> None:
        super().__init__({None: InheritedAttributes(None, None)})
        self._file, self._unit = document.tag_with_namespace("file"), document.tag_with_namespace(unit_name)

    def __missing__(self, element: etree._Element) -> InheritedAttributes:
        if element.tag == self._unit:
            raise UnreadableFile(
                f"<{etree.QName(element).localname}> elements are nested", line_number_of_element(element)
            )
        outer_scope = self[element.getparent()]
        original = element.get("original") if element.tag == self._file else outer_scope.original
        self[element] = found = InheritedAttributes(original, element.get(SPACE_ATTRIBUTE, outer_scope.xml_space))
        return found


def parse_xliff_1(content: bytes) -> XliffDocument:
    """Parse an XLIFF 1.x file.

    Raises OtherFormatError if the version is 2.x. Raises UnreadableFile if the XML is invalid, the root element is not
    an <xliff>, or there is no <file>.
    """
    root = _parse_element_tree(content)
    version, default = root.get("version", ""), root.nsmap.get(None, "")
    if version.startswith("2.") or (not version and ":2." in default):
        raise _other_version_error(root, "xliff2", version or "2.0")
    declared = (namespace for namespace in root.nsmap.values() if namespace.startswith(_NAMESPACE_PREFIX))
    return _require_xliff(XliffDocument(root, next(declared, default), content))


def parse_xliff_2(content: bytes) -> XliffDocument:
    """Parse an XLIFF 2.x file. Raises the same exceptions as `parse_xliff_1`, for the other version."""
    root = _parse_element_tree(content)
    version, default = root.get("version", ""), root.nsmap.get(None, _XLIFF_2_NAMESPACE)
    if not version.startswith("2.") if version else ":1." in default:
        raise _other_version_error(root, "xliff", version or "1.2")
    return _require_xliff(XliffDocument(root, default, content))


def _other_version_error(root: etree._Element, actual_format: str, version: str) -> OtherFormatError:
    reason = f"this is XLIFF {version}: read it as {actual_format}"
    return OtherFormatError(actual_format, reason, line_number_of_element(root))


def _parse_element_tree(content: bytes) -> etree._Element:
    # In encodings unlike ASCII these bytes can also be parts of other characters. Then the count is too high.
    if len(content) > MAX_TAGS and max(map(content.count, (b"<", b"="))) > MAX_TAGS:
        million = MAX_TAGS // 1_000_000
        raise UnreadableFile(f"it has more than {million} million tags or attributes; split it into several files")
    # Without entity resolution no external file is opened, not even for parameter entities of a DOCTYPE. Do not add
    # `collect_ids=False`. It would be faster, but makes libxml2 load the files that a DOCTYPE names.
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile(_parse_error_reason(content, error.msg), error.lineno) from error


def _parse_error_reason(content: bytes, message: str) -> str:
    if not content.strip():
        return "the file is empty"
    limit = next((reason for word, reason in _LIMIT_MESSAGES.items() if word in message), None)
    return limit or f"no well-formed XML: {message.rpartition(', line ')[0].strip() or message}"


def _require_xliff(document: XliffDocument) -> XliffDocument:
    root = document.root
    if root.tag != document.tag_with_namespace("xliff"):
        name = etree.QName(root)
        known = f"no <xliff> of the namespace {document.namespace!r}" if name.localname == "xliff" else "not <xliff>"
        raise UnreadableFile(f"the root element is <{name.localname}>, {known}", line_number_of_element(root))
    if root.find(document.tag_with_namespace("file")) is None:
        raise UnreadableFile("there is no <file> element", line_number_of_element(root))
    return document
