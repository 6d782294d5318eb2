"""A translation has the Markdown delimiters of its source."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup import md_syntax
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a **b** c", "x **y** z", False, id="kept"),
        pytest.param("a **b** c", "x y z", True, id="lost"),
        pytest.param("a b c", "x **y** z", True, id="added"),
        pytest.param("**a** **b**", "**x**", False, id="another number"),
        pytest.param("**a**", "__x__", True, id="another delimiter"),
        pytest.param("*a*", "_x_", True, id="another delimiter of emphasis"),
        pytest.param("~~a~~", "~~x~~", False, id="deletions"),
        pytest.param("~~a~~", "~~ x~~", True, id="a blank at the inner end of a deletion"),
        pytest.param("`a`", "``x``", True, id="the number of backticks"),
        pytest.param("`a`", "`kód`", False, id="another text of code"),
        pytest.param("<https://a.b>", "<https://x.y>", False, id="another address"),
        pytest.param("<https://a.b>", "https://x.y", True, id="an address without its brackets"),
        pytest.param("2 * 3 * 4", "2 × 3 × 4", True, id="a product is emphasis"),
        pytest.param("a_b_c", "x", False, id="underscores in words are not delimiters"),
        pytest.param("***a***", "**a** *b*", True, id="three stars are strong text only"),
        pytest.param("\\*a\\*", "*x*", False, id="escaped delimiters count"),
    ],
)
def test_a_translation_keeps_the_delimiters(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-syntax", source, target, "md-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("md-syntax", ["one", "*n*"], ["ein", "*n*"], "md-text") is None
    assert problem_of("md-syntax", ["one", "*n*"], ["*ein*", "n"], "md-text") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("**a**", "x", "strong text **…** is missing", id="missing"),
        pytest.param("a", "`x`", "code `…` is not in the source", id="extra"),
    ],
)
def test_the_message_contains_the_delimiter(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("md-syntax", source, target, "md-text") == expected


def test_delimiters_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "**a** `b` <c@d.e>"
    spans = sorted(md_syntax.find_highlights(text, subject_of("x", text, "md-text")))
    assert [text[start:end] for start, end in spans] == ["**", "**", "`", "`", "<", ">"]
