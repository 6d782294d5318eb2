"""The fast reader of YAML files returns what translate-toolkit does in the reference reader."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

PLAIN = [
    "text",
    "a: b",
    "a:b",
    "a #b",
    "a#b",
    "é à",
    "漢字",
    "(x)",
    "5 items",
    "5",
    "007",
    ":year",
    ": x",
    "1.5",
    "2001-01-01",
    "2001-01-01 a",
    "_",
]
PLAIN += [
    "true",
    "Yes",
    "null",
    "~",
    "%{n} x",
    "@x",
    "a:",
    "a'b",
    'a"b',
    "[x]",
    "a, [b] {c}",
    "- x",
    "<b>x</b>",
    "/a",
    "$1",
]
PLAIN += [
    "a  ",
    "*x",
    "&a x",
    "!!str x",
    "| ",
    ">",
    "x\u00a0",
    "\u00a0x",
    "a\tb",
    "a\u2028b",
    "“x”",
    "=",
    "no",
    "1e3",
    "0x1F a",
]
PLAIN += [
    "1e",
    "1e5x",
    "7vet",
    "1.ª",
    "0x1F",
    "0b1",
    "0o7",
    "1_000",
    "12:30",
    "1 t",
    "1Z",
    "0.6 API",
    "2001-1-1T0:0:0Z",
    "-tól",
    "-",
    "-a: b",
    "-inf",
    "<a",
    "<<",
]
QUOTED = [
    '""',
    '"a b"',
    '"a # b: c"',
    r'"\n\t\"\\\/"',
    r'"\u00e9"',
    r'"\ud83d\ude00"',
    r'"\x41"',
    '"a" ',
    '"a"b',
    '"a" # c',
]
QUOTED += ["''", "'it''s'", "'a # b: c'", "'a'b", "'\\n'", "'a' "]
KEYS = [
    "2FA",
    "1e",
    "a",
    "b",
    "a.b",
    "a-b",
    "a b",
    "A/b",
    "yes",
    "true",
    "null",
    "5",
    '"a"',
    "'b'",
    '"x y"',
    '"q: r"',
    "é",
    "a ",
    "<<",
    "? x",
    "a (b",
    "a) b",
    '"5"',
    "05",
    "-5",
]
KEYS += ["one", "other", "many", "few", "zero"]
VALUES = st.sampled_from([*PLAIN, *QUOTED, "", "text", "other text", "third"])
LINES = st.builds(
    lambda indent, key, value, space: f"{'  ' * indent}{key}:{space if value else ''}{value}\n",
    st.integers(0, 3),
    st.sampled_from(KEYS),
    VALUES,
    st.sampled_from([" ", " ", "  ", ""]),
)
OTHERS = st.sampled_from(
    [
        "\n",
        "   \n",
        "# c\n",
        "  # d\n",
        "- x\n",
        "-\n",
        "  -\n",
        "---\n",
        "...\n",
        "    more text\n",
        "%YAML 1.2\n",
        "a\n",
    ]
)
BLOCK_LINES = st.sampled_from(
    [
        "    x\n",
        "    y z\n",
        "\n",
        "      deep\n",
        "   less\n",
        "    # c\n",
        "  # d\n",
        "    a: b\n",
        "    z \n",
        "     \n",
        "\n\n",
    ]
)
BLOCKS = st.builds(
    lambda style, lines, after: f"  k: {style}\n{''.join(lines)}{after}",
    st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "| ", "|2", "> # c", "|-2"]),
    st.lists(st.one_of(st.just("    x\n"), BLOCK_LINES), max_size=6),
    st.sampled_from(["", "  # n\n", "# n\n", "  m: y\n", "n: y\n", "  m: |\n    t\n", "    s", "  m: >\n    t"]),
)
LONG_LINES = st.sampled_from(
    [
        "   y z\n",
        "    %{n} y\n",
        "      (y) \n",
        "    - y\n",
        "    y: z\n",
        "   # c\n",
        "\n",
        "  y\n",
        "    'y'\n",
        "    5\n",
        "    y'\n",
        "    y''  z' \n",
        '    y"\n',
        '     \\"y\\n z" \n',
        "    [y] {z}\n",
        '    "y\n',
        "    &y *z !a\n",
        "    ? y\n",
    ]
)
LONG_TEXTS = st.builds(
    lambda first, lines, after: f"  k: {first}\n{''.join(lines)}{after}",
    st.sampled_from(
        ["x", "x ", "5 x", "true", "x #", '"x"', "x\n    y", "'x", "'x ''y ", '"x', '"x \\n', '"x\\', "12:"]
    ),
    st.lists(LONG_LINES, min_size=1, max_size=4),
    st.sampled_from(
        ["", "  # n\n", "# n\n", "  m: y\n", "n: y\n", "  # n\n  m: y\n", "\n  m: x\n    y\n  # d\n  n: z\n"]
    ),
)
LISTS = st.builds(
    lambda indent, items, after: f"  l:\n{''.join(f'{indent}{item}' for item in items)}{after}",
    st.sampled_from(["  ", "    ", "   ", " "]),
    st.lists(
        st.sampled_from(
            [
                "- a\n",
                "- 'b'\n",
                '- "c"  \n',
                "- 5\n",
                "-  d\n",
                "-\n",
                "- - e\n",
                "- f: g\n",
                '- ""\n',
                "\n",
                "# c\n",
                "- true\n",
                "- 'x\n      y'\n",
                "- x\n      - y\n",
            ]
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(
        [
            "",
            "\n",
            "  # n\n",
            "  m: y\n",
            "n: y\n",
            "  - z\n",
            "      more\n",
            "      more\n    x\n",
            "  m: y\n  l:\n  - x\n",
        ]
    ),
)
TREES = st.recursive(
    st.sampled_from(["text", '"quoted # x"', "'it''s'", "true", "", "a: b", "%d"]),
    lambda inner: st.dictionaries(st.sampled_from([*KEYS[:6], *KEYS[-5:]]), inner, max_size=5),
    max_leaves=15,
)
OPTIONS = st.builds(ReadOptions, is_monolingual=st.booleans())
FORMATS = st.sampled_from(["yaml", "ruby-yaml"])


def write_tree(tree: object, indent: str) -> str:
    if not isinstance(tree, dict):
        return f" {tree}\n" + "  # note\n" * (len(str(tree)) % 3)
    return "\n" + "".join(f"{indent}{key}:{write_tree(value, indent + '  ')}" for key, value in tree.items())


@pytest.mark.slow
@settings(max_examples=3 * settings().max_examples)
@given(FORMATS, st.lists(st.one_of(LINES, LINES, LINES, OTHERS), max_size=7), st.sampled_from(["", "cs:\n"]), OPTIONS)
def test_the_readers_agree_on_any_lines(file_format: str, lines: list[str], head: str, options: ReadOptions) -> None:
    text = head + "".join(f"  {line}" if head else line for line in lines)
    assert_readers_agree(file_format, text.encode(), options)


@pytest.mark.slow
@settings(max_examples=4 * settings().max_examples)
@given(
    FORMATS,
    st.lists(st.one_of(BLOCKS, LISTS, LONG_TEXTS), min_size=1, max_size=2),
    st.sampled_from(["\n", "\r\n"]),
    OPTIONS,
)
def test_the_readers_agree_on_block_texts_and_lists(
    file_format: str, parts: list[str], line_end: str, options: ReadOptions
) -> None:
    # The second part has other keys.
    text = "cs:\n  # head\n  j: x\n" + parts[0] + "".join(parts[1:]).replace(" k:", " q:").replace(" l:", " r:")
    assert_readers_agree(file_format, text.replace("\n", line_end).encode(), options)


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples)
@given(FORMATS, TREES, st.sampled_from(["cs", "en", "ar", "pt-BR"]), st.sampled_from(["\n", "\r\n"]), OPTIONS)
def test_the_readers_agree_on_nested_keys(
    file_format: str, tree: object, language: str, line_end: str, options: ReadOptions
) -> None:
    text = f"# head\n---\n{language}:{write_tree(tree, '  ')}"
    assert_readers_agree(file_format, text.replace("\n", line_end).encode(), options)


REGULAR = [
    pytest.param("a: 5\nb: true\nc: False x\n2FA_TITLE: x\n", id="whole number, boolean, and a key with a digit"),
    pytest.param("0: x\n10: y\na:\n  5: z\n", id="whole numbers as keys"),
    pytest.param("a:\n-\n- :year\n- 5\nb:\n  - x\n  - \n", id="empty items, symbols and numbers in lists"),
    pytest.param("a: x\nb:\n  c: 'it''s'\n  d: \"y\\n\"\n\ne: z\n", id="nested keys"),
    pytest.param("# c\n\n---\na:\n  b: x\n", id="comment above"),
    pytest.param("# a\na: x\n\n  # b\n#\n#  c\nb: y\nc:\n  d: z\n  # e\ne: z\n# f\n", id="comments"),
    pytest.param("a: x\r\nb: y\r\n", id="CRLF"),
    pytest.param("a: |\n  x\n\n   y\n\nb: >-\n  x\n  y\n\n  z\nc: |+\n  x\n\n", id="block texts"),
    pytest.param("a: x\n  y \n   %z\nb:\n  - x\n    y\n", id="plain texts of several lines"),
    pytest.param("a: 'x \n   y''s\n  z'\nb: \"x\n  \\ty\"\n", id="quoted texts of several lines"),
    pytest.param("a: x\n  [y] - z\n", id="plain text of two lines with other marks"),
    pytest.param("a: |2-\n\n   x\n  y\nb:\n  c: >1\n   x\n", id="block texts with a number of spaces"),
    pytest.param("a: 1e\nb: 2.ª\nc: 0.6 API\nd: 12 h\n", id="texts that begin with a digit"),
    pytest.param("a: <b>x</b> - y\nb: -t\u00f3l\n", id="texts that begin with a tag or a hyphen"),
    pytest.param(f"a (for example: x\n{'a' * 250}: y\n", id="key with a parenthesis, and a long one"),
    pytest.param("a: x\n...\n", id="end of the document"),
    pytest.param("a:\n- x\n- 'y'\nb:\n  - z\n\nc: x\n", id="lists"),
    pytest.param("a:\n  one: x\n  other: y\nb:\n", id="plural forms and no value"),
    pytest.param("a: >\n  x\n    y\n", id="folded block text with an indented line"),
    pytest.param("a: |2\n  \n", id="block text with a number and no text"),
    pytest.param("a: |\n  x", id="block text without a line end"),
    pytest.param("a: 'x\n\n  y'\n", id="quoted text with an empty line"),
    pytest.param('a: "x\\\n  y"\n', id="quoted text with an escaped line end"),
    pytest.param("a: 'x\ny'\n", id="quoted text whose second line is not indented"),
]
IRREGULAR = [
    pytest.param("", id="empty"),
    pytest.param("\ufeffa: x\n", id="byte order mark"),
    pytest.param("a: &x y\nb: *x\n", id="anchor"),
    pytest.param("a: [x, y]\n", id="flow collection"),
    pytest.param("a:\n- x: y\n", id="list of mappings"),
    pytest.param("a:\n- 1.5\n", id="list of numbers"),
    pytest.param("a: |-2\n  x\n", id="block text with a number after a sign"),
    pytest.param("a: 0x1F\n", id="hexadecimal number"),
    pytest.param("a: 12:30\n", id="number with minutes"),
    pytest.param("a: x\n...\nb: y\n", id="text after the end of the document"),
    pytest.param("a: |\n  x\n# c\nb: y\n", id="comment below a block text"),
    pytest.param("a: x # c\nb: y\n", id="comment"),
    pytest.param("a: 1.5\n", id="number"),
    pytest.param("1e3: x\n", id="a number as a key"),
    pytest.param(f"{'a' * 251}: x\n", id="very long key"),
    pytest.param("a: x\na: y\n", id="repeated key"),
    pytest.param("a: x\n b: y\n", id="wrong indent"),
]


@pytest.mark.parametrize("text", REGULAR)
def test_the_fast_reader_reads_regular_files(text: str) -> None:
    assert assert_readers_agree("yaml", text.encode(), ReadOptions(is_monolingual=True))
    nested = "cs:\n" + "".join(f"  {line}\n" for line in text.splitlines() if line and line[0] not in "#-.")
    assert assert_readers_agree("ruby-yaml", nested.encode(), ReadOptions(is_monolingual=True))


@pytest.mark.parametrize("text", IRREGULAR)
def test_the_reference_reader_reads_irregular_files(text: str) -> None:
    assert not assert_readers_agree("yaml", text.encode(), ReadOptions(is_monolingual=True))
