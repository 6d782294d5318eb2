"""The placeholders of Vue I18n."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import vue_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} of {0}", "{0}: {name}", None, id="swapped"),
        pytest.param("%{name}", "{name}", "%{name} is missing, {name} is not in the source", id="with-a-percent-sign"),
        pytest.param("{name}", "{Name}", "{name} is missing, {Name} is not in the source", id="case-counts"),
        pytest.param("{ name }", "{name}", "{ name } is missing, {name} is not in the source", id="blanks-count"),
        pytest.param("{} {", "nic", None, id="empty-or-open-braces-are-not-placeholders"),
        pytest.param(
            "See @:app.title",
            "Viz @:app.name",
            "@:app.title is missing, @:app.name is not in the source",
            id="a-linked-message",
        ),
        pytest.param("@:app/a-b_c|d.e", "viz", "@:app/a-b_c|d.e is missing", id="all-characters-of-a-key"),
        pytest.param(
            "@.lower:app.title",
            "@:app.title",
            "@.lower:app.title is missing, @:app.title is not in the source",
            id="a-linked-message-with-a-modifier",
        ),
        pytest.param("@.LOWER:app.title", "viz", "@.LOWER:app.title is missing", id="a-modifier-in-capitals"),
        pytest.param(
            "@:(app:title)",
            "@:(app:name)",
            "@:(app:title) is missing, @:(app:name) is not in the source",
            id="a-linked-message-in-parentheses",
        ),
        pytest.param("me@example.com @ home", "nic", None, id="an-address-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_vue(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(vue_format.FORMAT, source, target) == expected
