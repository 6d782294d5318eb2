"""Strings as XML, parsed by expressions and by lxml."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from transtats_cli.checks.tags import xml_outlines
from transtats_cli.checks.tags.xml_outlines import parse_xml_outline, xml_text_content

PIECES = (
    *(
        "<b>",
        "</b>",
        "</b >",
        "<br/>",
        "<br />",
        '<a href="x">',
        '<a b="1" c="2">',
        '<a b="1" b="2">',
        "</a>",
        "<i>",
        "</i>",
    ),
    *(
        '<a b="1"c="2">',
        "<a b='1'>",
        '<a b="x>y">',
        '<a b="<">',
        '<a\n b="1"\t>',
        '<a xmlns="q">',
        '<a x:y="1">',
        "<a:b>",
    ),
    *(
        "<",
        ">",
        "</",
        "/>",
        "<1>",
        "<_>",
        "</_>",
        "<é>",
        "<!-- x -->",
        "<?p?>",
        "<![CDATA[",
        "]]>",
        "<string>",
        "</string>",
    ),
    *("x", "é", " ", "\n", '"', "'", "=", "\x01", "\ufffe", "\ud800"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)


def parse_nodes(text: str) -> xml_outlines.XmlNodes | str | None:
    try:
        return xml_outlines.parse_plain_xml_nodes(text)
    except xml_outlines.NotPlainError:
        return "not plain"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("just text", [], id="no element"),
        pytest.param(
            'a <b>c</b> <br/> <a href="d" id="e">f</a>', [("b", ()), ("br", ()), ("a", ("href", "id"))], id="all"
        ),
        pytest.param("<b>c", None, id="never closed"),
        pytest.param("c</b>", None, id="never opened"),
        pytest.param("<b><i></b></i>", None, id="closed in the wrong order"),
        pytest.param('<a b="" b="">', None, id="an attribute twice"),
        pytest.param("a < b", "not plain", id="a bracket alone"),
        pytest.param("a & b", "not plain", id="an ampersand alone"),
        pytest.param("<!-- a -->", "not plain", id="a comment"),
        pytest.param('<a xmlns="b"/>', "not plain", id="a namespace"),
        pytest.param("<b>" * 200 + "</b>" * 200, "not plain", id="deeply nested"),
    ],
)
def test_elements_are_returned_in_the_order_of_the_text(
    text: str, expected: xml_outlines.XmlNodes | str | None
) -> None:
    assert parse_nodes(text) == expected


@pytest.mark.slow
@given(TEXTS)
@example("<b></b ></string><string>")
@settings(max_examples=4 * settings().max_examples)
def test_the_elements_of_plain_xml_are_those_that_lxml_returns(text: str) -> None:
    found = parse_nodes(text)
    if found is None:
        assert xml_outlines.parse_xml_nodes(text, wrapped=True) is None
        assert xml_outlines.parse_xml_nodes(text, wrapped=False) is None
    elif not isinstance(found, str):
        assert [("string", ()), *found] == xml_outlines.parse_xml_nodes(text, wrapped=True)


def test_xml_that_is_not_plain_is_parsed_by_lxml() -> None:
    assert parse_xml_outline("<a b='1'/>", wrapped=True) == (("string", ()), ("a", ("b",)))
    assert parse_xml_outline("<a/>", wrapped=False) == (("a", ()),)


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
