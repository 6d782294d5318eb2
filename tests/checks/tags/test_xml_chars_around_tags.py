"""Tags that touch words in the source touch words in the translation."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


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
