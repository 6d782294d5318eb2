"""The placeholders of Ruby."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import ruby_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s of %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%{name} of %<total>d", "%<total>d: %{name}", None, id="named-placeholders-swapped"),
        pytest.param("%{name}", "%{nmae}", "%{name} is missing, %{nmae} is not in the source", id="misspelt"),
        pytest.param(
            "%<total>d", "%<total>f", "%<total>d is missing, %<total>f is not in the source", id="the-type-counts"
        ),
        pytest.param(
            "%-10<name>s", "%<name>s", "%-10<name>s is missing, %<name>s is not in the source", id="flags-count"
        ),
        pytest.param(
            "%+5.1f", "%5.1f", "%+5.1f is missing, %5.1f is not in the source", id="width-and-precision-count"
        ),
        pytest.param(
            "100%% of %s", "100 % z %s", "%% is missing, % z is not in the source", id="an-escaped-percent-sign-counts"
        ),
        pytest.param("100%%", "%% 100", None, id="an-escaped-percent-sign-before-a-name"),
        pytest.param("%<a b>s %{a b} %{ x } %", "nic", None, id="names-have-no-blanks"),
        pytest.param(
            "Spaced %<a b>s",
            "Mezera %<a<n>s b>s",
            "%<a<n>s is not in the source",
            id="a-name-may-contain-an-angle-bracket",
        ),
        pytest.param("%<user.name>s", "nic", "%<user.name>s is missing", id="a-name-may-contain-a-dot"),
        pytest.param("%{user-name}", "nic", "%{user-name} is missing", id="a-name-may-contain-a-hyphen"),
        pytest.param("%<a<n>s", "je %<a<n>s", None, id="a-hyphen-in-a-name-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_ruby(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(ruby_format.FORMAT, source, target) == expected
