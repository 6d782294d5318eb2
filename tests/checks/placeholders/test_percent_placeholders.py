"""Placeholders between percent signs."""

import pytest

from transtats_cli.checks.placeholders import format_strings, percent_placeholders


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%name% has %count%", "%count%: %name%", None, id="swapped"),
        pytest.param("%name% has %count%", "%count%", "%name% is missing", id="missing"),
        pytest.param("Hello", "Ahoj %name%", "%name% is not in the source", id="extra"),
        pytest.param("%name%", "%Name%", "%name% is missing, %Name% is not in the source", id="case-counts"),
        pytest.param(
            "%user_1%", "%user_2%", "%user_1% is missing, %user_2% is not in the source", id="digits-and-underscores"
        ),
        pytest.param("%n% %n%", "%n%", "%n% occurs less often than in the source", id="once"),
        pytest.param("%a-b% %% 50% and 60%", "nic", None, id="other-characters-are-not-allowed"),
    ],
)
def test_a_translation_keeps_placeholders_between_percent_signs(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(percent_placeholders.FORMAT, source, target) == expected
