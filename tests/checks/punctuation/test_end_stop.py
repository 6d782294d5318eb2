"""Source and translation agree about ending with a full stop."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("All is well.", "Tout va bien.", False, id="kept"),
        pytest.param("All is well.", "Tout va bien", True, id="lost"),
        pytest.param("All is well", "Tout va bien.", True, id="added"),
        pytest.param("All is well", "Tout va bien", False, id="neither has one"),
        pytest.param("e.g.", "par exemple", False, id="a source of four characters"),
        pytest.param("e.g.:.", "par exemple", True, id="a source of six characters"),
        pytest.param("Well.", "Bien", True, id="a source of five characters"),
        pytest.param("All is well.", "", False, id="empty translation"),
        pytest.param("Wait...", "Attends…", False, id="three dots become an ellipsis"),
        pytest.param("Wait.", "Attends…", True, id="one dot becomes an ellipsis"),
        pytest.param("Wait", "Attends…", False, id="an ellipsis is not a stop"),
    ],
)
def test_a_translation_keeps_the_final_full_stop(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("end_stop", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("zh_Hans", "All is well.", "一切都好。", False, id="Chinese"),
        pytest.param("hi", "All is well.", "सब ठीक है।", False, id="Hindi danda"),
        pytest.param("hi", "All is well.", "सब ठीक है|", False, id="Hindi bar"),
        pytest.param("bn", "All is well.", "সব ঠিক৷", False, id="Bengali"),
        pytest.param("or", "All is well.", "ସବୁ ଠିକ।", False, id="Odia"),
        pytest.param("hi", "All is well.", "सब ठीक है。", True, id="a foreign stop"),
        pytest.param("sat", "All is well.", "ᱥᱟᱱᱟᱢ᱾", False, id="Santali"),
        pytest.param("sat", "All is well.", "ᱥᱟᱱᱟᱢ。", True, id="a stop that Santali does not use"),
        pytest.param("ur", "All is well.", "سب ٹھیک ہے۔", False, id="Urdu"),
        pytest.param("am", "All is well.", "ሁሉም ደህና።", False, id="Amharic"),
        pytest.param("km", "All is well.", "ល្អ។", False, id="Khmer"),
        pytest.param("si", "All is well.", "හොඳයි෴", False, id="Sinhala"),
        pytest.param("de", "All is well.", "Gut·", False, id="middle dot"),
        pytest.param("de", "All is well.", "Gut।", False, id="a danda in any language"),
        pytest.param("de", "All is well.", "Gut．", True, id="a wide full stop does not count"),
    ],
)
def test_each_script_has_its_own_full_stop(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_stop", source, target, language=language) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("th", "All is well.", "ดี", False, id="Thai is not checked"),
        pytest.param("jbo", "All is well.", "xamgu", False, id="Lojban is not checked"),
        pytest.param("hy", "All is well.", "լավ է։", False, id="Armenian full stop"),
        pytest.param("hy", "All is well.", "լավ է:", False, id="Armenian colon"),
        pytest.param("hy", "Well, well?", "լավ է", True, id="a question counts as a sentence in Armenian"),
        pytest.param("hy", "All is well!", "լավ է:", False, id="Armenian exclamation"),
        pytest.param("ja", "Names:", "名前。", False, id="a Japanese stop for a colon"),
        pytest.param("ja", "Names;", "名前：", False, id="a Japanese colon for a semicolon"),
        pytest.param("ja", "Names:", "名前", True, id="a colon lost in Japanese"),
        pytest.param("ko", "All is well.", "좋아：", True, id="a Korean colon for a stop"),
        pytest.param("de", "Names:", "Namen.", True, id="a colon in other languages"),
        pytest.param("my", "All is well.", "ကောင်းး။", False, id="Burmese"),
        pytest.param("my", "All is well", "ကောင်းး။", False, id="an added Burmese stop after a visarga"),
        pytest.param("my", "All is well", "ကောင်။", True, id="an added Burmese stop"),
        pytest.param("my", "All is well.", "ကောင်", True, id="a lost Burmese stop"),
        pytest.param("my", "All is well.", "ကောင်.", False, id="a Latin stop in Burmese"),
    ],
)
def test_the_rule_for_full_stops_depends_on_the_language(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_stop", source, target, language=language) is not None) is fails


def test_the_message_contains_the_side_that_ends_with_a_full_stop(problem_of: Problem) -> None:
    assert (
        problem_of("end_stop", "All is well.", "Tout va bien")
        == "the source ends with a full stop, the translation does not"
    )
