"""Regular expressions of users come to an end."""

import pytest

from transtats_cli import expressions
from transtats_cli.limits import NotChecked, SearchTime

ENDLESS = "(?:a|aa)+$"
HARD = "a" * 60 + "b"
A_LITTLE = 0.02


def test_an_expression_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compiled(ENDLESS).is_in(HARD, SearchTime(A_LITTLE))


@pytest.mark.parametrize(
    "search",
    [
        pytest.param(expressions.Pattern.is_in, id="one match"),
        pytest.param(expressions.Pattern.texts, id="all texts"),
        pytest.param(expressions.Pattern.spans, id="all places"),
    ],
)
def test_all_expressions_of_a_string_share_one_time(search: object) -> None:
    time = SearchTime(A_LITTLE)
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compiled(ENDLESS).spans(HARD, time)
    assert time.left <= 0
    assert callable(search)
    with pytest.raises(NotChecked, match="the regular expressions of the string take too long"):
        search(expressions.compiled("b"), "b", time)


def test_a_search_that_ends_takes_its_time_only() -> None:
    time = SearchTime(1.0)
    assert expressions.compiled("b").is_in("ab", time)
    assert expressions.compiled("[ab]").texts("ab", time) == ["a", "b"]
    assert 0 < time.left < 1


def test_an_expression_for_file_names_is_given_up_as_well() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        expressions.compiled(ENDLESS).starts(HARD)


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
        expressions.compiled(expression)


def test_one_that_cannot_be_read_says_so() -> None:
    with pytest.raises(ValueError, match=r"the regular expression \( cannot be read"):
        expressions.compiled("(")
