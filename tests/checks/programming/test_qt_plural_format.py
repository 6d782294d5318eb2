"""The count of Qt's plurals."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import qt_plural_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%n files", "%n souborů", None, id="kept"),
        pytest.param("%n files", "souborů", "%n is missing", id="missing"),
        pytest.param(
            "%n files", "%Ln souborů", "%n is missing, %Ln is not in the source", id="localised-numbers-are-different"
        ),
        pytest.param("%n of %Ln", "%Ln: %n", "the order of the placeholders differs", id="swapped"),
        pytest.param("files", "%n souborů", "%n is not in the source", id="extra"),
        pytest.param("%1 %L1 %", "nic", None, id="other-texts-are-not-placeholders"),
        pytest.param("%name", "%number", None, id="the-text-after-a-count"),
    ],
)
def test_a_translation_keeps_the_count_of_qt(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(qt_plural_format.FORMAT, source, target) == expected
