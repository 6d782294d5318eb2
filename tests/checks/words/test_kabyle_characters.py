"""Kabyle is written with its own letters."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("kab", "Bread", "aɣrum", False, id="the right letter"),
        pytest.param("kab", "Bread", "aγrum", True, id="Greek gamma"),
        pytest.param("kab", "Bread", "Γ", True, id="capital gamma"),
        pytest.param("kab", "Bread", "ε", True, id="Greek epsilon"),
        pytest.param("kab", "Bread", "Ε", True, id="capital epsilon"),
        pytest.param("kab", "Bread", "ağ", True, id="Turkish g"),
        pytest.param("kab", "Bread", "Ğ", True, id="capital Turkish g"),
        pytest.param("kab", "Bread", "ɛ", False, id="Latin epsilon"),
        pytest.param("tr", "Bread", "ağ", False, id="Turkish itself"),
    ],
)
def test_a_translation_with_letters_that_look_like_kabyle_letters_fails(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("kabyle-characters", source, target, language=language) is not None) is fails
