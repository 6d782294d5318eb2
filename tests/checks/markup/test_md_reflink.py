"""A translation refers to the same Markdown link definitions as its source."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("[a][ref]", "[x][ref]", False, id="kept"),
        pytest.param("[a][ref]", "x", True, id="lost"),
        pytest.param("[a][ref]", "[x][other]", True, id="another reference"),
        pytest.param("[a][ref]", "[x][ref] [y][more]", True, id="added"),
        pytest.param("a", "[x][ref]", False, id="a source without references"),
        pytest.param("[a][ref] [b][ref]", "[x][ref]", False, id="another number"),
        pytest.param("[a][ref]", "[x][Ref]", True, id="another case"),
        pytest.param("[a][ref]", "[x][ ref]", True, id="a blank inside"),
        pytest.param("[a][ref]", "[x] \n[ref]", False, id="blanks between the parts"),
        pytest.param("[a][]", "[x][]", False, id="an empty reference"),
        pytest.param("[a][]", "[x][a]", True, id="the text instead of an empty reference"),
        pytest.param("![a][ref]", "[x][ref]", False, id="a link instead of an image"),
        pytest.param("[a][^ref]", "x", False, id="a footnote is not a reference"),
        pytest.param("[a [b] c][ref]", "[x][ref]", False, id="brackets in the text"),
        pytest.param("[a ] b][ref]", "[ref]", True, id="a closing bracket in the text"),
        pytest.param("[][ref]", "[x][ref]", False, id="an empty text"),
    ],
)
def test_a_translation_keeps_the_references(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-reflink", source, target, "md-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("md-reflink", ["one", "[a][b]"], ["ein", "[x][b]"], "md-text") is None
    assert problem_of("md-reflink", ["one", "[a][b]"], ["ein", "[x][c]"], "md-text") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("a", "the link reference [ref] is missing", id="missing"),
        pytest.param("[a][ref] [b][new]", "the link reference [new] is not in the source", id="extra"),
    ],
)
def test_the_message_contains_the_reference(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("md-reflink", "[a][ref]", target, "md-text") == expected
