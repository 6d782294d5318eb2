"""The translation of an XML source is XML."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param("", "<b>a</b>", "<b>c</b>", False, id="kept"),
        pytest.param("", "<b>a</b>", "<b>c", True, id="not closed"),
        pytest.param("", "<b>a</b>", "c", False, id="text without tags"),
        pytest.param("", "a", "<b>c", False, id="a source without tags"),
        pytest.param("", "<b>a", "<b>c", False, id="a source that is not XML"),
        pytest.param("", "<b>a</b>", "<i:b/>", True, id="unknown namespace"),
        pytest.param("", "<b>a</b>", "<b c=d/>", True, id="attribute without quotes"),
        pytest.param("", "<b>a</b>", "<b c='1' c='2'/>", True, id="attribute twice"),
        pytest.param("", "<b>a</b>", "]]>", True, id="the end of a CDATA section"),
        pytest.param("", "<b>a</b>", "1 < 2", True, id="a lone bracket"),
        pytest.param("", "<b>a</b>", "\x01", True, id="control character"),
        pytest.param("", "<b>a</b>", "<!-- a -- b -->", True, id="hyphens in a comment"),
        pytest.param("", "<b>a</b>", "<?php echo ?>", False, id="processing instruction"),
        pytest.param("", "<b>a</b>", "&unknown; &amp;", False, id="entities"),
        pytest.param("", "<b>a</b>", "a & b", True, id="a lone ampersand"),
        pytest.param("", "<?xml version='1.0'?><b/>", "<?xml version='1.0'?><c/>", False, id="a document on its own"),
        pytest.param("", "<?xml version='1.0'?><b/>", "text", True, id="text for a document on its own"),
        pytest.param("xml-text", "a", "<b>c", True, id="checked because of a flag"),
        pytest.param("xml-text", "a <b", "<b>c", False, id="a flag, but a source that is not XML"),
        pytest.param("safe-html", "<b>a</b>", "<b>c", False, id="left to another check"),
        pytest.param("auto-safe-html, xml-text", "<b>a</b>", "<b>c", False, id="left to another check in any case"),
    ],
)
def test_the_translation_of_an_xml_source_is_xml(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("xml-invalid", source, target, flag_line) is not None) is fails


@pytest.mark.parametrize(
    ("sources", "fails"),
    [
        pytest.param(["one", "<b>many</b>"], True, id="one form has tags"),
        pytest.param(["one <b", "<b>many</b>"], False, id="one form is not XML"),
    ],
)
def test_a_string_is_checked_if_all_its_source_forms_are_xml(
    problem_of: Problem, sources: list[str], fails: bool
) -> None:
    assert (problem_of("xml-invalid", sources, ["eins", "<b>viele"]) is not None) is fails
