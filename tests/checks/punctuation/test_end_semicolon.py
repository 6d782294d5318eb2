"""Source and translation agree about ending with a semicolon."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("x = 1;", "y = 1;", False, id="kept"),
        pytest.param("x = 1;", "y = 1", True, id="lost"),
        pytest.param("x = 1", "y = 1;", True, id="added"),
        pytest.param("x&nbsp;", "y", False, id="an entity in the source"),
        pytest.param("x", "y&#160;", False, id="a number in the translation"),
        pytest.param("x", "y&#xA0;", False, id="a hexadecimal number"),
        pytest.param("x;", "y&a;b;", True, id="an entity ends at the last semicolon"),
        pytest.param("<![CDATA[x;]]>", "y;", False, id="CDATA keeps its content"),
        pytest.param("x;", "", False, id="empty translation"),
        pytest.param("", "y;", False, id="empty source"),
    ],
)
def test_a_translation_keeps_the_final_semicolon(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("end_semicolon", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("el", "Why?", "Γιατί;", False, id="a question in Greek"),
        pytest.param("el", "Why", "Γιατί;", True, id="no question in the source"),
        pytest.param("de", "Why?", "Warum;", True, id="another language"),
    ],
)
def test_a_semicolon_is_the_question_mark_of_greek(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_semicolon", source, target, language=language) is not None) is fails
