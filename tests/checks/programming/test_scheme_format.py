"""The directives of Scheme."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import scheme_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("~a of ~d", "~a z ~d", None, id="kept"),
        pytest.param("~a of ~d", "~d: ~a", "the order of the placeholders differs", id="swapped"),
        pytest.param("~0@*~a of ~1@*~d", "~1@*~d: ~0@*~a", None, id="numbered-placeholders-swapped"),
        pytest.param("~a of ~d", "~a", "~d is missing", id="missing"),
        pytest.param("100~~", "100", None, id="an-escaped-tilde-is-not-a-placeholder"),
        pytest.param("~5,'0d", "~5d", "~5,'0d is missing, ~5d is not in the source", id="parameters-count"),
        pytest.param("~-5d ~+3d", "~-5d ~+3d", None, id="signed-parameters"),
        pytest.param("~v,#f", "~v,#f", None, id="parameters-from-arguments"),
        pytest.param("~:@d", "~:d", "~:@d is missing, ~:d is not in the source", id="modifiers-count"),
        pytest.param("~@:d", "~@:s", None, id="modifiers-have-an-order"),
        pytest.param("~(~a~)", "~a", "~( and ~) are missing", id="case-conversion"),
        pytest.param("~;", "~{", None, id="other-characters-are-not-directives"),
        pytest.param("~;", ";", "~ is missing", id="a-tilde-alone-counts"),
    ],
)
def test_a_translation_keeps_the_directives_of_scheme(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(scheme_format.FORMAT, source, target) == expected
