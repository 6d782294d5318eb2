"""Times before the year 1, after the year 9999, and invalid times are unknown."""

import pytest

from transtats_cli.times import format_as_utc, parse_seconds, time_in_valid_range


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        pytest.param(0, "1970-01-01T00:00:00Z", id="the first"),
        pytest.param(-62_135_596_800, "0001-01-01T00:00:00Z", id="the beginning of year 1"),
        pytest.param(253_402_300_799, "9999-12-31T23:59:59Z", id="the end of year 9999"),
        pytest.param(-62_135_596_801, None, id="before year 1"),
        pytest.param(253_402_300_800, None, id="year 10000"),
        pytest.param(67_768_036_191_694_799, None, id="too large for the system"),
        pytest.param(10**30, None, id="too large for any system"),
    ],
)
def test_a_time_outside_of_the_years_1_to_9999_is_unknown(seconds: int, text: str | None) -> None:
    assert format_as_utc(seconds) == text
    assert time_in_valid_range(seconds) == (None if text is None else seconds)


@pytest.mark.parametrize("digits", ["", "-1", "soon", "9" * 12, "9" * 5000, "²"])
def test_an_invalid_time_of_git_is_unknown(digits: str) -> None:
    assert parse_seconds(digits) is None
    assert parse_seconds("1700000000") == 1_700_000_000
