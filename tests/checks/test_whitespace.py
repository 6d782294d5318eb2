"""Checks of blanks, line breaks and invisible characters."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("\nUse", "\nBruk", False, id="kept"),
        pytest.param("\nUse", "Bruk", True, id="lost"),
        pytest.param("Use", "\nBruk", True, id="added"),
        pytest.param("Use", "Bruk", False, id="neither has one"),
        pytest.param("\nUse", "", False, id="empty translation"),
        pytest.param("", "\nBruk", False, id="empty source"),
        pytest.param("\n\nUse", "\nBruk", False, id="one of two lost"),
    ],
)
def test_a_translation_begins_with_a_line_break_only_if_its_source_does(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("begin_newline", source, target) is not None) is fails


def test_a_lost_line_break_is_reported(problem_of: Problem) -> None:
    assert (
        problem_of("begin_newline", "\nUse", "Bruk") == "the source begins with a line break, the translation does not"
    )


def test_an_added_line_break_is_reported(problem_of: Problem) -> None:
    assert (
        problem_of("begin_newline", "Use", "\nBruk") == "the translation begins with a line break, the source does not"
    )


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Done.\n", "Fini.\n", False, id="kept"),
        pytest.param("Done.\n", "Fini.", True, id="lost"),
        pytest.param("Done.", "Fini.\n", True, id="added"),
        pytest.param("Done.", "Fini.", False, id="neither has one"),
        pytest.param("Done.\n", "", False, id="empty translation"),
        pytest.param("", "Fini.\n", False, id="empty source"),
    ],
)
def test_a_translation_ends_with_a_line_break_only_if_its_source_does(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_newline", source, target) is not None) is fails


def test_a_lost_line_break_is_reported_in_end_newline(problem_of: Problem) -> None:
    assert (
        problem_of("end_newline", "Done.\n", "Fini.") == "the source ends with a line break, the translation does not"
    )


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param(" of", " von", False, id="kept"),
        pytest.param(" of", "von", True, id="lost"),
        pytest.param("of", " von", True, id="added"),
        pytest.param("  of", " von", True, id="one of two lost"),
        pytest.param(" ", "a", False, id="one character each"),
        pytest.param("  ", "a", True, id="two characters against one"),
        pytest.param(" of", "  ", False, id="nothing but blanks"),
        pytest.param(" of", "", False, id="empty translation"),
        pytest.param("", " von", True, id="empty source"),
        pytest.param("\xa0of", "von", False, id="no-break space"),
        pytest.param("\tof", "von", False, id="tab"),
    ],
)
def test_a_translation_keeps_the_number_of_blanks_at_the_beginning(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("begin_space", source, target) is not None) is fails


def test_the_message_contains_the_numbers_of_blanks(problem_of: Problem) -> None:
    assert problem_of("begin_space", " of", "von") == "the translation has no blanks at the beginning, the source has 1"


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Name: ", "Nom : ", False, id="kept"),
        pytest.param("Name: ", "Nom :", True, id="lost"),
        pytest.param("Name:", "Nom : ", True, id="added"),
        pytest.param("Name:  ", "Nom : ", True, id="one of two lost"),
        pytest.param("a", " ", False, id="one character each"),
        pytest.param("a", "b ", True, id="one character against two"),
        pytest.param("Name: ", "", False, id="empty translation"),
        pytest.param("", "Nom ", False, id="empty source"),
        pytest.param("Name: ", "  ", False, id="nothing but blanks"),
        pytest.param("Name:\xa0", "Nom", False, id="no-break space"),
    ],
)
def test_a_translation_keeps_the_number_of_blanks_at_the_end(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("end_space", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Save it", "Sichere es", False, id="none"),
        pytest.param("Save it", "Sichere  es", True, id="added"),
        pytest.param("Save  it", "Sichere  es", False, id="the source has them, too"),
        pytest.param("Save  it", "Sichere es", False, id="lost"),
        pytest.param("Save it", "Sichere\xa0 es", False, id="a no-break space and a blank"),
        pytest.param("a", "  ", True, id="blanks only"),
        pytest.param("", "  ", False, id="empty source"),
        pytest.param("Save it", "", False, id="empty translation"),
    ],
)
def test_a_translation_with_an_added_double_blank_fails(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("double_space", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param("de", "Save", "Sich\u200bern", True, id="added"),
        pytest.param("de", "Sa\u200bve", "Sich\u200bern", False, id="the source has one, too"),
        pytest.param("de", "Sa\u200bve", "Sichern", False, id="lost"),
        pytest.param("km", "Save", "រក្សា\u200bទុក", False, id="Khmer is not checked"),
        pytest.param("de", "Save", "Sich\u200cern", False, id="another invisible character"),
    ],
)
def test_a_translation_with_an_added_zero_width_space_fails(
    problem_of: Problem, language: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("zero-width-space", source, target, language=language) is not None) is fails


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a\\nb", "c\\nd", False, id="kept"),
        pytest.param("a\\nb", "c d", True, id="lost"),
        pytest.param("a b", "c\\nd", True, id="added"),
        pytest.param("a\\n\\nb", "c\\nd", True, id="one of two lost"),
        pytest.param("a\nb", "c d", False, id="real line breaks do not count"),
        pytest.param("C:\\\\data\\new x", "x", False, id="a path with a doubled backslash"),
        pytest.param("C:\\\\data\\new\\net x", "x", False, id="a path with more parts"),
        pytest.param("C:\\data\\new x", "x", True, id="a path with a single backslash"),
        pytest.param("c:\\\\data\\new x", "x", True, id="a small drive letter"),
        pytest.param("C:\\\\data", "x\\n", True, id="a path without a further part"),
        pytest.param("a\\nb", "", False, id="empty translation"),
        pytest.param("", "c\\nd", False, id="empty source"),
    ],
)
def test_a_translation_keeps_the_number_of_written_line_breaks(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("escaped_newline", source, target) is not None) is fails


def test_the_message_contains_the_numbers_of_written_line_breaks(problem_of: Problem) -> None:
    assert (
        problem_of("escaped_newline", "a\\nb", "c d")
        == "the translation has no line breaks written as \\n, the source has 1"
    )


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("One\nTwo", "Eins\nZwei", False, id="kept"),
        pytest.param("One\nTwo", "Eins, zwei", True, id="lost"),
        pytest.param("One", "Eins\n", True, id="added"),
        pytest.param("One\nTwo\n", "Eins\nZwei", True, id="one of two lost"),
        pytest.param("One\nTwo", "", False, id="empty translation"),
        pytest.param("", "Eins\n", False, id="empty source"),
        pytest.param("One\x0d\nTwo", "Eins\nZwei", False, id="carriage returns do not count"),
    ],
)
def test_a_translation_keeps_the_number_of_line_breaks(
    problem_of: Problem, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("newline-count", source, target) is not None) is fails


@pytest.mark.parametrize(
    ("source", "target", "problem"),
    [
        pytest.param("a\nb\nc", "a\nb\nc\nd", "the translation has 3 line breaks, the source has 2", id="more"),
        pytest.param("a\nb", "a b", "the translation has no line breaks, the source has 1", id="none"),
        pytest.param("a b", "a\nb", "the translation has 1 line break, the source has none", id="one"),
    ],
)
def test_numbers_that_differ_are_named(problem_of: Problem, source: str, target: str, problem: str) -> None:
    assert problem_of("newline-count", source, target) == problem
