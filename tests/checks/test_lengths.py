"""Checks of lengths, and the text to measure."""

from collections.abc import Callable

import pytest

from transtats_cli import languages, problems
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.lengths import text_to_measure
from transtats_cli.checks.runner import Checker
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.flags import parse_flags
from transtats_cli.limits import NotChecked
from transtats_cli.model import State, Unit


def test_a_text_that_replacements_make_too_long_is_not_checked(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("x", "a", f"replacements:a:{'b' * 100_000}")
    with pytest.raises(NotChecked):
        text_to_measure("a" * 1_000, subject)


def test_the_longest_of_several_replaced_texts_is_replaced(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("x", "a", "replacements:a:1:ab:2:abc:3")
    assert text_to_measure("a ab abc abcd", subject) == "1 2 3 3d"


Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("max-length:5", "abcde", False, id="as long as allowed"),
        pytest.param("max-length:5", "abcdef", True, id="longer"),
        pytest.param("max-length:5", "čř😀áí", False, id="characters count, not bytes"),
        pytest.param("max-length:-1", "", True, id="a negative limit"),
        pytest.param("max-length:abc", "a", True, id="a limit that is not a number"),
        pytest.param("max-length:5:6", "a", True, id="two limits"),
        pytest.param("max-length:", "a", True, id="an empty limit"),
        pytest.param("max-length", "abcdef", False, id="no limit"),
        pytest.param("max-length:5, replacements:%s:long", "a %s", True, id="a replacement makes it longer"),
        pytest.param('max-length:2, replacements:"{a}":b', "{a}{a}", False, id="a replacement makes it shorter"),
        pytest.param('max-length:2, replacements:"{a}":x:"{b}":', "{a}{b}", False, id="several replacements"),
        pytest.param("max-length:2, replacements:a:b:b:long", "aa", False, id="all replacements in one pass"),
        pytest.param("max-length:3, replacements:a:long:ab:x", "abab", False, id="the longest text first"),
        pytest.param('max-length:5, replacements:"{a}"', "ab{a}", False, id="an odd number of values, short enough"),
        pytest.param('max-length:5, replacements:"{a}":b:c', "abc{a}", True, id="an odd number of values is ignored"),
        pytest.param("max-length:1, xml-text", "<b>a</b>", False, id="tags do not count in xml"),
        pytest.param("max-length:1", "<b>a</b>", True, id="tags count without the flag"),
        pytest.param("max-length:1, xml-text", "<b>a", True, id="tags count in a text that is not xml"),
        pytest.param(
            'max-length:2, xml-text, replacements:x:"yz"', "<x>x</x>", False, id="tags are removed before replacements"
        ),
    ],
)
def test_a_translation_longer_than_its_limit_fails(
    problem_of: Problem, flag_line: str, target: str, fails: bool
) -> None:
    assert (problem_of("max-length", "x", target, flag_line) is not None) is fails


def test_every_plural_form_is_measured(problem_of: Problem) -> None:
    assert problem_of("max-length", ["a", "b"], ["a", "abc"], "max-length:2") is not None
    assert problem_of("max-length", ["a", "b"], ["a", "ab"], "max-length:2") is None


@pytest.mark.parametrize(
    ("flag_line", "expected"),
    [
        pytest.param("max-length:3", "the translation has 5 characters, 3 are allowed", id="too long"),
        pytest.param("max-length:x", "the flag max-length:x does not hold one number", id="unreadable"),
    ],
)
def test_the_message_contains_the_length_or_the_invalid_flag(
    problem_of: Problem, flag_line: str, expected: str
) -> None:
    assert problem_of("max-length", "x", "abcde", flag_line) == expected


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("max-lines:2", "a\nb", False, id="as many as allowed"),
        pytest.param("max-lines:2", "a\nb\nc", True, id="more"),
        pytest.param("max-lines:1", "a\n", True, id="an empty last line counts"),
        pytest.param("max-lines:1", "", False, id="an empty form has one line"),
        pytest.param("max-lines:0", "", True, id="a limit of zero"),
        pytest.param("max-lines:1", "a\rb\u2028c", False, id="only line feeds count"),
        pytest.param("max-lines:x", "a", True, id="a limit that is not a number"),
        pytest.param("max-lines:2:3", "a", True, id="two limits"),
        pytest.param("max-lines", "a\nb\nc", False, id="no limit"),
        pytest.param('max-lines:1, replacements:"\\nb":c', "a\nb", False, id="replacements are made first"),
        pytest.param("max-lines:1, xml-text", "<b\n>a</b\n>", False, id="tags of xml are removed first"),
    ],
)
def test_a_translation_with_more_lines_than_its_limit_fails(
    problem_of: Problem, flag_line: str, target: str, fails: bool
) -> None:
    assert (problem_of("max-lines", "x", target, flag_line) is not None) is fails


def test_the_lines_of_every_plural_form_are_counted(problem_of: Problem) -> None:
    assert problem_of("max-lines", ["a", "b"], ["a", "b\nc"], "max-lines:1") is not None


def test_the_message_contains_the_number_of_lines(problem_of: Problem) -> None:
    assert problem_of("max-lines", "a", "b\nc", "max-lines:1") == "the translation has 2 lines, 1 is allowed"


ENGLISH = languages.language_by_code("en")


