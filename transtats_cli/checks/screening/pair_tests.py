"""Screening tests on one source and one target, for the few pairs that faster tests on many pairs do not exclude."""

from functools import lru_cache

from transtats_cli.checks.screening.enabled_checks import EnabledChecks
from transtats_cli.checks.screening.last_characters import LEADING_BLANKS
from transtats_cli.limits import NotChecked

CheckIds = tuple[str, ...]
"""Ids of checks."""

BEGINNING_CHECKS: CheckIds = ("begin_newline", "begin_space")
_XML_CHECKS: CheckIds = ("xml-invalid", "xml-tags", "xml-chars-around-tags")


def select_markup_checks(source: str, target: str, enabled_checks: EnabledChecks) -> CheckIds:
    """Return the ids of the checks of reStructuredText and of `xml-text` that may fail on a source and a target.

    The checks of reStructuredText are left out if both texts are simple paragraphs with the same markup.
    """
    found: CheckIds = ()
    if enabled_checks.rst_check_ids and not _has_same_rst_markup(source, target):
        found += enabled_checks.rst_check_ids
    if enabled_checks.has_xml_text_flag:
        found += _select_checks_of_xml_text(source, target)
    return found


def select_checks_by_source(source: str, target: str) -> CheckIds:
    """Return the ids of the checks that may fail on a source and a target.

    Only the checks of leading blanks, line breaks and tags are considered.
    """
    found: CheckIds = ()
    if (source[:1] in LEADING_BLANKS or target[:1] in LEADING_BLANKS) and _leading_blanks(source) != _leading_blanks(
        target
    ):
        found += BEGINNING_CHECKS
    if source.count("\n") != target.count("\n"):
        found += ("newline-count",)
    if r"\n" in source or r"\n" in target:
        found += ("escaped_newline",)
    return found


def select_checks_by_source_tags(source: str, target: str) -> CheckIds:
    """Return the ids of the XML checks that may fail on a source with a `<` and a target."""
    candidates = select_checks_by_tags(source, target)
    return candidates if candidates and _is_xml_source(source) else ()


def _has_same_rst_markup(source: str, target: str) -> bool:
    # Imported late, because most components have no strings in reStructuredText.
    from transtats_cli.checks.screening.rst_agreement import has_same_simple_markup

    return has_same_simple_markup(source, target)


def _select_checks_of_xml_text(source: str, target: str) -> CheckIds:
    """Return the ids of the XML checks that may fail on a source and a target with the flag `xml-text`."""
    from transtats_cli.checks.tags.xml import is_xml_text_without_tags

    return (
        ()
        if is_xml_text_without_tags(source) and is_xml_text_without_tags(target)
        else select_checks_by_tags(source, target)
    )


def select_checks_by_tags(source: str, target: str) -> CheckIds:
    """Return the ids of the XML checks that may fail on a source and a target.

    The result is valid only if the checks apply to the source, which is not tested here. The result is empty if both
    texts have the same tags, and each tag touches letters on the same sides in both texts.
    """
    # Imported late, because many components have no tags. An import from a package would take longer in each call.
    from transtats_cli.checks.tags.xml import compare_xml_tags

    tags = compare_xml_tags(source, target)
    if not tags.has_same_tags:
        return _XML_CHECKS
    if tags.has_letters_on_same_sides:
        return ()
    from transtats_cli.checks.tags import xml

    is_different = xml.find_letter_difference(source, target) is not None
    return ("xml-chars-around-tags",) if is_different else ()


def _leading_blanks(text: str) -> str:
    """Return the blanks and line breaks at the beginning of a text, up to the first other character."""
    return text[: len(text) - len(text.lstrip(" \n"))]


@lru_cache(maxsize=8192)
def _is_xml_source(source: str) -> bool:
    """Return True if a source has tags and is valid XML, or if the source is too long to be parsed."""
    from transtats_cli.checks.tags import xml, xml_outlines

    try:
        return xml.has_tag(source) and xml_outlines.detect_wrapping(source) is not None
    except NotChecked:
        return True
