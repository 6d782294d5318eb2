"""Strings as XML, parsed by lxml."""

import pytest

from transtats_cli.checks.tags.xml import XmlOutline, parse_xml_outline, xml_text_content


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("just text", (), id="no element"),
        pytest.param(
            "a <b>c</b> <br/> <a href=\"d\" id='e'>f</a>", (("b", ()), ("br", ()), ("a", ("href", "id"))), id="elements"
        ),
        pytest.param("<!-- a --><?b?>", (("the comment", ()), ("the processing instruction", ())), id="other nodes"),
        pytest.param("a &amp; &b; c", (), id="entities"),
        pytest.param('<a xmlns="b"/>', (("{b}a", ()),), id="a namespace"),
        pytest.param("<b>" * 200 + "</b>" * 200, (("b", ()),) * 200, id="deeply nested"),
        pytest.param("<b>c", None, id="never closed"),
        pytest.param("c</b>", None, id="never opened"),
        pytest.param("<b><i></b></i>", None, id="closed in the wrong order"),
        pytest.param("<b></b ></string><string>", None, id="the element around the text is closed"),
        pytest.param('<a b="" b="">', None, id="an attribute twice"),
        pytest.param("a < b", None, id="a bracket alone"),
        pytest.param("a & b", None, id="an ampersand alone"),
        pytest.param("a\x01b", None, id="a control character"),
        pytest.param("a\ufffeb", None, id="a noncharacter"),
        pytest.param("a ]]> b", None, id="the end of a CDATA section"),
    ],
)
def test_elements_are_returned_in_the_order_of_the_text(text: str, expected: XmlOutline | None) -> None:
    assert parse_xml_outline(text, wrapped=True) == (None if expected is None else (("string", ()), *expected))


def test_a_text_can_be_a_whole_document() -> None:
    assert parse_xml_outline("<a/>", wrapped=False) == (("a", ()),)
    assert parse_xml_outline("a<b/>", wrapped=False) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a <b>c</b> d", "a c d", id="tags"),
        pytest.param("a<!-- c -->b", "ab", id="comment"),
        pytest.param("1 &lt; 2", "1   2", id="an entity is one character"),
        pytest.param("a <b>c", None, id="no XML"),
        pytest.param("<![CDATA[<]]>", None, id="CDATA with a bracket"),
        pytest.param("<?xml version='1.0' encoding='latin-1'?><b>é</b>", "é", id="a declared encoding is ignored"),
    ],
)
def test_the_text_content_of_a_string_is_its_text_without_tags(text: str, expected: str | None) -> None:
    assert xml_text_content(text) == expected
