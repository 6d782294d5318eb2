"""The placeholders of PHP."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import php_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param(
            "%1$s has %2$d",
            "%1$s: %1$s",
            "%2$d is missing, %1$s occurs more often than in the source",
            id="a-numbered-placeholder-missing",
        ),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%05.1f", "%.1f", "%05.1f is missing, %.1f is not in the source", id="width-counts"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%'d", "%'s", None, id="an-apostrophe-is-not-a-flag"),
        pytest.param("%'d", "d", "% is missing", id="the-percent-sign-before-an-apostrophe-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_php(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(php_format.FORMAT, source, target) == expected
