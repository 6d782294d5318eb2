"""The components of Automattic."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import automattic_components_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{a}}more{{/a}}{{icon/}}", "{{icon/}}{{a}}více{{/a}}", None, id="swapped"),
        pytest.param("{{a}}more{{/a}}", "{{a}}více", "{{/a}} is missing", id="the-closing-component-is-missing"),
        pytest.param(
            "{{icon/}}",
            "{{icon}}",
            "{{icon/}} is missing, {{icon}} is not in the source",
            id="an-open-component-instead",
        ),
        pytest.param("{{ a }}", "{{a}}", "{{ a }} is missing, {{a}} is not in the source", id="blanks-count"),
        pytest.param("{{á_1/}}", "nic", "{{á_1/}} is missing", id="any-word-characters"),
        pytest.param("{{}} {{a-b}} {a}", "nic", None, id="other-texts-are-not-placeholders"),
    ],
)
def test_a_translation_keeps_the_components_of_automattic(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(automattic_components_format.FORMAT, source, target) == expected
