"""The placeholders of Laravel."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import laravel_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param(":name has :count", ":count: :name", None, id="swapped"),
        pytest.param(":name has :count", ":count", ":name is missing", id="missing"),
        pytest.param("Hello", "Ahoj :name", ":name is not in the source", id="extra"),
        pytest.param(":name", ":Name", ":name is missing, :Name is not in the source", id="case-counts"),
        pytest.param(
            ":user_1", ":user_2", ":user_1 is missing, :user_2 is not in the source", id="digits-and-underscores"
        ),
        pytest.param("at 12:30 on :80", "v poledne", None, id="a-digit-begins-no-placeholder"),
        pytest.param(":čas", "", None, id="an-empty-target"),
        pytest.param(":čas", "kdy", None, id="a-letter-beyond-ascii-begins-no-placeholder"),
        pytest.param(
            "http://example.com",
            "http:example.com",
            ":example is not in the source",
            id="a-slash-begins-no-placeholder",
        ),
    ],
)
def test_a_translation_keeps_the_placeholders_of_laravel(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(laravel_format.FORMAT, source, target) == expected
