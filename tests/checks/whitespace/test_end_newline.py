"""Source and translation agree about ending with a line break."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Done.\n", "Fini.\n", False, id="kept"),
        pytest.param("Done.\n", "Fini.", True, id="lost"),
        pytest.param("Done.", "Fini.\n", True, id="added"),
        pytest.param("Done.", "Fini.", False, id="neither has one"),
        pytest.param("Done.\n", "", False, id="empty translation"),
        pytest.param("", "Fini.\n", False, id="empty source"),
    ],
)
def test_a_translation_ends_with_a_line_break_only_if_its_source_does(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_newline", source, target) is not None) is fails


def test_a_lost_line_break_is_reported(problem_of: Problem) -> None:
    assert (
        problem_of("end_newline", "Done.\n", "Fini.") == "the source ends with a line break, the translation does not"
    )
