"""Times that dates can express, and all others."""

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
        pytest.param(67_768_036_191_694_799, None, id="more than the system can say"),
        pytest.param(10**30, None, id="more than any system can say"),
    ],
)
def test_a_time_outside_of_the_years_1_to_9999_is_unknown(seconds: int, text: str | None) -> None:
    assert format_as_utc(seconds) == text
    assert time_in_valid_range(seconds) == (None if text is None else seconds)


@pytest.mark.parametrize("digits", ["", "-1", "soon", "9" * 12, "9" * 5000, "²"])
def test_what_git_prints_for_a_time_may_be_none(digits: str) -> None:
    assert parse_seconds(digits) is None
    assert parse_seconds("1700000000") == 1_700_000_000
