"""Source and translation agree about ending with a question and an exclamation mark at once."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Oh?!", "Ach?!", False, id="kept"),
        pytest.param("Oh?!", "Ach!?", False, id="the other way round"),
        pytest.param("Oh?!", "Ach?", True, id="the exclamation is lost"),
        pytest.param("Oh!?", "Ach!", True, id="the question is lost"),
        pytest.param("Oh?", "Ach?!", True, id="added"),
        pytest.param("Oh?!", "آه؟!", False, id="Arabic"),
        pytest.param("Oh?!", "آه!؟", False, id="Arabic, the other way round"),
        pytest.param("Oh?!", "あ？！", False, id="wide"),
        pytest.param("Oh?!", "あ！？", False, id="wide, the other way round"),
        pytest.param("Oh?!", "Ach⁈", False, id="one character"),
        pytest.param("Oh!?", "Ach⁉", False, id="the other character"),
        pytest.param("Oh?!", "Ach‽", True, id="the character interrobang does not count"),
        pytest.param("Oh?!", "", False, id="empty translation"),
        pytest.param("", "Ach?!", False, id="empty source"),
        pytest.param("Oh", "Ach", False, id="neither has one"),
    ],
)
def test_a_translation_keeps_the_final_interrobang(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("end_interrobang", source, target) is not None) is fails
