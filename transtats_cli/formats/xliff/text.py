"""Rules for the text of a <source> or a <target> that all XLIFF readers with an element tree use."""

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import SPACE_ATTRIBUTE, line_number_of_element

# Setting attributes one by one takes quadratic time. Real files have far fewer.
MAX_ATTRIBUTES_PER_ELEMENT = 1000


def collapses_blanks(policy: str, own_space: str | None, inherited_space: str | None) -> bool:
    """Return True if several successive blanks in a text count as one blank.

    `policy` is `preserve`, `standard` or `normalize`. `own_space` is the `xml:space` of the text, or of its unit.
    `inherited_space` is the `xml:space` of the elements around the unit. With the policy `preserve`, blanks are
    collapsed only if `inherited_space` is `default` and `own_space` is None.
    """
    if policy == "normalize":
        return True
    if policy == "standard":
        return (own_space or inherited_space or "default") == "default"
    return own_space is None and inherited_space == "default"


def set_whitespace_attributes(root: etree._Element, tags: tuple[str, str], policy: str) -> None:
    """Set `xml:space` of each <source> and <target>, so that translate-toolkit treats blanks like `collapses_blanks`.

    translate-toolkit then ignores the `xml:space` of the elements around the text. `policy` is the one of
    `collapses_blanks`. `tags` contains the two tag names with their namespace.
    """
    for node in root.iter(*tags):
        if next(node.iterancestors(*tags), None) is not None:
            continue  # an inline element
        unit, *around = node.iterancestors()
        inherited = next(filter(None, (element.get(SPACE_ATTRIBUTE) for element in around)), None)
        collapse = collapses_blanks(policy, node.get(SPACE_ATTRIBUTE) or unit.get(SPACE_ATTRIBUTE), inherited)
        node.set(SPACE_ATTRIBUTE, "default" if collapse else "preserve")


def refuse_entities(node: etree._Element) -> None:
    """Raise UnreadableFile if an XML element contains an entity that the XML parser has not replaced by its text."""
    for entity in node.iter(etree.Entity):
        raise unresolved_entity_error(entity)


def serialize_shown_content(shown: etree._Element) -> str:
    """Return the content of a <shown> element as XML. The children of the element lose their namespace, in place."""
    for inline in shown:
        inline.tag = tag_without_namespace(inline)
    etree.cleanup_namespaces(shown)
    xml = etree.tostring(shown, encoding="unicode")
    return xml[len("<shown>") : -len("</shown>")]


def tag_without_namespace(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2]


def unresolved_entity_error(entity: etree._Element) -> UnreadableFile:
    return UnreadableFile(f"the entity {entity.text} is not resolved", line_number_of_element(entity))
