"""Line numbers of the keys in TOML files."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.formats.lines import find_toml_lines
from transtats_cli.settings import format_toml

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
        pytest.param(("table", "list", 1, "b"), 11, id="within a value"),
        pytest.param(("table", "quoted.name", "last"), 14, id="after a list of several lines"),
        pytest.param(("elsewhere",), None, id="nowhere"),
    ],
)
def test_a_key_of_toml_is_found_at_its_line(path: tuple[str | int, ...], line: int | None) -> None:
    tomllib.loads(TOML)
    assert find_toml_lines(TOML).get(path) == line


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=6))
def test_every_key_of_a_flat_table_is_found_at_its_line(values: dict[str, str]) -> None:
    lines = [f"{format_toml(key)} = {format_toml(value)}" for key, value in values.items()]
    found = find_toml_lines("\n\n".join(lines))
    assert found == {(key,): 2 * number + 1 for number, key in enumerate(values)}
