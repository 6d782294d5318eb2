"""Strings as trees of XML; lxml does the reading."""

from lxml import etree

from transtats_cli.checks.xml_trees import NAMELESS

_PARSER = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, strip_cdata=False)


def nodes(text: str, *, wrapped: bool) -> list[tuple[str, tuple[str, ...]]] | None:
    """The nodes in the order of the text, each with the names of its attributes; None if it is no XML."""
    root = _parse(text, wrapped=wrapped)
    return None if root is None else [(_name(node), tuple(map(str, node.attrib))) for node in root.iter()]


def text_content(text: str, *, wrapped: bool) -> str | None:
    """The text without its tags; None if it is no XML."""
    root = _parse(text, wrapped=wrapped)
    return None if root is None else etree.tostring(root, encoding="unicode", method="text")


def _name(node: etree._Element) -> str:
    if isinstance(node, etree._Comment):
        return NAMELESS[0]
    if isinstance(node, etree._ProcessingInstruction):
        return NAMELESS[1]
    return node.tag


def _parse(text: str, *, wrapped: bool) -> etree._Element | None:
    document = f"<string>{text}</string>" if wrapped else text
    try:
        return etree.fromstring(document.encode("utf-8", "replace"), _PARSER)
    except etree.XMLSyntaxError:
        return None
