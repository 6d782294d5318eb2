"""Source and translation agree about ending with a colon."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Name:", "Nom :", False, id="kept"),
        pytest.param("Name:", "Nom", True, id="lost"),
        pytest.param("Name", "Nom:", True, id="added"),
        pytest.param("Name", "Nom", False, id="neither has one"),
        pytest.param("Name:", "", False, id="empty translation"),
        pytest.param("", "Nom:", False, id="empty source"),
        pytest.param("Name:", "Nom：", False, id="wide colon"),
        pytest.param("Name:", "Nom៖", False, id="Khmer colon"),
    ],
)
def test_a_translation_keeps_the_final_colon(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("end_colon", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("th", "Name:", "ชื่อ", False, id="Thai is not checked"),
        pytest.param("jbo", "Name:", "cmene", False, id="Lojban is not checked"),
        pytest.param("hy", "Name:", "Անուն՝", False, id="Armenian colon"),
        pytest.param("hy", "Name:", "Անուն`", False, id="a grave accent for the Armenian colon"),
        pytest.param("hy", "Name:", "Անուն", True, id="lost in Armenian"),
        pytest.param("hy", "Name", "Անուն:", False, id="an added one in Armenian"),
        pytest.param("hy", "Name:", "Անուն：", True, id="a wide colon in Armenian"),
        pytest.param("ja", "Name:", "名前：", False, id="Japanese colon"),
        pytest.param("ja", "Name:", "名前。", False, id="Japanese stop"),
        pytest.param("ja", "Name;", "名前;", False, id="a semicolon in Japanese"),
        pytest.param("ja", "Name;", "名前", True, id="a lost semicolon in Japanese"),
        pytest.param("ja", "Name", "名前：", False, id="an added one in Japanese"),
        pytest.param("zh_Hant", "Name:", "名稱", True, id="lost in Chinese"),
        pytest.param("ko", "Name:", "이름", True, id="lost in Korean"),
    ],
)
def test_the_rule_for_colons_depends_on_the_language(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_colon", source, target, language=language) is not None) is fails


def test_the_message_contains_the_side_that_ends_with_a_colon(problem_of: Problem) -> None:
    assert problem_of("end_colon", "Name", "Nom:") == "the translation ends with a colon, the source does not"
