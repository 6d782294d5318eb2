"""Regular expressions of users have a time limit and a size limit."""

import pytest

from transtats_cli import limits
from transtats_cli.limits import NotChecked, RemainingSearchTime

SLOW_EXPRESSION = "(?:a|aa)+$"
SLOW_TEXT = "a" * 60 + "b"
SHORT_TIME = 0.02


def test_a_search_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        limits.compile_expression(SLOW_EXPRESSION).has_match_in(SLOW_TEXT, RemainingSearchTime(SHORT_TIME))


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(limits.TimeLimitedPattern.has_match_in, id="one match"),
        pytest.param(limits.TimeLimitedPattern.find_matches, id="all matches"),
    ],
)
def test_all_expressions_of_a_string_share_one_time_limit(search: object) -> None:
    time = RemainingSearchTime(SHORT_TIME)
    with pytest.raises(NotChecked, match="takes too long"):
        limits.compile_expression(SLOW_EXPRESSION).find_matches(SLOW_TEXT, time)
    assert time.seconds_left <= 0
    assert callable(search)
    with pytest.raises(NotChecked, match="the regular expressions of the string take too long"):
        search(limits.compile_expression("b"), "b", time)


def test_only_the_time_of_a_search_is_taken_from_the_limit() -> None:
    time = RemainingSearchTime(1.0)
    assert limits.compile_expression("b").has_match_in("ab", time)
    assert [found[0] for found in limits.compile_expression("[ab]").find_matches("ab", time)] == ["a", "b"]
    assert 0 < time.seconds_left < 1


def test_a_search_in_a_file_name_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        limits.compile_expression(SLOW_EXPRESSION).matches_start_of_name(SLOW_TEXT)


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param("(?:a{1000}){1000}", id="repeated repetitions"),
        pytest.param("(?x)(?:a{ 1000 }){#\n1000}", id="repeated repetitions with blanks and comments"),
        pytest.param(f"(?:{'a?' * 1000}){{60}}", id="a repetition of a long text"),
        pytest.param("[ab]{100000000}", id="a long repetition"),
        pytest.param("(?:a{0000000001000}){0000000001000}", id="leading zeros"),
        pytest.param("(?x)(?:a{ 1000}){ 1000}", id="blanks in repetitions"),
        pytest.param("(?ix:(?:a{1 000}){10#b\n00})", id="blanks and comments between digits"),
        pytest.param("a" * 20_000, id="a long text"),
        pytest.param("(" * 5_000 + ")" * 5_000, id="deep nesting"),
    ],
)
def test_an_expression_that_is_too_large_is_not_compiled(expression: str) -> None:
    with pytest.raises(NotChecked, match="regular expression is"):
        limits.compile_expression(expression)


def test_the_error_for_an_invalid_expression_contains_the_expression() -> None:
    with pytest.raises(ValueError, match=r"the regular expression \( cannot be read"):
        limits.compile_expression("(")
