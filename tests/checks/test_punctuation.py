"""Checks of punctuation."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.checks.conftest import create_checked_string
from transtats_cli.checks.punctuation import find_marks_without_blank

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


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Name: x", "Nom : x", False, id="blank"),
        pytest.param("Name: x", "Nom\xa0: x", False, id="no-break blank"),
        pytest.param("Name: x", "Nom\u202f: x", False, id="narrow no-break blank"),
        pytest.param("Name: x", "Nom\u2009: x", False, id="thin blank"),
        pytest.param("Name: x", "Nom: x", True, id="none"),
        pytest.param("Name; x", "Nom; x", True, id="semicolon"),
        pytest.param("Name?", "Nom?", True, id="question mark"),
        pytest.param("Name!", "Nom!", True, id="exclamation mark"),
        pytest.param("Name", "Nom?! x", False, id="the first of two signs"),
        pytest.param("Name", "Nom ?! x", False, id="a sign before the sign"),
        pytest.param("Name", "http://e.fr", False, id="something else follows"),
        pytest.param("Name", "Nom!\nx", False, id="a line break follows"),
        pytest.param("Name", '"Nom!"', False, id="a quotation mark follows"),
        pytest.param("Name", "(Nom!)", True, id="a closing bracket follows"),
        pytest.param("Name", "Nom![x]", True, id="an opening bracket follows"),
        pytest.param("Name", ": x", True, id="at the beginning"),
        pytest.param("Name", ":x", True, id="at the beginning of a word"),
        pytest.param("Name:", "Nom&nbsp;:", False, id="an entity is a blank"),
        pytest.param("Name", "Nom&amp;x", False, id="the semicolon of an entity"),
        pytest.param("Name?", "", False, id="empty translation"),
    ],
)
def test_a_french_translation_has_a_blank_before_a_sign(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("punctuation_spacing", source, target, language="fr") is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("fr", "A: b", "A: b", True, id="French"),
        pytest.param("fr_BE", "A: b", "A: b", True, id="Belgian French"),
        pytest.param("fr_CA", "A: b", "A: b", False, id="Canadian French"),
        pytest.param("de", "A: b", "A: b", False, id="German"),
    ],
)
def test_only_french_is_checked(problem_of: Problem, language: str, source: str, target: str, fails: bool) -> None:
    assert (problem_of("punctuation_spacing", source, target, language=language) is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param("", "<b>a</b>", '<b class="a:">a</b>', False, id="inside a tag"),
        pytest.param("", "a", '<b class="a:">a</b>', False, id="no tag, but a quotation mark follows"),
        pytest.param("vue-format", "a {b}", "a {b: }", False, id="inside a placeholder"),
        pytest.param("", "a {b}", "a {b: }", True, id="no placeholder without its flag"),
        pytest.param("md-text", "a", "![a](b)", False, id="the sign of an image"),
        pytest.param("md-text", "a", "[a: b](c)", True, id="the text of a link"),
        pytest.param("rst-text", "a", "a :ref:`b: c`", False, id="a role"),
    ],
)
def test_signs_in_placeholders_and_markup_are_not_checked(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("punctuation_spacing", source, target, flag_line, language="fr") is not None) is fails


@given(
    st.lists(st.sampled_from(["<![CDATA[", "]]>", "&nbsp;", "&a", ";", ":", "!", " ", "Nom", "\n", "<b>"])).map("".join)
)
def test_a_sign_is_found_at_its_position_among_entities_and_sections(text: str) -> None:
    offsets = find_marks_without_blank(text, create_checked_string("", text, language="fr"))
    assert all(text[offset] in ":;!" for offset in offsets)


def test_the_message_contains_the_sign_and_its_position(problem_of: Problem) -> None:
    assert (
        problem_of("punctuation_spacing", "Name: x", "Nom: x", language="fr")
        == "a blank is missing before ':' at character 4"
    )


@pytest.mark.parametrize(
    ("source", "fails"),
    [
        pytest.param("Loading…", False, id="one character"),
        pytest.param("Loading...", True, id="three dots"),
        pytest.param("From ... to", True, id="three dots inside"),
        pytest.param("Loading..", False, id="two dots"),
        pytest.param(["One...", "Many"], True, id="in the singular"),
        pytest.param(["One", "Many..."], False, id="in the plural only"),
    ],
)
def test_a_source_with_three_dots_fails(
    problem_of: Callable[..., str | None], source: str | list[str], fails: bool
) -> None:
    assert (problem_of("ellipsis", source, source, language="en") is not None) is fails
