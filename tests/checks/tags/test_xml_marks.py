"""Strings with the same tags are recognized without parsing XML."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transtats_cli.checks.tags import xml_chars_around_tags
from transtats_cli.checks.tags.xml_marks import TagComparison, compare_xml_tags, find_xml_tags
from transtats_cli.checks.tags.xml_trees import detect_wrapping, parse_xml_outline

ALIKE, SAME_TAGS, UNKNOWN = TagComparison(True, True), TagComparison(True, False), TagComparison(False, False)
TAGS = (
    "<b>",
    "</b>",
    "<br/>",
    '<a b="1">',
    "<a b='1'>",
    '<a b=">',
    "</a>",
    "<!--",
    "<![CDATA[",
    "<",
    "<?p?>",
    "<1>",
    "&a<b>;",
)
TEXTS = ("x", "é", "", " ", ".", "&amp;", "&", ">", "]]>", ";", '"', "\x01")


@st.composite
def similar_texts(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two strings that have the same tags with different texts between them."""
    marks = draw(st.lists(st.sampled_from(TAGS), max_size=4))
    texts = st.lists(st.sampled_from(TEXTS), min_size=len(marks) + 1, max_size=len(marks) + 1)
    one, other = ("".join(map("".join, zip(draw(texts), [*marks, ""], strict=True))) for _ in range(2))
    return one, other


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("a <b>c</b>.", "d <b>e</b>!", ALIKE, id="alike"),
        pytest.param("a", "b", ALIKE, id="no tags"),
        pytest.param("a <b>c</b>", "a<b>c</b>", SAME_TAGS, id="a tag touches a letter in only one string"),
        pytest.param("a <b>c</b>", "a <i>c</i>", UNKNOWN, id="other tags"),
        pytest.param("a&nbsp;<b>c</b>", "a &lt;<b>c</b>", ALIKE, id="entities are blanks"),
        pytest.param("a &amp; b", "a & b", UNKNOWN, id="an ampersand"),
        pytest.param("&a<b>;", "&a<b>;", UNKNOWN, id="an entity that looks like a tag"),
        pytest.param("<a b='1'>", "<a b='1'>", UNKNOWN, id="a value that may contain a bracket"),
        pytest.param("<!-- a -->", "<!-- a -->", UNKNOWN, id="a comment"),
        pytest.param("a" * 10_001, "a" * 10_001, UNKNOWN, id="long"),
    ],
)
def test_two_strings_are_compared_by_tags_and_letters_beside_tags(
    source: str, target: str, expected: TagComparison
) -> None:
    assert compare_xml_tags(source, target) == expected


@pytest.mark.slow
@given(similar_texts())
@settings(max_examples=4 * settings().max_examples)
def test_strings_with_the_same_tags_are_the_same_xml(texts: tuple[str, str]) -> None:
    source, target = texts
    found = compare_xml_tags(source, target)
    wrapped = detect_wrapping(source)
    if found.has_same_tags and wrapped is not None:
        assert parse_xml_outline(source, wrapped=wrapped) == parse_xml_outline(target, wrapped=wrapped)
    if found.has_letters_on_same_sides:
        assert xml_chars_around_tags.find_letter_difference(source, target) is None


def test_an_unclosed_bracket_is_not_a_tag() -> None:
    assert [tag[0] for tag in find_xml_tags("a <b> <c <" + "<" * 100_000)] == ["<b>"]
