"""
Source and translation have the same XML tags, with the same attributes, in the same order.

Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
Bad:   "Press <b>Save</b>"  ->  "Drücke <i>Speichern</i>"
Off:   the flag `ignore-xml-tags`, or `safe-html`, which asks for more

The values of attributes are free. Asked are strings whose sources have tags and can be parsed, and all strings with the
flag `xml-text`; a translation that cannot be parsed is left to `xml-invalid`.
"""

from collections import Counter
from collections.abc import Iterator

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import entities, plain_xml, xml_marks, xml_trees

ID = "xml-tags"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not xml_trees.applies_to_string(checked_string):
        return None
    wrapped = xml_trees.detect_wrapping(source)
    if wrapped is None:
        return None
    expected = xml_trees.parse_xml_outline(source, wrapped=wrapped)
    found = xml_trees.parse_xml_outline(target, wrapped=wrapped)
    if expected is None or found is None or found == expected:
        return None
    return _describe_difference(expected, found)


def find_highlights(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the tags and entities of a text. If the text is not XML, yield nothing."""
    if not xml_trees.applies_to_string(checked_string) or xml_trees.detect_wrapping(text) is None:
        return
    position = 0
    for tag in xml_marks.find_xml_tags(text):
        yield from (found.span() for found in entities.entity_pattern().finditer(text, position, tag.start()))
        yield tag.span()
        position = tag.end()
    yield from (found.span() for found in entities.entity_pattern().finditer(text, position))


def _describe_difference(expected: xml_trees.XmlOutline, actual: xml_trees.XmlOutline) -> str:
    missing = Counter(expected) - Counter(actual)
    extra = Counter(actual) - Counter(expected)
    if missing:
        return f"{_describe_node(next(iter(missing)))} is missing"
    if extra:
        return f"{_describe_node(next(iter(extra)))} is not in the source"
    return "the tags are in another order than in the source"


def _describe_node(node: tuple[str, tuple[str, ...]]) -> str:
    name, attributes = node
    if name in plain_xml.NODES_WITHOUT_NAME:
        return name
    return f"the tag <{' '.join([name, *attributes])}>"
