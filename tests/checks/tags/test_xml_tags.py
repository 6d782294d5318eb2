"""Source and translation have the same XML tags."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags import xml_tags

Problem = Callable[..., str | None]


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
    spans = xml_tags.find_highlights(text, subject_of(source, "x", flag_line))
    assert [text[start:end] for start, end in spans] == expected
