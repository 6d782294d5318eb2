"""Words are not stretched with kashida."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Page", "صفحة", False, id="none"),
        pytest.param("Page", "صفـحة", True, id="one"),
        pytest.param("Page", "صفـــحة", True, id="a run"),
        pytest.param("Page", "ـصفحة", False, id="at the beginning"),
        pytest.param("Page", "صفحةـ", False, id="at the end"),
        pytest.param("Page", "صفـ حة", False, id="before a blank"),
        pytest.param("Page", "aـb", False, id="between other letters"),
        pytest.param("Page", "صـb", False, id="on one side only"),
        pytest.param("Page", "صفﹱحة", True, id="another kashida character"),
        pytest.param("Page", "صفﳲحة", True, id="a kashida with a mark"),
        pytest.param("Page", "صـﹷح", True, id="a mixed run"),
        pytest.param("صفـحة", "صفـحة", True, id="the source does not matter"),
        pytest.param("Page", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_a_kashida_in_an_arabic_word_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("kashida", source, target) is not None) is fails
