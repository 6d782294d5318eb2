"""Source and translation agree about beginning with a line break."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("\nUse", "\nBruk", False, id="kept"),
        pytest.param("\nUse", "Bruk", True, id="lost"),
        pytest.param("Use", "\nBruk", True, id="added"),
        pytest.param("Use", "Bruk", False, id="neither has one"),
        pytest.param("\nUse", "", False, id="empty translation"),
        pytest.param("", "\nBruk", False, id="empty source"),
        pytest.param("\n\nUse", "\nBruk", False, id="one of two lost"),
    ],
)
def test_a_translation_begins_with_a_line_break_only_if_its_source_does(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("begin_newline", source, target) is not None) is fails


def test_a_lost_line_break_is_reported(problem_of: Problem) -> None:
    assert (
        problem_of("begin_newline", "\nUse", "Bruk") == "the source begins with a line break, the translation does not"
    )


def test_an_added_line_break_is_reported(problem_of: Problem) -> None:
    assert (
        problem_of("begin_newline", "Use", "\nBruk") == "the translation begins with a line break, the source does not"
    )
