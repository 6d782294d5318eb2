"""XML tags, and the checks of them."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.xml import (
    find_xml_fault,
    find_xml_tags,
    highlight_xml_tags,
)


def test_an_unclosed_bracket_is_not_a_tag() -> None:
    assert [tag[0] for tag in find_xml_tags("a <b> <c <" + "<" * 100_000)] == ["<b>"]


def test_the_fault_of_a_long_text_is_found_in_linear_time() -> None:
    """With quadratic time, this test would take minutes."""
    assert find_xml_fault("<" + "a" * 300_000) == ("< begins no tag", [(0, 1)])
    assert find_xml_fault("<a>" * 100_000)[0] == "<a> is not closed"


Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param("", "<b>a</b>", "<b>c</b>", False, id="kept"),
        pytest.param("", "<b>a</b>", "<b>c", True, id="not closed"),
        pytest.param("", "<b>a</b>", "c", False, id="text without tags"),
        pytest.param("", "a", "<b>c", False, id="a source without tags"),
        pytest.param("", "<b>a", "<b>c", False, id="a source that is not XML"),
        pytest.param("", "<b>a</b>", "<i:b/>", True, id="unknown namespace"),
        pytest.param("", "<b>a</b>", "<b c=d/>", True, id="attribute without quotes"),
        pytest.param("", "<b>a</b>", "<b c='1' c='2'/>", True, id="attribute twice"),
        pytest.param("", "<b>a</b>", "]]>", True, id="the end of a CDATA section"),
        pytest.param("", "<b>a</b>", "1 < 2", True, id="a lone bracket"),
        pytest.param("", "<b>a</b>", "\x01", True, id="control character"),
        pytest.param("", "<b>a</b>", "<!-- a -- b -->", True, id="hyphens in a comment"),
        pytest.param("", "<b>a</b>", "<?php echo ?>", False, id="processing instruction"),
        pytest.param("", "<b>a</b>", "&unknown; &amp;", False, id="entities"),
        pytest.param("", "<b>a</b>", "a & b", True, id="a lone ampersand"),
        pytest.param("", "<?xml version='1.0'?><b/>", "<?xml version='1.0'?><c/>", False, id="a document on its own"),
        pytest.param("", "<?xml version='1.0'?><b/>", "text", True, id="text for a document on its own"),
        pytest.param("xml-text", "a", "<b>c", True, id="checked because of a flag"),
        pytest.param("xml-text", "a <b", "<b>c", False, id="a flag, but a source that is not XML"),
        pytest.param("safe-html", "<b>a</b>", "<b>c", False, id="left to another check"),
        pytest.param("auto-safe-html, xml-text", "<b>a</b>", "<b>c", False, id="left to another check in any case"),
    ],
)
def test_the_translation_of_an_xml_source_is_xml(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("xml-invalid", source, target, flag_line) is not None) is fails


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("<b>c", "<b> is not closed"),
        ("c</b>", "</b> closes no tag"),
        ("<b c=d/>", "the attribute c has no value in quotes"),
        ("a & b", "& begins no entity"),
        ("1 < 2", "< begins no tag"),
    ],
)
def test_the_message_contains_the_reason_why_a_translation_is_not_xml(
    problem_of: Problem, target: str, reason: str
) -> None:
    assert problem_of("xml-invalid", "<b>a</b>", target) == f"the translation is not XML: {reason}"


@pytest.mark.parametrize(
    ("sources", "fails"),
    [
        pytest.param(["one", "<b>many</b>"], True, id="one form has tags"),
        pytest.param(["one <b", "<b>many</b>"], False, id="one form is not XML"),
    ],
)
def test_a_string_is_checked_if_all_its_source_forms_are_xml(
    problem_of: Problem, sources: list[str], fails: bool
) -> None:
    assert (problem_of("xml-invalid", sources, ["eins", "<b>viele"]) is not None) is fails


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("<b>a</b>", "<b>c</b>", None, id="kept"),
        pytest.param("<b>a</b>", "c", "the tag <b> is missing", id="lost"),
        pytest.param("<b>a</b>", "<b><i>c</i></b>", "the tag <i> is not in the source", id="added"),
        pytest.param("<b>a</b>", "<i>c</i>", "the tag <b> is missing", id="exchanged"),
        pytest.param("<b/><i/>", "<i/><b/>", "the tags are in another order than in the source", id="another order"),
        pytest.param("<b c='1'>a</b>", "<b c='2'>c</b>", None, id="another value"),
        pytest.param("<b c='1'>a</b>", "<b>c</b>", "the tag <b c> is missing", id="attribute lost"),
        pytest.param("<b c='' d=''/>", "<b d='' c=''/>", "the tag <b c d> is missing", id="order of attributes"),
        pytest.param("<b/><!-- a -->", "<b/>", "the comment is missing", id="comment lost"),
        pytest.param("<b/><!-- a -->", "<b/><!-- c -->", None, id="another comment"),
        pytest.param("<b/><!-- a -->", "<b/><comment/>", "the comment is missing", id="tag instead of a comment"),
        pytest.param("<comment/>", "c", "the tag <comment> is missing", id="lost tag with the name comment"),
        pytest.param(
            "<!DOCTYPE b SYSTEM 'c'><b>&\U00010000;</b>",
            "<!DOCTYPE b SYSTEM 'c'><b/>",
            "the entity is missing",
            id="entity that only a parser finds",
        ),
        pytest.param("<b>a</b>", "<b>c", None, id="a translation that is not XML"),
        pytest.param("a", "<b>c</b>", None, id="a source without tags"),
    ],
)
def test_a_translation_keeps_the_tags(problem_of: Problem, source: str, target: str, expected: str | None) -> None:
    assert problem_of("xml-tags", source, target) == expected


def test_the_flag_xml_text_includes_sources_without_tags(problem_of: Problem) -> None:
    assert problem_of("xml-tags", "a", "<b>c</b>", "xml-text") == "the tag <b> is not in the source"


@pytest.mark.parametrize(
    ("flag_line", "source", "text", "expected"),
    [
        pytest.param("", "<b>", "a <b>c</b> &amp; d", [], id="the source is not XML"),
        pytest.param("", "<b/>", "a <b>c</b> &amp; d", ["<b>", "</b>", "&amp;"], id="tags and entities"),
        pytest.param("", "<b/>", "<b c='&amp;'/>&lt;", ["<b c='&amp;'/>", "&lt;"], id="an entity within a tag"),
        pytest.param("", "<b/>", "<b>", [], id="the text is not XML"),
        pytest.param("", "b", "a &amp; d", [], id="the source has no tags"),
        pytest.param("xml-text", "b", "a &amp; d", ["&amp;"], id="the flag xml-text"),
    ],
)
def test_tags_and_entities_are_protected(
    subject_of: Callable[..., CheckedString], flag_line: str, source: str, text: str, expected: list[str]
) -> None:
    spans = highlight_xml_tags(text, subject_of(source, "x", flag_line))
    assert [text[start:end] for start, end in spans] == expected


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a <b/> c", "d <b/> e", False, id="blanks on both sides"),
        pytest.param("a<b/> c", "d<b/> e", False, id="a letter before the tag"),
        pytest.param("a <b/> c", "d<b/> e", True, id="a blank before the tag is lost"),
        pytest.param("a <b/> c", "d <b/>e", True, id="a blank after the tag is lost"),
        pytest.param("a <b/> c", "d. <b/>, e", False, id="signs are not letters"),
        pytest.param("a <b/>1", "d <b/> e", False, id="digits are not letters"),
        pytest.param("<b/> c", "<b/>e", True, id="after a tag at the start"),
        pytest.param(
            "<b/> c", "d<b/> e", False, id="a letter before a tag at the start of only one side does not count"
        ),
        pytest.param("a<b/>", "d <b/>", True, id="before a tag at the end"),
        pytest.param("a <b/>", "d <b/>e", False, id="a letter after a tag at the end of only one side does not count"),
        pytest.param("<b/>", "<b/>e", False, id="nothing but the tag"),
        pytest.param("a <b/> <i/> c", "d <b/> <i/>e", True, id="the second tag"),
        pytest.param("a <b/> c", "d <b/><i/> e", False, id="another number of tags"),
        pytest.param("and <b/> c", "\u0648<b/> e", False, id="an Arabic waw for a blank"),
        pytest.param("and <b/> c", "\u0641<b/> e", True, id="another Arabic letter"),
        pytest.param("and.<b/> c", "\u0648<b/> e", True, id="a waw for a full stop"),
        pytest.param("a &lt;<b/> c", "d<b/> e", True, id="entities are not resolved"),
        pytest.param("a", "d <b/>", False, id="a source without tags"),
    ],
)
def test_tags_touch_letters_on_the_same_sides_as_in_the_source(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("xml-chars-around-tags", source, target) is not None) is fails


def test_the_message_contains_the_tag(problem_of: Problem) -> None:
    expected = "a letter stands before the tag <b/> in only one of source and translation"
    assert problem_of("xml-chars-around-tags", "a <b/> c", "d<b/> e") == expected
