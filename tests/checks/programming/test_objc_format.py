"""The placeholders of Objective-C."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import objc_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%@ of %ld", "%@ z %ld", None, id="kept"),
        pytest.param("%@ of %ld", "%ld: %@", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$@ of %2$ld", "%2$ld: %1$@", None, id="numbered-placeholders-swapped"),
        pytest.param("%@", "", None, id="an-empty-target"),
        pytest.param("%@ left", "zbývá", "%@ is missing", id="missing"),
        pytest.param("%#@days@ and %#@hours@", "%#@hours@, %#@days@", None, id="variables-swapped"),
        pytest.param(
            "%#@days@", "%#@hours@", "%#@days@ is missing, %#@hours@ is not in the source", id="another-variable"
        ),
        pytest.param(
            "%1$#@days@", "%#@days@", "%1$#@days@ is missing, %#@days@ is not in the source", id="a-numbered-variable"
        ),
        pytest.param("%lld", "%llu", "%lld is missing, %llu is not in the source", id="two-letters-of-length"),
        pytest.param("%zd", "%zu", "%zd is missing, %zu is not in the source", id="z-is-a-length"),
        pytest.param("%'d", "%d", None, id="grouping-does-not-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_objective_c(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(objc_format.FORMAT, source, target) == expected
