"""Source and translation begin with the same number of blanks."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param(" of", " von", False, id="kept"),
        pytest.param(" of", "von", True, id="lost"),
        pytest.param("of", " von", True, id="added"),
        pytest.param("  of", " von", True, id="one of two lost"),
        pytest.param(" ", "a", False, id="one character each"),
        pytest.param("  ", "a", True, id="two characters against one"),
        pytest.param(" of", "  ", False, id="nothing but blanks"),
        pytest.param(" of", "", False, id="empty translation"),
        pytest.param("", " von", True, id="empty source"),
        pytest.param("\xa0of", "von", False, id="no-break space"),
        pytest.param("\tof", "von", False, id="tab"),
    ],
)
def test_a_translation_keeps_the_number_of_blanks_at_the_beginning(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("begin_space", source, target) is not None) is fails


def test_the_message_contains_the_numbers_of_blanks(problem_of: Problem) -> None:
    assert problem_of("begin_space", " of", "von") == "blanks at the beginning: 1 in the source, 0 in the translation"
