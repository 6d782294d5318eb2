"""The fast reader of `.strings` files returns what translate-toolkit does in the reference reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

PIECES = [
    "a",
    "b.c",
    "=",
    " ",
    "  ",
    "\t",
    "\\\\",
    "\\\\",
    "#",
    "!",
    ";",
    "/",
    "//",
    "/*",
    "*/",
    "é",
    "'",
    '\\"',
    '\\"',
]
PIECES += ["\\n", "\\t", "\\'", "\\x", "\\u00e9", "\\U00e9", "\\u00", "\\u0001", "\\ud83d\\ude00", "\\N{DIGIT ONE}"]
PIECES += ["\xa0", "\x85", "\x1e", "%@", "{", "\\ "]
QUOTED = st.lists(st.sampled_from(PIECES), max_size=5).map(lambda pieces: f'"{"".join(pieces)}"')
ENTRIES = st.builds(
    "{}{}{}{}{};{}".format,
    st.sampled_from(["", "", "  "]),
    st.one_of(QUOTED, st.sampled_from(['"k"', '"l"', "m", "NSName.x-y_2", "/n", '""', '"o" /* c */'])),
    st.sampled_from([" = ", "=", "\t=  ", " ", "\xa0= ", " = /* c */ "]),
    st.one_of(QUOTED, QUOTED, st.sampled_from(["x", "", '"x', 'x"', '"x" ', '"one\ntwo"'])),
    st.just(""),
    st.sampled_from(["", "", " ", ";", " // c", " /* c */", "\xa0"]),
)
COMMENTS = st.sampled_from(
    [
        "/* n */",
        "  /* n */ ",
        "/* No comment provided by engineer. */",
        "// n",
        "# n",
        "! n",
        "; n",
        "",
        "  ",
        "/**/",
        "/*/",
        "/* a\n b \n\n  c */",
        "  /* a\n b */",
        "/* a\n b */ ",
        "/**\n * a\n */",
        "/* a",
        "b */",
        "/* a /* b */",
        "//",
    ]
)
TEXTS = st.builds(
    lambda lines, line_end, end: "\n".join(lines).replace("\n", line_end) + end,
    st.lists(st.one_of(ENTRIES, ENTRIES, ENTRIES, COMMENTS, COMMENTS), max_size=7),
    st.sampled_from(["\n", "\n", "\r\n"]),
    st.sampled_from(["\n", "", "\r", " "]),
)
OPTIONS = st.builds(ReadOptions, is_monolingual=st.booleans(), encoding=st.sampled_from(["", "utf-8", "utf-16"]))


@settings(max_examples=300)
@given(TEXTS, OPTIONS)
def test_the_readers_agree_on_any_lines(text: str, options: ReadOptions) -> None:
    assert_readers_agree("strings", text.encode(options.encoding or "utf-8"), options)


@settings(max_examples=60)
@given(TEXTS, OPTIONS, st.sampled_from(["utf-8-sig", "utf-8", "utf-16", "utf-16-be", "latin-1"]))
def test_the_readers_agree_on_any_encoding(text: str, options: ReadOptions, encoding: str) -> None:
    assert_readers_agree("strings", text.encode(encoding, "replace"), options)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('"a" = "x";\n  "b"="y" ;\n'.replace(" ;", ";"), id="entries"),
        pytest.param('"a" = "x";\r\n"b" = "y";', id="CRLF"),
        pytest.param('NSName = "x";\n', id="key without quotes"),
        pytest.param('/* head */\n\n/* n */\n// m\n"a" = "x";\n/* last\n comment */\n', id="comments"),
        pytest.param('"a \\"b\\"" = "\\"x\\"\\n\\U00e9\\\\ ";\n', id="escapes"),
    ],
)
def test_the_fast_reader_reads_regular_files(text: str) -> None:
    assert assert_readers_agree("strings", text.encode(), ReadOptions(is_monolingual=True))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param('\ufeff"a" = "x";\n', id="byte order mark"),
        pytest.param('"a" = "x\ny";\n', id="several lines"),
        pytest.param('"a" = "x"; /* n */\n', id="comment beside an entry"),
        pytest.param('"a" = "x\\\\";\n', id="backslash at the end"),
        pytest.param('"a" = "\\N{DIGIT ONE}";\n', id="name of a character"),
        pytest.param('"" = "x";\n', id="no key"),
    ],
)
def test_the_reference_reader_reads_irregular_files(text: str) -> None:
    assert not assert_readers_agree("strings", text.encode(), ReadOptions(is_monolingual=True))
