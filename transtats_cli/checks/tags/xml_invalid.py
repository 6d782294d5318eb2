"""
A translation of XML is XML.

Good:  "Press <b>Save</b>"  ->  "Drücke <b>Speichern</b>"
Bad:   "Press <b>Save</b>"  ->  "Drücke <b>Speichern"
Off:   the flag `ignore-xml-invalid`, or `safe-html`, which asks for more

Asked are strings whose sources have tags and can be parsed, and all strings with the flag `xml-text`.
"""

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import xml_trees

ID = "xml-invalid"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if not xml_trees.applies_to_string(checked_string):
        return None
    wrapped = xml_trees.detect_wrapping(source)
    if wrapped is None or xml_trees.parse_xml_outline(target, wrapped=wrapped) is not None:
        return None
    return "the translation is not XML, the source is"
