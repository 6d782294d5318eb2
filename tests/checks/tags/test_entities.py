"""Entities are replaced with blanks, and CDATA sections with their text."""

import pytest

from transtats_cli.checks.tags.xml import strip_entities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a&amp;b", "a b", id="name"),
        pytest.param("a&#160;b", "a b", id="number"),
        pytest.param("a&#xA0;b", "a b", id="hexadecimal number"),
        pytest.param("a&b c;", "a&b c;", id="a blank ends the name"),
        pytest.param("a&-b;", "a&-b;", id="a name does not begin with a hyphen"),
        pytest.param("a&b-c.d;", "a ", id="a name may contain a hyphen"),
        pytest.param("&a;b;c", " c", id="an entity ends at the last semicolon"),
        pytest.param("&&a;", "& ", id="a lone ampersand"),
        pytest.param("<![CDATA[x<y]]>", "x<y", id="CDATA"),
        pytest.param("<![CDATA[x\ny]]>", "<![CDATA[x\ny]]>", id="CDATA on two lines"),
        pytest.param("a<![CDATA[x]]>b<![CDATA[y]]>", "axby", id="two CDATA sections"),
        pytest.param("<![CDATA[x", "<![CDATA[x", id="CDATA without an end"),
    ],
)
def test_entities_and_cdata_sections_are_replaced(text: str, expected: str) -> None:
    assert strip_entities(text) == expected