@pytest.mark.parametrize(
    ("target", "flags", "problem"),
    [
        pytest.param("12345", "max-size:4", "5 visible characters, and a width of 4 pixels is allowed", id="one line"),
        pytest.param(
            "123456789",
            "max-size:4:2",
            "9 visible characters, and a width of 4 pixels is allowed in 2 lines",
            id="two lines",
        ),
        pytest.param(
            ["1", "12345"], "max-size:4", "5 visible characters, and a width of 4 pixels is allowed", id="a form"
        ),
        pytest.param(
            "12345", "max-size:4, font-size:5", "5 visible characters, and a width of 4 pixels is allowed", id="a size"
        ),
        pytest.param("", "max-size:4", None, id="no text"),
        pytest.param(" \u200b", "max-size:0", None, id="nothing visible"),
        pytest.param("12345", "max-size", None, id="no width"),
    ],
)
def test_a_text_with_more_characters_than_pixels_is_too_wide(
    problem_of: Callable[..., str | None], target: str | list[str], flags: str, problem: str | None
) -> None:
    source = "Open" if isinstance(target, str) else ["Open", "Open all"]
    found = problem_of("max-size", source, target, flags)
    assert found == (problem and f"the text has {problem}")


@pytest.mark.parametrize(
    ("target", "flags", "problem"),
    [
        pytest.param("1\n2", "max-size:9", "the text has 2 lines, 1 allowed", id="two lines"),
        pytest.param("1\n", "max-size:9", "the text has 2 lines, 1 allowed", id="a break at the end"),
        pytest.param("1\r\n2\r3", "max-size:9:2", "the text has 3 lines, 2 allowed", id="other breaks"),
        pytest.param("1", "max-size:x", "the flag max-size:x has no valid numbers", id="no number"),
        pytest.param("1", "max-size:9:2:1", "the flag max-size:9:2:1 has no valid numbers", id="three numbers"),
    ],
)
def test_a_text_fails_without_fonts_if_it_has_too_many_lines_or_its_flag_is_invalid(
    problem_of: Callable[..., str | None], target: str, flags: str, problem: str
) -> None:
    assert problem_of("max-size", "Open", target, flags) == problem


@pytest.mark.parametrize(
    ("target", "flags", "reason"),
    [
        pytest.param("1234", "max-size:4", "the fonts of a server are needed to draw it", id="as many as pixels"),
        pytest.param("1 2 3 4", "max-size:4", "the fonts of a server are needed to draw it", id="blanks do not count"),
        pytest.param(
            "e\u0301" * 4, "max-size:4", "the fonts of a server are needed to draw it", id="accents do not count"
        ),
        pytest.param("12345678", "max-size:4:2", "the fonts of a server are needed to draw it", id="two lines"),
        pytest.param(
            "12345", "max-size:4, font-size:4", "the fonts of a server are needed to draw it", id="a tiny font"
        ),
        pytest.param(
            "12345", "max-size:4, font-spacing:-1", "the fonts of a server are needed to draw it", id="negative spacing"
        ),
        pytest.param(
            "12345", "max-size:4, font-size:big", "the fonts of a server are needed to draw it", id="an unknown size"
        ),
        pytest.param("1\r\n2\r3", "max-size:9:3", "the fonts of a server are needed to draw it", id="three lines"),
    ],
)
def test_a_text_that_cannot_be_measured_without_fonts_is_not_checked(
    subject_of: Callable[..., CheckedString], target: str, flags: str, reason: str
) -> None:
    evaluator = CheckEvaluator()
    assert evaluator.find_problems(["max-size"], subject_of("Open", target, flags)) == ()
    assert [*evaluator.warnings] == [problems.Problem("", "max-size: a string is not checked", detail=reason)]


def test_source_texts_are_checked_as_well() -> None:
    units = [Unit("", text, text, State.TRANSLATED, parse_flags("max-size:4")) for text in ("", "12345")]
    pair = LanguagePair(ENGLISH, ENGLISH, ENGLISH.plural, ENGLISH.plural)
    checker = Checker(pair, lambda columns: columns.identifying_texts)
    found = checker.combine_outcomes([], units).source_findings
    assert {index: [finding.check for finding in findings] for index, findings in found.items()} == {1: ["max-size"]}


@pytest.mark.parametrize(
    ("flag_line", "source_language", "source", "fails"),
    [
        pytest.param("max-length:20", "en", "x" * 17, False, id="85 percent"),
        pytest.param("max-length:20", "en", "x" * 18, True, id="more than 85 percent"),
        pytest.param("max-length:20", "en_GB", "x" * 18, True, id="English of Britain"),
        pytest.param("max-length:20", "de", "x" * 20, False, id="all of the room in another language"),
        pytest.param("max-length:20", "de", "x" * 21, True, id="more than the room in another language"),
        pytest.param("max-length:20", "en", ["x", "x" * 18], True, id="in the plural"),
        pytest.param("max-length", "en", "x" * 100, False, id="no value"),
        pytest.param("max-length:few", "en", "x", True, id="no number"),
        pytest.param("max-length:1:2", "en", "x", True, id="two values"),
        pytest.param("max-length:4, xml-text", "en", "<b>abc</b>", False, id="tags do not count"),
        pytest.param("max-length:4, replacements:long:x", "en", "long", False, id="replacements are made"),
    ],
)
def test_a_source_leaves_room_for_longer_translations(
    problem_of: Callable[..., str | None], flag_line: str, source_language: str, source: str | list[str], fails: bool
) -> None:
    language = {"language": source_language, "source_language": source_language}
    assert (problem_of("source-max-length", source, source, flag_line, **language) is not None) is fails
