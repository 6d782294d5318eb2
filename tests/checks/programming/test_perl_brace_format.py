"""The brace placeholders of Perl."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import perl_brace_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} has {count}", "{count}: {name}", None, id="swapped"),
        pytest.param("{name} has {count}", "{count}", "{name} is missing", id="missing"),
        pytest.param("Hello", "Ahoj {name}", "{name} is not in the source", id="extra"),
        pytest.param("{name}", "{Name}", "{name} is missing, {Name} is not in the source", id="case-counts"),
        pytest.param("{n} {n}", "{n}", "{n} occurs less often than in the source", id="once"),
        pytest.param(
            "{user_1}", "{user_2}", "{user_1} is missing, {user_2} is not in the source", id="digits-and-underscores"
        ),
        pytest.param("{a b} {ě} {}", "nic", None, id="other-characters-are-not-allowed"),
    ],
)
def test_a_translation_keeps_the_brace_placeholders_of_perl(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(perl_brace_format.FORMAT, source, target) == expected
