import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.settings import format_toml
from transtats_cli.settings.lines import find_json_key_line, find_nearest_key_line, find_toml_key_lines

TOML = '''\
# [not.a.table] = 1
one = "[x] # no comment"  # two = 2

[table]  # comment
key."dotted = name".leaf = """
[inside]
text = 1
"""
list = [
  "a", # ]
  { b = 1 },
]
[table.'quoted.name']
last = 'no line end' '''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        pytest.param(("one",), 2, id="key"),
        pytest.param(("table",), 4, id="table"),
        pytest.param(("table", "key", "dotted = name", "leaf"), 5, id="dotted and quoted"),
        pytest.param(("table", "list"), 9, id="after a text of several lines"),
        pytest.param(("table", "list", "b"), 9, id="within a value"),
        pytest.param(("table", "quoted.name", "last"), 14, id="after a list of several lines"),
        pytest.param(("elsewhere",), None, id="nowhere"),
    ],
)
def test_a_key_of_toml_is_found_at_its_line(path: tuple[str, ...], line: int | None) -> None:
    tomllib.loads(TOML)
    assert find_nearest_key_line(find_toml_key_lines(TOML), path) == line


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=6))
def test_every_key_of_a_flat_table_is_found_at_its_line(values: dict[str, str]) -> None:
    lines = [f"{format_toml(key)} = {format_toml(value)}" for key, value in values.items()]
    found = find_toml_key_lines("\n\n".join(lines))
    assert found == {(key,): 2 * number + 1 for number, key in enumerate(values)}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param('{\n"a": {"key": 1},\n"key": 2}', 3, id="not that of an inner object"),
        pytest.param('{"a": "key",\n"b": ["key", {"key": 0}], "\\u006bey": 1}', 2, id="not a value; escaped"),
        pytest.param('{"key": 1,\n"key": 2}', 2, id="the last of several"),
        pytest.param('{"a": 1}', None, id="nowhere"),
    ],
)
def test_a_key_of_json_is_found_at_its_line(text: str, line: int | None) -> None:
    assert find_json_key_line(text, "key") == line
