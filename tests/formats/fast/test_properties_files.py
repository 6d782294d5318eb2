"""The fast reader of Java properties returns what translate-toolkit does in the reference reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

PIECES = ["a", "b.c", "=", ":", " ", "  ", "\t", "\\", "\\\\", "\\ ", "\\=", "\\:", "#", "!", ";", "/", "//", "é", "'"]
PIECES += ["\\n", "\\t", "\\f", "\\'", '\\"', "\\x", "\\u00e9", "\\u00E9", "\\U00e9", "\\u00", "\\u0001", "\\u001f"]
PIECES += ["\\ud83d\\ude00", "\\N{DIGIT ONE}", "\\\n", "\\\n  ", "\xa0", "\x85", "\f", "\x1e", "{0}", "''", "\\u0661"]
LINES = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)
PROPERTIES = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["a", "b", "a.b-c", "  d", "e\\ f", "g\\:h", "i\\\\"]),
    st.sampled_from(["=", ":", " ", " = ", "  ", "\t:"]),
    LINES,
    st.sampled_from(["", "\\", "\\\\", "\\\n# x", "\\\n\n", " "]),
)
COMMENTS = st.sampled_from(["# n", "  # n", "! n", "; n", "// n", "#", "", "   ", "/* n */", "/* n", "n */", "#a\\"])
TEXTS = st.builds(
    lambda lines, line_end, end: line_end.join(lines) + end,
    st.lists(st.one_of(PROPERTIES, PROPERTIES, COMMENTS, COMMENTS, LINES), max_size=8),
    st.sampled_from(["\n", "\n", "\r\n"]),
    st.sampled_from(["\n", "", "\r", "\\"]),
)
OPTIONS = st.builds(
    ReadOptions, is_monolingual=st.booleans(), encoding=st.sampled_from(["", "iso-8859-1", "utf-8", "utf-16", "x"])
)


@pytest.mark.slow
@settings(max_examples=5 * settings().max_examples)
@given(TEXTS, OPTIONS)
def test_the_readers_agree_on_any_lines(text: str, options: ReadOptions) -> None:
    encoding = "latin-1" if options.encoding in ("", "x") else options.encoding
    assert_readers_agree("properties", text.encode(encoding), options)


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(TEXTS, OPTIONS, st.sampled_from(["utf-8-sig", "utf-8", "utf-16", "utf-16-le"]))
def test_the_readers_agree_on_any_encoding(text: str, options: ReadOptions, encoding: str) -> None:
    assert_readers_agree("properties", text.encode(encoding), options)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a=x\nb: y\nc z\n  d\t=\tu\ne=\n", id="separators"),
        pytest.param("a=x\r\nb=\\\r\n  y\r\n", id="CRLF"),
        pytest.param("# head\n\n# n\n\n! m\na=x\n#last", id="comments"),
        pytest.param("a\\ b\\:c\\=d=x\n", id="escapes in a key"),
        pytest.param("a=\\u00e9\\n\\t\\\\ \\x\\ y\n", id="escapes in a value"),
        pytest.param("a=x \\\n    y \\\n  # z\nb=\\", id="continuation lines"),
    ],
)
def test_the_fast_reader_reads_regular_files(text: str) -> None:
    assert assert_readers_agree("properties", text.encode(), ReadOptions(is_monolingual=True))


def test_a_file_of_a_byte_order_mark_alone_is_left_to_the_reference_reader() -> None:
    assert not assert_readers_agree("properties", "".encode("utf-16"), ReadOptions(encoding="utf-16"))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbfa=x\n", id="byte order mark"),
        pytest.param(b"a=x\nb\n", id="no separator"),
        pytest.param(b"=x\n", id="no key"),
        pytest.param(b"/* n */\na=x\n", id="other comment"),
        pytest.param(b"a=\\ud83d\\ude00\n", id="surrogates"),
        pytest.param(b"a=\\N{DIGIT ONE}\n", id="named character"),
        pytest.param(b"a=\\u00g\n", id="incomplete escape"),
        pytest.param(b"a=x\rb=y\n", id="CR"),
    ],
)
def test_the_reference_reader_reads_irregular_files(content: bytes) -> None:
    assert not assert_readers_agree("properties", content, ReadOptions(is_monolingual=True))
