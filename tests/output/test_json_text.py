"""JSON as a server sends it."""

import pytest

from transtats_cli.output.formats import compact_json


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param({"a": [1, 2.0, None]}, '{"a":[1,2.0,null]}', id="no blanks, and a point in decimals"),
        pytest.param("Čeština 日本", '"Čeština 日本"', id="letters as they are"),
        pytest.param("a\u2028b\u2029", '"a\\u2028b\\u2029"', id="line separators escaped"),
        pytest.param("\x1b\n\x7f", '"\\u001b\\n\x7f"', id="controls as JSON has them"),
    ],
)
def test_compact_json_has_the_form_of_a_server(value: object, expected: str) -> None:
    assert compact_json(value) == expected
