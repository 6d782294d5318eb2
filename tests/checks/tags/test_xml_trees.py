"""Text content of strings that are XML."""

import pytest

from transtats_cli.checks.tags.xml_trees import xml_text_content


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
