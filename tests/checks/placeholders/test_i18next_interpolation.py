"""The placeholders of i18next."""

import pytest

from transtats_cli.checks.placeholders import format_strings, i18next_interpolation


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{count}} of $t(total)", "$t(total): {{count}}", None, id="swapped"),
        pytest.param(
            "{{count}}", "{{number}}", "{{count}} is missing, {{number}} is not in the source", id="another-placeholder"
        ),
        pytest.param("{{value, format}}", "{{ value,format }}", None, id="blanks-do-not-count"),
        pytest.param("$t(key)", "$t(klíč)", "$t(key) is missing, $t(klíč) is not in the source", id="another-message"),
        pytest.param("$t(items, {n})", "$t( items,{n} )", None, id="blanks-in-messages"),
        pytest.param("$t(a {{b}})", "$t(a {{b}})", None, id="a-placeholder-in-another"),
        pytest.param("{{a}} {{b}}", "{{a}}", "{{b}} is missing", id="the-shortest-match"),
        pytest.param("{{{a}}}", "a", "{{{a}} is missing", id="a-third-brace-is-inside"),
        pytest.param(
            "{{a} b}}", "{{a} c}}", "{{a} b}} is missing, {{a} c}} is not in the source", id="a-single-brace-is-inside"
        ),
        pytest.param("{{}} {{ $t() $t(", "nic", None, id="at-least-one-character"),
        pytest.param("{{a\nb}} $t(a\nb)", "nic", None, id="on-one-line"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_i18next(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(i18next_interpolation.FORMAT, source, target) == expected
