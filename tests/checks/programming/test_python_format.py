"""The percent placeholders of Python."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import python_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%(name)s has %(count)d", "%(count)d: %(name)s", None, id="named-placeholders-swapped"),
        pytest.param(
            "Hello %(name)s", "Ahoj %(nmae)s", "%(name)s is missing, %(nmae)s is not in the source", id="misspelt"
        ),
        pytest.param(
            "%(name)s", "%(name)d", "%(name)s is missing, %(name)d is not in the source", id="the-type-counts"
        ),
        pytest.param(
            "%(name)s", "%(name)", "%(name)s is missing, %(name) is not in the source", id="a-name-without-its-type"
        ),
        pytest.param("%(long name)s", "%(long name)s", None, id="a-name-with-a-blank"),
        pytest.param("%()s", "s", "% is missing", id="a-name-is-not-empty"),
        pytest.param("%(name", "(name", "% is missing", id="a-name-ends"),
        pytest.param("%(n)s %(n)s", "%(n)s", "%(n)s occurs less often than in the source", id="once"),
        pytest.param("%(name)s", "%(name)s %s", "%s is not in the source", id="an-unnamed-placeholder-too-many"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%5.2f", "%5.1f", "%5.2f is missing, %5.1f is not in the source", id="precision-counts"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_percent_placeholders_of_python(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(python_format.FORMAT, source, target) == expected
