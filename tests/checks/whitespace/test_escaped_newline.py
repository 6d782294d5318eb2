"""Source and translation have the same number of written line breaks, such as `\\n`."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a\\nb", "c\\nd", False, id="kept"),
        pytest.param("a\\nb", "c d", True, id="lost"),
        pytest.param("a b", "c\\nd", True, id="added"),
        pytest.param("a\\n\\nb", "c\\nd", True, id="one of two lost"),
        pytest.param("a\nb", "c d", False, id="real line breaks do not count"),
        pytest.param("C:\\\\data\\new x", "x", False, id="a path with a doubled backslash"),
        pytest.param("C:\\\\data\\new\\net x", "x", False, id="a path with more parts"),
        pytest.param("C:\\data\\new x", "x", True, id="a path with a single backslash"),
        pytest.param("c:\\\\data\\new x", "x", True, id="a small drive letter"),
        pytest.param("C:\\\\data", "x\\n", True, id="a path without a further part"),
        pytest.param("a\\nb", "", False, id="empty translation"),
        pytest.param("", "c\\nd", False, id="empty source"),
    ],
)
def test_a_translation_keeps_the_number_of_written_line_breaks(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("escaped_newline", source, target) is not None) is fails


def test_the_message_contains_the_numbers_of_written_line_breaks(problem_of: Problem) -> None:
    assert (
        problem_of("escaped_newline", "a\\nb", "c d")
        == "written line breaks (\\n): 1 in the source, 0 in the translation"
    )
