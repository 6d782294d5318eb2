"""The placeholders of C#."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import c_sharp_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{0} of {1}", "{1}: {0}", None, id="swapped"),
        pytest.param(
            "{0} of {1}", "{0}: {0}", "{1} is missing, {0} occurs more often than in the source", id="missing"
        ),
        pytest.param("{0:N} {1,10}", "{1,-5} {0:D}", None, id="only-the-number-counts"),
        pytest.param("{0,?5} {1, 10.2}", "{1} {0}", None, id="widths"),
        pytest.param("{0:HH.mm} {1:#,0.00}", "{1} {0}", None, id="formats"),
        pytest.param("{0:HH:mm}", "kdy", None, id="a-format-has-no-colon"),
        pytest.param("{10}", "{1}", "{10} is missing, {1} is not in the source", id="several-digits"),
        pytest.param("{name} {}", "nic", None, id="names-are-not-placeholders"),
        pytest.param("{{0}}", "nula", "{0} is missing", id="a-placeholder-in-doubled-braces"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_c_sharp(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(c_sharp_format.FORMAT, source, target) == expected
