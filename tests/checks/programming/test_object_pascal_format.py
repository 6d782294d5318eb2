"""The placeholders of Object Pascal."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import object_pascal_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%0:s of %1:d", "%1:d: %0:s", None, id="numbered-placeholders-swapped"),
        pytest.param("%0:s", "%1:s", "%0:s is missing, %1:s is not in the source", id="another-number"),
        pytest.param("%s of %d", "%s", "%d is missing", id="missing"),
        pytest.param("%-8.2f", "%8.2f", "%-8.2f is missing, %8.2f is not in the source", id="alignment-counts"),
        pytest.param("%*.*f", "%*.*f", None, id="stars"),
        pytest.param("%*d", "%d", "%*d is missing, %d is not in the source", id="stars-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%i", "%k", None, id="other-letters-are-not-types"),
        pytest.param("a %", "a", "% is missing", id="a-percent-sign-alone-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_object_pascal(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(object_pascal_format.FORMAT, source, target) == expected
