"""A translation has no zero-width space, unless its source has one."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("de", "Save", "Sich\u200bern", True, id="added"),
        pytest.param("de", "Sa\u200bve", "Sich\u200bern", False, id="the source has one, too"),
        pytest.param("de", "Sa\u200bve", "Sichern", False, id="lost"),
        pytest.param("km", "Save", "រក្សា\u200bទុក", False, id="Khmer is not checked"),
        pytest.param("de", "Save", "Sich\u200cern", False, id="another invisible character"),
    ],
)
def test_a_translation_with_an_added_zero_width_space_fails(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("zero-width-space", source, target, language=language) is not None) is fails
