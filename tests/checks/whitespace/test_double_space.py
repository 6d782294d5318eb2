"""A translation has no two blanks in a row, unless its source has."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Save it", "Sichere es", False, id="none"),
        pytest.param("Save it", "Sichere  es", True, id="added"),
        pytest.param("Save  it", "Sichere  es", False, id="the source has them, too"),
        pytest.param("Save  it", "Sichere es", False, id="lost"),
        pytest.param("Save it", "Sichere\xa0 es", False, id="a no-break space and a blank"),
        pytest.param("a", "  ", True, id="blanks only"),
        pytest.param("", "  ", False, id="empty source"),
        pytest.param("Save it", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_an_added_double_blank_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("double_space", source, target) is not None) is fails
