"""Regular expressions of users come to an end."""

import pytest

from transtats_cli import expressions
from transtats_cli.limits import NotChecked, RemainingSearchTime

ENDLESS = "(?:a|aa)+$"
HARD = "a" * 60 + "b"
A_LITTLE = 0.02


def test_an_expression_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compile_expression(ENDLESS).has_match_in(HARD, RemainingSearchTime(A_LITTLE))


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(expressions.TimeLimitedPattern.has_match_in, id="one match"),
        pytest.param(expressions.TimeLimitedPattern.matched_texts, id="all texts"),
        pytest.param(expressions.TimeLimitedPattern.match_spans, id="all places"),
    ],
)
def test_all_expressions_of_a_string_share_one_time(search: object) -> None:
    time = RemainingSearchTime(A_LITTLE)
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compile_expression(ENDLESS).match_spans(HARD, time)
    assert time.seconds_left <= 0
    assert callable(search)
    with pytest.raises(NotChecked, match="the regular expressions of the string take too long"):
        search(expressions.compile_expression("b"), "b", time)


def test_a_search_that_ends_takes_its_time_only() -> None:
    time = RemainingSearchTime(1.0)
    assert expressions.compile_expression("b").has_match_in("ab", time)
    assert expressions.compile_expression("[ab]").matched_texts("ab", time) == ["a", "b"]
    assert 0 < time.seconds_left < 1


def test_an_expression_for_file_names_is_given_up_as_well() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compile_expression(ENDLESS).matches_start_of_name(HARD)


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("(?:a{1000}){1000}", id="repeated repetitions"),
        pytest.param("[ab]{100000000}", id="a long repetition"),
        pytest.param("a" * 20_000, id="a long text"),
        pytest.param("(" * 5_000 + ")" * 5_000, id="deep nesting"),
    ],
)
def test_an_expression_that_is_too_large_is_not_compiled(expression: str) -> None:
    with pytest.raises(NotChecked, match="regular expression is"):
        expressions.compile_expression(expression)


def test_one_that_cannot_be_read_says_so() -> None:
    with pytest.raises(ValueError, match=r"the regular expression \( cannot be read"):
        expressions.compile_expression("(")
