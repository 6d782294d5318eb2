"""The fast reader of JSON files returns what translate-toolkit does in the reference reader."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

NESTED = ["json", "json-nested", "i18next"]
KEYS = st.sampled_from(
    ["a", "b", "a.b", "", ".a", "a[0]", 'q"', "é", "a\nb", "x_", "_0", "_one", "x_y_one"]
    + [
        f"{base}_{form}"
        for base in "ax"
        for form in ["0", "1", "11", "plural", "plural_plural", "one", "many", "other"]
    ]
)
TEXTS = st.sampled_from(["", "text", " ", "é\n\t", "\x1e", "\x1e\x1e", '"', "//", "\\", "{[,:]}"])
VALUES = st.one_of(TEXTS, TEXTS, st.sampled_from([None, True, False, 0, 7, -1.5, float("inf")]))
TREES = st.recursive(VALUES, lambda inner: st.dictionaries(KEYS, inner) | st.lists(inner, max_size=3), max_leaves=12)
FILES = st.dictionaries(KEYS, TREES) | TREES
OPTIONS = st.builds(
    ReadOptions, is_monolingual=st.booleans(), language_code=st.sampled_from(["", "cs", "en", "ar", "ja", "pt_BR"])
)


def to_bytes(data: Any, indent: int | None, *, ascii_only: bool) -> bytes:
    return json.dumps(data, indent=indent, ensure_ascii=ascii_only).encode()


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(NESTED), FILES, OPTIONS, st.sampled_from([None, 0, 2]), st.booleans())
@example(file_format="json", data=None, options=ReadOptions(), indent=None, ascii_only=False)
def test_the_readers_agree_on_nested_files(
    file_format: str, data: Any, options: ReadOptions, indent: int | None, ascii_only: bool
) -> None:
    assert_readers_agree(file_format, to_bytes(data, indent, ascii_only=ascii_only), options)


REGULAR = [
    pytest.param("json", b'{"a": "x", "b": {"c": ["y", 1, null]}}', id="nested"),
    pytest.param("json", b'{\r\n"a":\r\n"x"\r\n}', id="CRLF"),
    pytest.param("json", b'{"a": "x", "a": "y", "b": {"c": "1"}, "b": {"c": "2"}}', id="repeated keys"),
    pytest.param("json", b'{"k\\u00e9\\n\\"": "x"}', id="escapes in a key"),
    pytest.param("i18next", b'{"a": "x", "a_plural": "y", "b_0": "z", "b_1": "w"}', id="i18next 3"),
    pytest.param("i18next", b'{"a_1": "x", "b_plural": "y", "c_0": "z", "c_2": "w"}', id="numbers without the first"),
]
IRREGULAR = [
    pytest.param("json", b'\xef\xbb\xbf{"a": "x"}', id="byte order mark"),
    pytest.param("json", b'{"a": "\xe9"}', id="Latin-1"),
    pytest.param("json", b'{"a": "x",}', id="malformed"),
    pytest.param("json", b"", id="empty"),
    pytest.param("json", b'{"a":' * 60 + b"1" + b"}" * 60, id="nested deeply"),
    pytest.param("json", b'{"a":' * 5000 + b"1" + b"}" * 5000, id="nested too deeply"),
    pytest.param("json", '{"a": "x"}'.encode("utf-16"), id="UTF-16"),
    pytest.param("i18next", b'{"a": {"b": "x"}, "a_plural": "y"}', id="form that is an object"),
    pytest.param("i18next", b'{"a_plural": "y", "a": "x"}', id="plural above its singular"),
    pytest.param("i18next", b'{"a_1": "y", "a_0": "x"}', id="number above the first"),
    pytest.param("i18next", b'{"a_0": "y", "a_0_plural": "x"}', id="number and plural"),
    pytest.param("i18next", b'{"a": "y", "a_plural_plural": "x"}', id="plural of a plural"),
]


@pytest.mark.parametrize(("file_format", "content"), REGULAR)
def test_the_fast_reader_reads_regular_files(file_format: str, content: bytes) -> None:
    assert assert_readers_agree(file_format, content, ReadOptions(is_monolingual=True, language_code="cs"))


@pytest.mark.parametrize(("file_format", "content"), IRREGULAR)
def test_the_reference_reader_reads_irregular_files(file_format: str, content: bytes) -> None:
    assert not assert_readers_agree(file_format, content, ReadOptions(is_monolingual=True, language_code="cs"))
