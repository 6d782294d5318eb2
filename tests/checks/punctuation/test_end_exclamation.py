"""Source and translation agree about ending with an exclamation mark."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Done!", "Fini !", False, id="kept"),
        pytest.param("Done!", "Fini", True, id="lost"),
        pytest.param("Done", "Fini !", True, id="added"),
        pytest.param("Done", "Fini", False, id="neither has one"),
        pytest.param("Done!", "", False, id="empty translation"),
        pytest.param("", "Fini !", False, id="empty source"),
        pytest.param("Done?!", "Fini", False, id="the source ends with an interrobang"),
        pytest.param("Done!", "Fini !?", False, id="the translation ends with an interrobang"),
        pytest.param("Texy!", "Das Format", False, id="the source ends with a name"),
        pytest.param("The format", "Texy!", False, id="the translation ends with a name"),
        pytest.param("Done!", "Fini！", False, id="wide mark"),
        pytest.param("Done!", "Fini՜", False, id="Armenian mark"),
        pytest.param("Done!", "Fini᥄", False, id="Limbu mark"),
        pytest.param("Done!", "Fini႟", False, id="Shan mark"),
        pytest.param("Done!", "Fini߹", False, id="N'Ko mark"),
    ],
)
def test_a_translation_keeps_the_final_exclamation_mark(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_exclamation", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("hy", "Done!", "Պատրաստ", False, id="Armenian is not checked"),
        pytest.param("th", "Done!", "เสร็จ", False, id="Thai is not checked"),
        pytest.param("jbo", "Done!", "mulno", False, id="Lojban is not checked"),
        pytest.param("eu", "Done!", "¡Egina! da", False, id="Basque marks around the exclamation"),
        pytest.param("eu", "Done!", "Egina! da", True, id="only the closing mark in Basque"),
        pytest.param("eu", "Done!", "¡Egina da", True, id="only the opening mark in Basque"),
        pytest.param("de", "Done!", "¡Fertig! da", True, id="marks around the exclamation in other languages"),
        pytest.param("my", "Done!", "ပြီး!", False, id="Burmese"),
        pytest.param("my", "Done!", "ပြီး႟", False, id="the Shan mark in Burmese"),
        pytest.param("my", "Done!", "ပြီး！", True, id="a wide mark in Burmese"),
        pytest.param("my", "Texy!", "ပြီး", True, id="the name counts in Burmese"),
    ],
)
def test_the_rule_for_exclamation_marks_depends_on_the_language(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_exclamation", source, target, language=language) is not None) is fails
