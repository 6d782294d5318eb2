"""XML parser for strings, based on lxml.

If `wrapped` is True, the text is parsed as the content of an element, otherwise as a whole document.
"""

from lxml import etree

from transtats_cli.checks.tags.plain_xml import NODES_WITHOUT_NAME, XmlNodes

_PARSER = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, strip_cdata=False)


def parse_xml_nodes(text: str, *, wrapped: bool) -> XmlNodes | None:
    """Return the nodes of an XML text in order, each with the names of its attributes.

    Return None if the text is not XML.
    """
    root = _parse_xml(text, wrapped=wrapped)
    return None if root is None else [(_name_of_node(node), tuple(map(str, node.attrib))) for node in root.iter()]


def text_content(text: str, *, wrapped: bool) -> str | None:
    """Return an XML text without its tags, or None if the text is not XML."""
    root = _parse_xml(text, wrapped=wrapped)
    return None if root is None else etree.tostring(root, encoding="unicode", method="text")


def _name_of_node(node: etree._Element) -> str:
    if isinstance(node, etree._Comment):
        return NODES_WITHOUT_NAME[0]
    if isinstance(node, etree._ProcessingInstruction):
        return NODES_WITHOUT_NAME[1]
    if isinstance(node, etree._Entity):
        return NODES_WITHOUT_NAME[2]
    return node.tag


def _parse_xml(text: str, *, wrapped: bool) -> etree._Element | None:
    document = f"<string>{text}</string>" if wrapped else text
    try:
        return etree.fromstring(document.encode("utf-8", "replace"), _PARSER)
    except etree.XMLSyntaxError:
        return None
