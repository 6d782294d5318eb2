"""The placeholders of template literals."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import es_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("${name} of ${total}", "${total}: ${name}", None, id="swapped"),
        pytest.param("${name}", "${nmae}", "${name} is missing, ${nmae} is not in the source", id="misspelt"),
        pytest.param("${a + b}", "${ a+b }", None, id="blanks-do-not-count"),
        pytest.param("${name}", "${Name}", "${name} is missing, ${Name} is not in the source", id="case-counts"),
        pytest.param("${a\n}", "${a}", None, id="line-breaks-do-not-count"),
        pytest.param("${n} ${n}", "${n}", "${n} occurs less often than in the source", id="once"),
        pytest.param("$name {name} ${} ${", "nic", None, id="other-texts-are-not-placeholders"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_template_literals(
    source: str, target: str, expected: str | None
) -> None:
    assert format_strings.compare_placeholders(es_format.FORMAT, source, target) == expected
