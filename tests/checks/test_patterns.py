"""Regular expressions of users come to an end."""

from collections.abc import Iterator

import pytest

from transtats_cli.checks import patterns
from transtats_cli.checks.limits import PATIENCE, NotChecked

ENDLESS = "(?:a|aa)+$"
HARD = "a" * 60 + "b"


@pytest.fixture(autouse=True)
def _patient() -> Iterator[None]:
    PATIENCE.renew()
    yield
    PATIENCE.renew()


def test_an_expression_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(NotChecked, match="takes too long"):
        patterns.compiled(ENDLESS).is_in(HARD)


def test_a_file_full_of_them_is_given_up_as_well() -> None:
    for _ in range(8):
        PATIENCE.lose()
    with pytest.raises(NotChecked, match="too many"):
        patterns.compiled("a").is_in("a")


def test_the_next_translation_gets_new_patience() -> None:
    for _ in range(8):
        PATIENCE.lose()
    PATIENCE.renew()
    assert patterns.compiled("a").is_in("a")


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
        patterns.compiled(expression)


def test_one_that_cannot_be_read_says_so() -> None:
    with pytest.raises(ValueError, match=r"the regular expression \( cannot be read"):
        patterns.compiled("(")
