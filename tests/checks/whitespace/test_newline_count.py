"""Source and translation have the same number of line breaks."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("One\nTwo", "Eins\nZwei", False, id="kept"),
        pytest.param("One\nTwo", "Eins, zwei", True, id="lost"),
        pytest.param("One", "Eins\n", True, id="added"),
        pytest.param("One\nTwo\n", "Eins\nZwei", True, id="one of two lost"),
        pytest.param("One\nTwo", "", False, id="empty translation"),
        pytest.param("", "Eins\n", False, id="empty source"),
        pytest.param("One\x0d\nTwo", "Eins\nZwei", False, id="carriage returns do not count"),
    ],
)
def test_a_translation_keeps_the_number_of_line_breaks(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("newline-count", source, target) is not None) is fails
