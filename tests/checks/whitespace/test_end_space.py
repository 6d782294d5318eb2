"""Source and translation end with the same number of blanks."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Name: ", "Nom : ", False, id="kept"),
        pytest.param("Name: ", "Nom :", True, id="lost"),
        pytest.param("Name:", "Nom : ", True, id="added"),
        pytest.param("Name:  ", "Nom : ", True, id="one of two lost"),
        pytest.param("a", " ", False, id="one character each"),
        pytest.param("a", "b ", True, id="one character against two"),
        pytest.param("Name: ", "", False, id="empty translation"),
        pytest.param("", "Nom ", False, id="empty source"),
        pytest.param("Name: ", "  ", False, id="nothing but blanks"),
        pytest.param("Name:\xa0", "Nom", False, id="no-break space"),
    ],
)
def test_a_translation_keeps_the_number_of_blanks_at_the_end(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_space", source, target) is not None) is fails
