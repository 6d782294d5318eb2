"""Strings of JSON files have the line numbers of their keys, or of their texts in lists."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.lines import find_json_lines
from transtats_cli.formats.table import FILE_FORMATS

KEYS = st.sampled_from(["a", "b", "", "é", 'q"', "x\ny", "a.b", "{", "\\", "::"])
TEXTS = st.sampled_from(["one", "two\n", "\\", '"', "[,]", ""])
TREES = st.recursive(TEXTS | st.none(), lambda inner: st.dictionaries(KEYS, inner) | st.lists(inner), max_leaves=12)


@given(TREES, st.sampled_from(["\n", "\r\n"]))
def test_the_line_of_a_key_contains_the_key(data: Any, line_end: str) -> None:
    text = json.dumps(data, indent=1).replace("\n", line_end)
    lines = text.split("\n")
    for path, line in find_json_lines(text).items():
        value = data
        for part in path:
            value = value[part]
        written = json.dumps(path[-1] if isinstance(path[-1], str) else value, indent=1)
        assert written.partition("\n")[0] in lines[line - 1]


CASES = [
    pytest.param("json", '{\n"a":\n"x",\n"b": ["y",\n"z"]}', [2, 4, 5], id="value on the line after the key"),
    pytest.param("json", '{"a": "x",\n\n"b": "y",\n"a": "z"}', [4, 3], id="the last of repeated keys"),
    pytest.param("json-nested", '{"a": {\n"a": {\n"a": "x"}},\n"b": "y"}', [3, 4], id="equal keys in several levels"),
    pytest.param("i18next", '{\n"a": "x",\n"a_plural": "y",\n"b_1": "w",\n"b_0": "z"\n}', [2, 5], id="first form"),
    pytest.param("i18next", '{\n"a_1": "x",\n"a_0": "y",\n"a": "z"\n}', [3, 4], id="forms and a string with their key"),
    pytest.param(
        "i18nextv4", '{\n"a_other": "x",\n"a_one": "y",\n"b_many": "z"\n}', [3, 4], id="first form, i18next 4"
    ),
    pytest.param(
        "webextension", '{\n"a": {\n"message": "x"},\n\n"b": {"message": "y"}}', [2, 5], id="browser extension"
    ),
    pytest.param("webextension", '{ // "z": {\n"a": {"message": "//"}, // b\n\n"b": {}}', [2, 4], id="comments"),
    pytest.param("arb", '{\n"@@locale": "cs",\n"a": "x",\n"@a": {},\n"b": "y"}', [3, 5], id="ARB"),
    pytest.param("go-i18n-json", '[\n{"translation": "x",\n"id": "a"},\n{\n"id": "b"}]', [3, 5], id="go-i18n 1"),
    pytest.param("go-i18n-json-v2", '{\n"a": {\n"one": "x", "other": "y"},\n"b": "z"}', [2, 4], id="go-i18n 2"),
    pytest.param("gotext", '{"messages": [\n{\n"id": "a",\n"translation": "x"}\n]}', [3], id="gotext"),
    pytest.param("formatjs", '{\n"a": {\n"defaultMessage": "x"}}', [2], id="FormatJS"),
    pytest.param("nextcloud-json", '{"translations": {\n"a": "x",\n"b": ["y",\n"z"]}}', [2, 3], id="Nextcloud"),
    pytest.param("resjson", '{\n"_a.source": "s",\n"a": "x"}', [3], id="RESJSON"),
]


@pytest.mark.parametrize("reference", [False, True], ids=["fast readers", "reference readers"])
@pytest.mark.parametrize(("file_format", "text", "lines"), CASES)
def test_a_string_has_the_line_number_of_its_key(
    file_format: str, text: str, lines: list[int], reference: bool
) -> None:
    options = ReadOptions(is_monolingual=True, uses_reference_readers=reference)
    catalog = FILE_FORMATS[file_format].create_reader(options)(text.encode())
    assert [unit.line for unit in catalog.units] == lines
