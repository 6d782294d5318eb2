"""The fast reader of Android resources returns what translate-toolkit does in the reference reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS

TEXT = ["a", " ", "  ", "\n", "\t", "\u00a0", "é", "'", '"', '"', "@", "?", ">", "%1$s"]
ENTITIES = [
    "&amp;",
    "&lt;",
    "&gt;",
    "&quot;",
    "&apos;",
    "&#10;",
    "&#13;",
    "&#x5c;",
    "&amp;lt;",
    "&#xd7ff;",
    "&unknown;",
]
ESCAPED_MARKUP = [
    "&lt;b&gt;",
    "&lt;/b&gt;",
    "&lt;i>",
    "&lt;/i >",
    "&lt;br/&gt;",
    "&lt;a:b&gt;",
    "&lt;u c='>' d = \"e\" /&gt;",
]
ESCAPES = ["\\n", "\\'", '\\"', "\\@", "\\u0020", "\\u00e9", "\\u000a", "\\\\", "\\", "\\x", "\\\n"]
MARKUP = ["<b>c</b>", "<![CDATA[<i>d]]>", "<!-- e -->", "<xliff:g id='x'>f</xliff:g>"]
# Most texts have no elements, because the fast reader does not read elements.
PLAIN_TEXTS = st.lists(st.sampled_from([*TEXT, *ENTITIES, *ESCAPED_MARKUP, *ESCAPES]), max_size=6).map("".join)
TEXTS = (
    PLAIN_TEXTS
    | PLAIN_TEXTS
    | st.lists(st.sampled_from([*TEXT, *ENTITIES, *ESCAPED_MARKUP, *ESCAPES, *MARKUP]), max_size=6).map("".join)
)
ATTRIBUTES = st.sampled_from(
    [
        'name="a"',
        'name="b"',
        ' name="c"\n  translatable="false"',
        'name="d" translatable="true"',
        "name='e'",
        'name=""',
        'name="f" maxwidth="5" size-unit="char"',
        'translatable="false" name="g"',
        'name="h" tools:ignore="a>b"',
        'name="i" comment="c" tools:ignore="d"\n translatable="false"',
        'name="j" tools:translatable="false"',
        'name="k" translatable="fals&#101;" font="f"',
        'name="l" unknown:a="b"',
        "",
    ]
)
STRINGS = st.builds("<string {}>{}</string>".format, ATTRIBUTES, TEXTS)
QUANTITIES = st.sampled_from(["zero", "one", "two", "few", "many", "other", "other", "=0", ""])
ITEMS = st.builds(
    '<item quantity="{}"{}>{}</item>{}'.format,
    QUANTITIES,
    st.sampled_from(["", " ", " a='b'"]),
    TEXTS,
    st.sampled_from(["", "\n  ", "<!-- c -->", "x"]),
)
PLURALS = st.builds(
    '<plurals name="{}">\n{}</plurals>'.format,
    st.sampled_from(["p", "q", "", 'r" translatable="false']),
    st.lists(ITEMS, max_size=3).map("".join),
)
OTHERS = st.sampled_from(
    [
        "<!-- note -->",
        "<!--\n n -->",
        '<string name="s"/>',
        "<dimen name='d'>1dp</dimen>",
        "<skip/>",
        "<eat-comment />",
        "<string-array name='a'><item>x</item></string-array>",
        "stray",
        "<!-- <string name='x'>y</string> -->",
        "<?pi?>",
        "<style><item>x</item></style>",
        "<style><!--</style><string name='x'>y</string><style>--></style>",
        '<style><![CDATA[</style><string name="x">&#x99999999;</string><style>]]></style>',
        "</resources>",
    ]
)
ROWS = st.lists(st.one_of(STRINGS, STRINGS, STRINGS, PLURALS, OTHERS), max_size=6)
PROLOG = '<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:x" xmlns:tools="urn:t">\n'
PROLOGS = st.sampled_from(
    [
        *[PROLOG] * 4,
        "<resources>",
        "<!-- c -->\n<resources >",
        '<resources xmlns="urn:a">',
        "<!DOCTYPE resources>\n<resources>",
    ]
)
OPTIONS = st.builds(
    ReadOptions, is_monolingual=st.booleans(), language_code=st.sampled_from(["cs", "en", "ar", "ja", "pt_BR", ""])
)


@pytest.mark.slow
@settings(max_examples=4 * settings().max_examples)
@given(PROLOGS, ROWS, st.sampled_from(["", "\n", "\n    "]), OPTIONS, st.sampled_from(["\n", "\r\n"]))
def test_the_readers_agree(prolog: str, rows: list[str], space: str, options: ReadOptions, line_end: str) -> None:
    text = prolog + "".join(row + space for row in rows) + "</resources>\n"
    assert_readers_agree("aresource", text.replace("\n", line_end).encode(), options)


def write_resources(rows: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:x">\n{rows}</resources>\n'


REGULAR = [
    pytest.param("\ufeff" + write_resources('<string name="a">x</string>'), id="byte order mark"),
    pytest.param(
        write_resources('<string name="a">x\n  y</string><!-- n -->\n<string name="b">z</string>'), id="strings"
    ),
    pytest.param(write_resources('<string name="a">x\\\'s\\n</string>'), id="escapes"),
    pytest.param(write_resources('<string name="a">x &amp; &lt;b&gt;y&lt;/b&gt; &lt;</string>'), id="entities"),
    pytest.param(write_resources('<string name="a">" x" \\"y\\" "z" "</string>'), id="quotes"),
    pytest.param(write_resources('<string name="a" comment="c" translatable="false">x</string>'), id="attributes"),
    pytest.param(write_resources('<string name="a">x &amp; <b>y</b></string><string name="c">z</string>'), id="markup"),
    pytest.param(write_resources('<plurals name="a"><item quantity="other">x</item></plurals>'), id="plurals"),
    pytest.param(write_resources('<string name="a" translatable="false">x</string>'), id="not translatable"),
    pytest.param(write_resources('<string-array name="a"><item>x</item></string-array>'), id="other elements"),
    pytest.param(
        write_resources('<style><!--</style><string name="a">x</string><style>--></style><string name="b">y</string>'),
        id="a string in a comment",
    ),
    pytest.param(
        write_resources('<style><![CDATA[</style><string name="a">&#x99999999;</string><style>]]></style>'),
        id="a string in a CDATA section",
    ),
    pytest.param(
        write_resources('<style><?a </style><string name="a">x</string><style>?></style>'),
        id="a string in a processing instruction",
    ),
    pytest.param(
        write_resources('<string name="a">x <!-- </string><string name="b">y</string> --></string>'),
        id="a string in a comment in a string",
    ),
    pytest.param(write_resources('stray<string name="a">x</string>'), id="text between strings"),
    pytest.param(write_resources('<string>x</string><string name="a">y</string>'), id="no key"),
]
IRREGULAR = [
    pytest.param(
        '<!DOCTYPE resources [<!ENTITY e "x">]>\n<resources><string name="a">&e;</string></resources>', id="entity"
    ),
    pytest.param('<resources xmlns="urn:a"><string name="a">x</string></resources>', id="default namespace"),
    pytest.param(write_resources('<string name="a">x'), id="malformed"),
    pytest.param(write_resources('<string name="a" name="a">x</string>'), id="repeated attribute"),
    pytest.param("<x/>", id="other root element"),
    pytest.param("", id="empty"),
]


@pytest.mark.parametrize("text", REGULAR)
def test_the_fast_reader_reads_regular_files(text: str) -> None:
    assert assert_readers_agree("aresource", text.encode(), ReadOptions(is_monolingual=True, language_code="cs"))


@pytest.mark.parametrize("text", IRREGULAR)
def test_the_reference_reader_reads_irregular_files(text: str) -> None:
    assert not assert_readers_agree("aresource", text.encode(), ReadOptions(is_monolingual=True, language_code="cs"))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(" a \n  b ", "a b", id="white space"),
        pytest.param(r"it\'s\n\"a\"\t\@\?\\", 'it\'s\n"a"\t@?\\', id="escapes"),
        pytest.param(r"a\xb", "ab", id="unknown escape"),
        pytest.param(r"\u0020a\u0020", " a ", id="escaped white space at both ends"),
        pytest.param('"  a\n b "', "  a\n b ", id="quoted"),
        pytest.param('  a  "  b  "  c  ', "a   b   c", id="partly quoted"),
        pytest.param(r'"a \" b"', 'a " b', id="quote in a quoted text"),
        pytest.param('"" a ', " a", id="empty quotes"),
        pytest.param("&amp;lt; &lt;&gt;&quot;&apos;&#65;&#x42;", "&lt; <>\"'AB", id="entities"),
    ],
)
def test_white_space_quotes_and_escapes_are_resolved(content: str, text: str) -> None:
    read = FILE_FORMATS["aresource"].create_reader(ReadOptions(is_monolingual=True))
    assert [unit.target for unit in read(write_resources(f'<string name="a">{content}</string>').encode()).units] == [
        text
    ]


@pytest.mark.parametrize(
    ("content", "flags"),
    [
        pytest.param("&lt;b>a&lt;/b> &lt;br/>", "safe-html", id="balanced"),
        pytest.param("&lt;a href='x>y' title='z'>a&lt;/a>", "safe-html", id="attributes"),
        pytest.param("&lt;b>a", "", id="no end tag"),
        pytest.param("a&lt;/b>", "", id="no start tag"),
        pytest.param("&lt;b>&lt;i>a&lt;/b>&lt;/i>", "", id="overlapping"),
        pytest.param("1 &lt; 2 > 0", "", id="no tags"),
    ],
)
def test_a_text_with_balanced_tags_has_escaped_markup(content: str, flags: str) -> None:
    read = FILE_FORMATS["aresource"].create_reader(ReadOptions(is_monolingual=True))
    (unit,) = read(write_resources(f'<string name="a">{content}</string>').encode()).units
    assert str(unit.flags) == flags
