"""Text from files creates no mentions, links or commands in Markdown, and its characters are kept."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from transtats_cli.output.text import escape_controls, escape_markdown

LINKED = re.compile(
    r"@\w|#\d|[!$%&~]\d|\b(?i:gh|ghsa|cve)-\w|\b(?=\d*[a-f])[0-9a-f]{7,40}\b|://|www\.|mailto:|\[vulnerability:",
    re.ASCII,
)
"""Plain text that GitHub or GitLab link, whether or not a backslash is in front of it."""
PIECES = "@octocat|@org/team|o/r#1|#1|!1|%1|GH-1|CVE-2020-1|deadbeef|http://a.example|www.a.example|mailto:a@b.c"
PIECES += "|/close|-|1.|#|>|`|``|\\|![a](b)|<b>|<!--|&#64;a|_|**|~~| |\n|é|\u00a0|x"
TEXTS = st.lists(st.sampled_from([*PIECES.split("|"), "|"]), max_size=8).map("".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("50.0% translated (1 of 2 strings)", "50.0% translated (1 of 2 strings)", id="sentences stay"),
        pytest.param("Portuguese (Brazil), 1234567", "Portuguese (Brazil), 1234567", id="numbers stay"),
        pytest.param("C# is @ 5 & more!", "C# is @ 5 \\& more!", id="signs that link to nothing"),
        pytest.param("a_b _c_ [d](e)", "a_b \\_c\\_ \\[d\\](e)", id="markup"),
        pytest.param("hi @octocat, and you", "hi `@octocat`, and you", id="person"),
        pytest.param("me@example.org", "`me@example.org`", id="mail"),
        pytest.param("owner/repo#1 #2", "`owner/repo#1` `#2`", id="issues"),
        pytest.param("owner/repo@deadbee", "`owner/repo@deadbee`", id="commit of a repository"),
        pytest.param("deadbeef decade", "`deadbeef` decade", id="commit"),
        pytest.param("GH-1 gh-2 CVE-2020-1 ABC-3", "`GH-1` `gh-2` `CVE-2020-1` `ABC-3`", id="issues by prefix"),
        pytest.param("https://a.example www.b.example", "`https://a.example` `www.b.example`", id="addresses"),
        pytest.param("!1 $1 %1 &1 ~1 [vulnerability:1]", "`!1` `$1` `%1` `&1` `~1` `[vulnerability:1]`", id="GitLab"),
        pytest.param("![a](//b) <img> <!--", "!\\[a\\](//b) \\<img\\> \\<!--", id="image and HTML"),
        pytest.param("/close now", "`/close` now", id="quick action"),
        pytest.param(" \u00a0 /close now", "`/close` now", id="quick action after blanks"),
        pytest.param("`@a", "`` `@a ``", id="a fence in a word"),
        pytest.param("a\n/close", "a\\\\n/close", id="line break"),
    ],
)
def test_only_words_that_would_be_linked_become_code(text: str, expected: str) -> None:
    assert escape_markdown(text) == expected


@given(TEXTS)
def test_no_word_is_linked_and_the_text_is_kept(text: str) -> None:
    (paragraph,) = MarkdownIt("commonmark").parse(f"x {escape_markdown(text)}")[1:2]
    children = paragraph.children or []
    shown = "".join(child.content for child in children)
    # Code has a backslash before a bar, for tables.
    assert shown.replace("\\", "").split() == f"x {escape_controls(text)}".replace("\\", "").split()
    assert {child.type for child in children} <= {"text", "text_special", "code_inline"}
    assert not LINKED.search("".join(child.content if child.type != "code_inline" else "`" for child in children))


@given(TEXTS)
def test_a_text_at_the_start_of_a_paragraph_begins_no_command_and_no_block(text: str) -> None:
    written = escape_markdown(text)
    assert not re.match(r"\s*/\w", written)
    if text.strip():
        assert [token.type for token in MarkdownIt("commonmark").parse(f"{written}: x") if token.nesting == 1] == [
            "paragraph_open"
        ]
