"""Texts that are too wide in any font."""

from collections.abc import Callable

import pytest

from transtats_cli import languages
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.runner import Checker
from transtats_cli.checks.subject import CheckedString
from transtats_cli.flags import parse_flags
from transtats_cli.model import State, Unit

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
        pytest.param(" \n\u200b", "max-size:0", None, id="nothing visible"),
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
        pytest.param("12345", "max-size:x", "the flag max-size:x has no valid numbers", id="an unknown width"),
    ],
)
def test_a_text_that_cannot_be_measured_without_fonts_is_not_checked(
    subject_of: Callable[..., CheckedString], target: str, flags: str, reason: str
) -> None:
    evaluator = CheckEvaluator()
    assert evaluator.find_problems(["max-size"], subject_of("Open", target, flags)) == ()
    assert evaluator.warnings == (f"max-size: a string is not checked: {reason}",)


def test_source_texts_are_checked_as_well() -> None:
    units = [Unit("", text, text, State.TRANSLATED, parse_flags("max-size:4")) for text in ("", "12345")]
    checker = Checker(ENGLISH, ENGLISH.plural, lambda columns: columns.identifying_texts)
    found = checker.combine_outcomes([], units).source_findings
    assert {index: [finding.check for finding in findings] for index, findings in found.items()} == {1: ["max-size"]}
