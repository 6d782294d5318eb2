"""Messages about missing and additional pieces."""

import pytest

from transtats_cli.checks.markup.offsets import describe_difference


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        pytest.param("ab", "ba", None, id="another order"),
        pytest.param("ab", "a", "b is missing", id="missing"),
        pytest.param("aa", "a", "a is missing", id="missing once"),
        pytest.param("a", "ab", "b is not in the source", id="extra"),
        pytest.param("a", "aa", "a is not in the source so often", id="extra once"),
        pytest.param("ab", "ac", "b is missing", id="missing pieces come first"),
        pytest.param("", "", None, id="nothing"),
    ],
)
def test_the_message_contains_the_first_difference(wanted: str, found: str, expected: str | None) -> None:
    assert describe_difference(wanted, found) == expected
