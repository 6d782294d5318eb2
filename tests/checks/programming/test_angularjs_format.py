"""The expressions of AngularJS."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import angularjs_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{name}} of {{total}}", "{{total}}: {{name}}", None, id="swapped"),
        pytest.param("{{name}}", "{{nmae}}", "{{name}} is missing, {{nmae}} is not in the source", id="misspelt"),
        pytest.param("{{ price | currency }}", "{{price|currency}}", None, id="blanks-do-not-count"),
        pytest.param("{{a}} {{b}}", "{{a}}", "{{b}} is missing", id="the-shortest-match"),
        pytest.param(
            "{{{a}}}", "{{a}}}", "{{{a}} is missing, {{a}} is not in the source", id="a-third-brace-is-inside"
        ),
        pytest.param(
            "{{a} b}}", "{{a} c}}", "{{a} b}} is missing, {{a} c}} is not in the source", id="a-single-brace-is-inside"
        ),
        pytest.param("{{\na\n}}", "{{a}}", None, id="line-breaks-next-to-the-braces"),
        pytest.param("{{a\nb}}", "nic", None, id="a-line-break-inside-a-name"),
        pytest.param("{{}} {name} {{", "nic", None, id="empty-and-single-braces"),
        pytest.param("{{ }}", "nic", "{{ }} is missing", id="a-blank-between-braces"),
    ],
)
def test_a_translation_keeps_the_expressions_of_angularjs(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(angularjs_format.FORMAT, source, target) == expected
