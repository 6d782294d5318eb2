"""The placeholders of Lua."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import lua_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%'d%%", "%d procent", None, id="grouping-and-escaped-percent-signs-do-not-count"),
        pytest.param("%5d", "%d", "%5d is missing, %d is not in the source", id="width-counts"),
        pytest.param("50% done", "hotovo", "% d is missing", id="a-blank-is-a-flag"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_lua(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(lua_format.FORMAT, source, target) == expected
