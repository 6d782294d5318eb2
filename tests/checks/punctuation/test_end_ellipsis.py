"""Source and translation agree about ending with an ellipsis."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Wait…", "Attends…", False, id="kept"),
        pytest.param("Wait…", "Attends...", True, id="dots for an ellipsis"),
        pytest.param("Wait…", "Attends", True, id="lost"),
        pytest.param("Wait...", "Attends…", False, id="an ellipsis for three dots"),
        pytest.param("Wait..", "Attends…", True, id="an ellipsis for two dots"),
        pytest.param("Wait", "Attends…", True, id="added"),
        pytest.param("Wait…", "", False, id="empty translation"),
        pytest.param("", "Attends…", False, id="empty source"),
        pytest.param("Wait...", "Attends", False, id="lost dots"),
    ],
)
def test_a_translation_keeps_the_final_ellipsis(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("end_ellipsis", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("th", "Wait…", "รอ", False, id="Thai"),
        pytest.param("jbo", "Wait…", "denpa", False, id="Lojban"),
        pytest.param("ja", "Wait…", "待って", True, id="Japanese is checked"),
    ],
)
def test_translations_to_thai_and_lojban_are_not_checked(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_ellipsis", source, target, language=language) is not None) is fails
