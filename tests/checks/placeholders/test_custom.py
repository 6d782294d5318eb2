"""Placeholders, accelerators and regular expressions of flags."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.placeholders.custom import highlight_placeholders
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]
NAMES = "placeholders:$NAME$:$COUNT$"


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param(NAMES, "Hello $NAME$", "Ahoj $NAME$", False, id="kept"),
        pytest.param(NAMES, "Hello $NAME$", "Ahoj", True, id="missing"),
        pytest.param(NAMES, "Hello", "Ahoj $NAME$", True, id="extra"),
        pytest.param(NAMES, "$NAME$ $NAME$", "$NAME$", False, id="the number does not matter"),
        pytest.param(NAMES, "$NAME$ $COUNT$", "$COUNT$ $NAME$", False, id="the order does not matter"),
        pytest.param(NAMES, "$NAME$", "$name$", True, id="case matters"),
        pytest.param(NAMES + ", case-insensitive", "$NAME$", "$name$", False, id="case does not matter with a flag"),
        pytest.param(NAMES, "$OTHER$", "x", False, id="only placeholders of the flag"),
        pytest.param('placeholders:r"\\{[^}]*\\}"', "{a}", "{b}", True, id="matches of an expression are compared"),
        pytest.param('placeholders:r"\\{[^}]*\\}"', "{a}", "x {a}", False, id="a match of an expression is kept"),
        pytest.param('placeholders:"a.b"', "axb", "x", False, id="a text is not an expression"),
        pytest.param("placeholders:A:AB", "AB A", "A", False, id="the first value that fits, so AB is never found"),
        pytest.param("placeholders:AB:A", "AB A", "A", True, id="the longer value comes first"),
        pytest.param("placeholders:", "x", "y", False, id="an empty value"),
        pytest.param("placeholders", "$NAME$", "y", False, id="no value"),
        pytest.param(NAMES, "$NAME$", "", True, id="an empty form"),
    ],
)
def test_a_translation_keeps_the_placeholders(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("placeholders", source, target, flag_line) is not None) is fails


@pytest.mark.parametrize(
    ("language", "source", "target", "fails"),
    [
        pytest.param(
            "de", ["$NAME$", "$NAME$"], ["ein", "$NAME$"], False, id="a form for one count may omit placeholders"
        ),
        pytest.param(
            "de",
            ["$NAME$", "$NAME$"],
            ["$NAME$", "zwei"],
            True,
            id="a form for several counts may not omit placeholders",
        ),
        pytest.param(
            "fr", ["$NAME$", "$NAME$"], ["un", "$NAME$"], False, id="a form for 0 and 1 may omit placeholders"
        ),
        pytest.param(
            "ru",
            ["$NAME$", "$NAME$"],
            ["a", "$NAME$", "$NAME$"],
            True,
            id="a form for 1, 21, 31 may not omit placeholders",
        ),
        pytest.param("de", ["$NAME$", "$NAME$"], ["$COUNT$", "$NAME$"], True, id="no form may have other placeholders"),
        pytest.param("ja", ["$NAME$", "$NAME$"], ["a"], True, id="a single form needs all placeholders"),
        pytest.param(
            "de",
            ["One", "$NAME$"],
            ["$NAME$", "$NAME$"],
            False,
            id="the first form is compared with the last source form",
        ),
        pytest.param(
            "de", ["$NAME$", "$COUNT$"], ["$NAME$", "$COUNT$"], True, id="different placeholders in the source forms"
        ),
    ],
)
def test_plural_forms_for_one_count_may_omit_placeholders(
    problem_of: Problem, language: str, source: list[str], target: list[str], fails: bool
) -> None:
    assert (problem_of("placeholders", source, target, NAMES, language=language) is not None) is fails


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("$NAME$ $COUNT$", "x", "$COUNT$, $NAME$ is missing", id="missing"),
        pytest.param("x", "$NAME$", "$NAME$ is not in the source", id="extra"),
    ],
)
def test_the_message_contains_the_placeholders(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("placeholders", source, target, NAMES) == expected


def test_each_value_is_highlighted_separately(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("x", "AB A", "placeholders:A:AB")
    assert sorted(highlight_placeholders("AB A", subject)) == [(0, 1), (0, 2), (3, 4)]


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param('regex:r"^[A-Z]"', "Rot", False, id="matches"),
        pytest.param('regex:r"^[A-Z]"', "rot", True, id="does not match"),
        pytest.param("regex:ot", "rote", False, id="a match anywhere"),
        pytest.param('regex:"^\\\\p{Lu}"', "Éa", False, id="properties of characters"),
        pytest.param('regex:r"(?i)ROT"', "rot", False, id="options of its own"),
        pytest.param('regex:r"a"', "", True, id="an empty form"),
        pytest.param("regex:", "x", False, id="an empty expression"),
        pytest.param('regex:""', "x", False, id="a quoted empty expression"),
        pytest.param("regex", "x", False, id="no expression"),
        pytest.param("regex:a:b", "ab", True, id="two expressions"),
        pytest.param('regex:"("', "(", True, id="an expression that cannot be read"),
    ],
)
def test_a_translation_matches_the_expression(problem_of: Problem, flag_line: str, target: str, fails: bool) -> None:
    assert (problem_of("regex", "x", target, flag_line) is not None) is fails


def test_every_plural_form_matches(problem_of: Problem) -> None:
    assert problem_of("regex", ["a", "b"], ["1", "2"], 'regex:r"\\d"') is None
    assert problem_of("regex", ["a", "b"], ["1", "x"], 'regex:r"\\d"') is not None


def test_the_message_contains_the_expression(problem_of: Problem) -> None:
    assert problem_of("regex", "x", "a", 'regex:r"^[A-Z]"') == (
        "the translation does not match the regular expression ^[A-Z]"
    )


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param("accelerator:&", "&Open", "Ö&ffnen", False, id="kept"),
        pytest.param("accelerator:&", "&Open", "Öffnen", True, id="lost"),
        pytest.param("accelerator:&", "Open", "Ö&ffnen", True, id="added"),
        pytest.param("accelerator:&", "&Open", "&Ö&ffnen", True, id="two of them"),
        pytest.param("accelerator:&", "&Op&en", "&Ö&ffnen", True, id="two of them, as in the source"),
        pytest.param("accelerator:&", "Black && white", "Schwarz und weiß", False, id="a doubled marker is a literal"),
        pytest.param("accelerator:&", "&&&Three", "&Drei", False, id="doubled markers are read from the left"),
        pytest.param("accelerator:&", "&Open", "", True, id="an empty form"),
        pytest.param("accelerator:_", "_Open", "Ö_ffnen", False, id="another marker"),
        pytest.param("accelerator:_", "_Open", "&Öffnen", True, id="another marker than that of the flag"),
        pytest.param("accelerator:x", "a", "b", True, id="a letter is not a valid marker"),
        pytest.param("accelerator:§", "a", "b", True, id="punctuation beyond ASCII is not a valid marker"),
        pytest.param("accelerator:&&", "a", "b", True, id="two characters are not a valid marker"),
        pytest.param("accelerator:&:_", "a", "b", True, id="two values are not a valid marker"),
        pytest.param('accelerator:":"', "a", "b", True, id="the separator of values is not a valid marker"),
        pytest.param("accelerator", "&a", "b", False, id="no marker at all"),
    ],
)
def test_a_translation_keeps_the_accelerators(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("accelerator", source, target, flag_line) is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("accelerator", ["One", "&Many"], ["Eins", "&Viele"], "accelerator:&") is None
    assert problem_of("accelerator", ["One", "&Many"], ["&Eins", "Viele"], "accelerator:&") is not None
    assert problem_of("accelerator", ["One", "&Many"], ["多"], "accelerator:&", language="ja") is not None


@pytest.mark.parametrize(
    ("flag_line", "target", "expected"),
    [
        pytest.param("accelerator:&", "a", "the accelerator & is missing", id="missing"),
        pytest.param(
            "accelerator:&", "&a&", "the translation has 2 accelerators &, and one at most can work", id="two"
        ),
        pytest.param("accelerator:x", "a", "the flag accelerator:x does not name one punctuation character", id="flag"),
    ],
)
def test_the_message_describes_the_difference(problem_of: Problem, flag_line: str, target: str, expected: str) -> None:
    assert problem_of("accelerator", "&a", target, flag_line) == expected
