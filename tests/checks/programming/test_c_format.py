"""The placeholders of C."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import c_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%1$s", "%s", "%1$s is missing, %s is not in the source", id="a-number-counts"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%s", "%s: %s", "%s occurs more often than in the source", id="twice"),
        pytest.param("%s: %s", "%s", "%s occurs less often than in the source", id="once"),
        pytest.param("%1$s: %1$s", "%1$s", "%1$s occurs less often than in the source", id="numbered-once"),
        pytest.param("%5.2f", "%.2f", "%5.2f is missing, %.2f is not in the source", id="width-counts"),
        pytest.param("%-5s|%+d|%#x", "%-5s|%+d|%#x", None, id="flags"),
        pytest.param("% d", "%d", "% d is missing, %d is not in the source", id="flags-count"),
        pytest.param("%'d files", "%d souborů", None, id="grouping-does-not-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%d%%", "%d %%, %%", None, id="several-escaped-percent-signs"),
        pytest.param("a %", "a", "% is missing", id="a-percent-sign-alone-counts"),
        pytest.param("%.d", "%.s", None, id="a-precision-without-digits-is-not-a-placeholder"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
        pytest.param("%1$*d", "%1$*s", None, id="a-number-before-a-star"),
        pytest.param("%1$*d", "%2$*d", "%1$ is missing, %2$ is not in the source", id="a-number-before-a-star-counts"),
        pytest.param("%ld", "%d", "%ld is missing, %d is not in the source", id="length-counts"),
        pytest.param("%hhd", "%hd", "%hhd is missing, %hd is not in the source", id="longer-length"),
        pytest.param("%lld", "%llu", None, id="the-second-l-is-a-type"),
        pytest.param("%zd", "%zu", None, id="z-is-a-type"),
        pytest.param("%d", "%D", "%d is missing, %D is not in the source", id="case-counts"),
        pytest.param("", "%d", None, id="an-empty-source"),
        pytest.param("%d", "", None, id="an-empty-target"),
        pytest.param("Files", "Soubory", None, id="no-placeholders"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_c(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(c_format.FORMAT, source, target) == expected
