"""A source fails if several of its translations fail."""

import pytest

from transtats_cli import flags
from transtats_cli.checks.batch.multiple_failures import count_failing_translations, find_problem


@pytest.mark.parametrize(
    ("failing", "expected"),
    [
        pytest.param([], 0, id="no translation"),
        pytest.param([{"a"}, {"b"}], 1, id="one translation"),
        pytest.param([{"a"}, {"a", "b"}], 2, id="two translations"),
    ],
)
def test_failing_translations_are_counted(failing: list[set[str]], expected: int) -> None:
    assert count_failing_translations(failing)["a"] == expected


@pytest.mark.parametrize(
    ("translations", "flag_line", "expected"),
    [
        pytest.param(1, "", None, id="one"),
        pytest.param(2, "", "checks fail in 2 of its translations", id="two"),
        pytest.param(2, "read-only", "checks fail in 2 of its translations", id="a read-only source"),
        pytest.param(2, "ignore-multiple-failures", None, id="ignored"),
        pytest.param(2, "ignore-all-checks", None, id="all checks ignored"),
    ],
)
def test_a_source_with_two_failing_translations_fails(translations: int, flag_line: str, expected: str | None) -> None:
    assert find_problem(translations, flags.parse_flags(flag_line)) == expected
