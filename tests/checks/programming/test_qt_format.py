"""The placeholders of Qt."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import qt_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%1 of %2", "%2: %1", None, id="swapped"),
        pytest.param("%1 of %2", "%1 z %3", "%2 is missing, %3 is not in the source", id="another-placeholder"),
        pytest.param("%1", "%L1", "%1 is missing, %L1 is not in the source", id="localised-numbers-are-different"),
        pytest.param("%10", "%11", "%10 is missing, %11 is not in the source", id="two-digits"),
        pytest.param("%100", "%101", None, id="the-third-digit-is-text"),
        pytest.param("%1 %1", "%1", "%1 occurs less often than in the source", id="once"),
        pytest.param("%n %L %", "nic", None, id="other-texts-are-not-placeholders"),
        pytest.param("%%1", "%1", None, id="percent-signs-are-not-escaped"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_qt(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(qt_format.FORMAT, source, target) == expected
