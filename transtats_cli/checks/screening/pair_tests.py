"""Screening tests on one source and one target, for the few pairs that faster tests on many pairs do not exclude."""

from transtats_cli.checks.screening.flag_plans import FlagPlan
from transtats_cli.checks.screening.source_traits import BLANKS, is_xml

Ids = tuple[str, ...]
"""Ids of checks."""

BEGINNINGS: Ids = ("begin_newline", "begin_space")
_XML_CHECKS: Ids = ("xml-invalid", "xml-tags", "xml-chars-around-tags")


def checks_by_flags(source: str, target: str, plan: FlagPlan) -> list[str]:
    """Return the ids of the checks that flags switch on and that may fail on a source and a target.

    A format check is left out if neither text contains an introducer, or if both texts have the same placeholders.
    """
    found = list(plan.unscreened)
    for check, introducers in plan.formats:
        for character in introducers:
            if character in source or character in target:
                if not plan.agreements[check](source, target):
                    found.append(check)
                break
    if plan.is_xml:
        found += _checks_by_xml_text(source, target)
    return found


def checks_by_source(source: str, target: str) -> Ids:
    """Return the ids of the checks of blanks, line breaks and tags that may fail on a source and a target."""
    found: Ids = ()
    if (source[:1] in BLANKS or target[:1] in BLANKS) and _leading_blanks(source) != _leading_blanks(target):
        found += BEGINNINGS
    if source.count("\n") != target.count("\n"):
        found += ("newline-count",)
    if r"\n" in source or r"\n" in target:
        found += ("escaped_newline",)
    if "<" in source and (candidates := checks_by_tags(source, target)) and is_xml(source):
        found += candidates
    return found


def _checks_by_xml_text(source: str, target: str) -> Ids:
    """Return the ids of the XML checks that may fail on a source and a target with the flag `xml-text`."""
    from transtats_cli.checks.tags.xml_marks import is_text_alone

    return () if is_text_alone(source) and is_text_alone(target) else checks_by_tags(source, target)


def checks_by_tags(source: str, target: str) -> Ids:
    """Return the ids of the XML checks that may fail on a source and a target that are XML."""
    from transtats_cli.checks.tags import xml_chars_around_tags, xml_marks

    same_tags, same_touch = xml_marks.likeness(source, target)
    if not same_tags:
        return _XML_CHECKS
    if same_touch or xml_chars_around_tags.difference(source, target) is None:
        return ()
    return (xml_chars_around_tags.ID,)


def _leading_blanks(text: str) -> str:
    """Return the blanks and line breaks at the beginning of a text, up to the first other character."""
    return text[: len(text) - len(text.lstrip(" \n"))]
