"""The placeholders of Java's printf."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import java_printf_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s of %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s of %d", "%s", "%d is missing", id="missing"),
        pytest.param("%,d", "%d", "%,d is missing, %d is not in the source", id="flags-count"),
        pytest.param("%-,.3f (%(d)", "%-,.3f (%(d)", None, id="all-kinds-of-flags"),
        pytest.param("%tY-%tm", "%tm.%tY", "the order of the placeholders differs", id="dates-have-two-letters"),
        pytest.param("%TB", "%tB", "%TB is missing, %tB is not in the source", id="capital-dates"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("50% done", "hotovo", None, id="a-blank-is-not-a-flag"),
        pytest.param("100%", "100", None, id="a-percent-sign-alone-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_java_printf(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(java_printf_format.FORMAT, source, target) == expected
