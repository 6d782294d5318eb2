"""Source and translation agree about ending with a question mark."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Sure?", "Sûr ?", False, id="kept"),
        pytest.param("Sure?", "Sûr", True, id="lost"),
        pytest.param("Sure", "Sûr ?", True, id="added"),
        pytest.param("Sure", "Sûr", False, id="neither has one"),
        pytest.param("Sure?", "", False, id="empty translation"),
        pytest.param("", "Sûr ?", False, id="empty source"),
        pytest.param("Sure?!", "Sûr", False, id="the source ends with an interrobang"),
        pytest.param("Sure", "Sûr !?", False, id="the translation ends with an interrobang"),
        pytest.param("Sure?", "Sûr⁉", False, id="an interrobang of one character"),
    ],
)
def test_a_translation_keeps_the_final_question_mark(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_question", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("ar", "Sure?", "متأكد؟", False, id="Arabic"),
        pytest.param("ja", "Sure?", "本当？", False, id="Japanese"),
        pytest.param("hy", "Sure?", "Հաստատ՞", False, id="Armenian"),
        pytest.param("hy", "Sure?", "Հաստատ։", False, id="Armenian stop"),
        pytest.param("hy", "Sure?", "Հաստատ", True, id="lost in Armenian"),
        pytest.param("hy", "Sure", "Հաստատ?", False, id="an added one in Armenian"),
        pytest.param("am", "Sure?", "እርግጥ፧", False, id="Ethiopic"),
        pytest.param("vai", "Sure?", "ꖸ꘏", False, id="Vai"),
        pytest.param("cop", "Sure?", "ⲁ⳺", False, id="Coptic"),
        pytest.param("de", "Sure?", "Sicher⸮", False, id="reversed mark"),
        pytest.param("el", "Sure?", "Σίγουρα;", False, id="Greek semicolon"),
        pytest.param("el", "Sure?", "Σίγουρα;", False, id="Greek question mark"),
        pytest.param("el", "Sure?", "Σίγουρα?", False, id="a Latin mark in Greek"),
        pytest.param("el", "Sure?", "Σίγουρα", True, id="lost in Greek"),
        pytest.param("el", "Sure", "Σίγουρα;", False, id="an added one in Greek"),
        pytest.param("my", "Sure?", "သေချာလားး။", False, id="Burmese stop"),
        pytest.param("my", "Sure?", "သေချာ?", True, id="a Latin mark in Burmese"),
        pytest.param("my", "Sure", "သေချား။", True, id="a Burmese stop without a question"),
        pytest.param("th", "Sure?", "แน่", False, id="Thai is not checked"),
        pytest.param("jbo", "Sure?", "birti", False, id="Lojban is not checked"),
    ],
)
def test_each_script_has_its_own_question_mark(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_question", source, target, language=language) is not None) is fails


def test_the_message_contains_the_side_that_ends_with_a_question_mark(problem_of: Problem) -> None:
    assert (
        problem_of("end_question", "Sure?", "Sûr") == "the source ends with a question mark, the translation does not"
    )
