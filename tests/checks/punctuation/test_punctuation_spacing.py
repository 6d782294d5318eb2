"""French has a blank before a colon, a semicolon, a question mark and an exclamation mark."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


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


def test_the_message_contains_the_sign_and_its_position(problem_of: Problem) -> None:
    assert (
        problem_of("punctuation_spacing", "Name: x", "Nom: x", language="fr")
        == "a blank is missing before ':' at character 4"
    )
