"""Rules for the text of a <source> or a <target> that all XLIFF readers with an element tree use."""

from lxml import etree

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import SPACE, line_of

# Setting attributes one by one takes quadratic time. Real files have far fewer.
MOST_ATTRIBUTES = 1000


def collapses(policy: str, own: str | None, inherited: str | None) -> bool:
    """Return True if several successive blanks in a text count as one blank.

    `policy` is `preserve`, `standard` or `normalize`. `own` is the `xml:space` of the text, or of its unit. `inherited`
    is the `xml:space` of the elements around the unit. With the policy `preserve`, blanks are collapsed only if
    `inherited` is `default` and `own` is None.
    """
    if policy == "normalize":
        return True
    if policy == "standard":
        return (own or inherited or "default") == "default"
    return own is None and inherited == "default"


def settle_whitespace(root: etree._Element, tags: tuple[str, str], policy: str) -> None:
    """Set `xml:space` of each <source> and <target> according to the policy and to the attributes around the text.

    translate-toolkit uses only this attribute. `tags` contains the two tag names with their namespace.
    """
    for node in root.iter(*tags):
        if next(node.iterancestors(*tags), None) is not None:
            continue  # an inline element
        unit, *around = node.iterancestors()
        inherited = next(filter(None, (element.get(SPACE) for element in around)), None)
        collapse = collapses(policy, node.get(SPACE) or unit.get(SPACE), inherited)
        node.set(SPACE, "default" if collapse else "preserve")


def refuse_entities(node: etree._Element) -> None:
    """Raise UnreadableFile if an XML element contains an entity."""
    for entity in node.iter(etree.Entity):
        raise unresolved(entity)


def inner_xml(shown: etree._Element) -> str:
    """Return the content of a <shown> element as XML, and remove the namespace of its direct children."""
    for inline in shown:
        inline.tag = local_name(inline)
    etree.cleanup_namespaces(shown)
    xml = etree.tostring(shown, encoding="unicode")
    return xml[len("<shown>") : -len("</shown>")]


def local_name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2]


def unresolved(entity: etree._Element) -> UnreadableFile:
    return UnreadableFile(f"the entity {entity.text} is not resolved", line_of(entity))
