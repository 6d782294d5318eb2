"""Links in Markdown, and their parts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.markup.markdown_links import (
    MarkdownLink,
    find_link_syntax_spans,
    find_links_with_target,
    find_reference_names,
)

TEXT = r"(?:\[[^^\]]*\]|[^\[\]]|\](?=[^\[]*\]))*"
TITLE = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^)\\])*\)"""
LINK = re.compile(
    rf"!?\[{TEXT}\]\(\s*(?P<angle><)?(?P<target>.*?)(?(angle)>)(?:\s+(?P<title>{TITLE}))?\s*\)"
    r"|<(?P<address>https?://[^>]+|[^>]+@[^>]+\.[^>]+)>",
    re.DOTALL,
)
REFERENCE = re.compile(rf"!?\[{TEXT}\]\s*\[([^^\]]*)\]", re.DOTALL)
BRACKETED = st.text("[]()<>!^ \"'\\a@.", max_size=16) | st.lists(
    st.sampled_from(["[", "]", "](", ")", "[a](", " ", '"', "'", "(", "\\", "<", ">", "!", "^", "][", "b"]), max_size=12
).map("".join)


@pytest.mark.parametrize(
    ("text", "target", "title"),
    [
        pytest.param("[a](b)", "b", None, id="target"),
        pytest.param("[a]()", "", None, id="no target"),
        pytest.param("[a]( b )", "b", None, id="blanks around a target"),
        pytest.param("[a](b c)", "b c", None, id="blanks in a target"),
        pytest.param("[a](b(c)", "b(c", None, id="the shortest target"),
        pytest.param("[a](<b c>)", "b c", None, id="a target in angle brackets"),
        pytest.param("[a](<b)c>)", "b)c", None, id="a parenthesis in angle brackets"),
        pytest.param("[a](<b)", "<b", None, id="an angle bracket that is not closed"),
        pytest.param('[a](b "c")', "b", '"c"', id="title"),
        pytest.param("[a](b 'c')", "b", "'c'", id="a title in single quotes"),
        pytest.param("[a](b (c))", "b", "(c)", id="a title in parentheses"),
        pytest.param('[a](b "c\\"d")', "b", '"c\\"d"', id="an escaped quote in a title"),
        pytest.param('[a](b "c)d" )', "b", '"c)d"', id="a parenthesis in a title"),
        pytest.param('[a](b\n"c"\n)', "b", '"c"', id="a title on a line of its own"),
        pytest.param('[a](b "c"d)', 'b "c"d', None, id="text after a title"),
        pytest.param('[a](<b> "c")', "b", '"c"', id="a title after angle brackets"),
        pytest.param('[a]("c")', '"c"', None, id="no title without a target"),
    ],
)
def test_an_inline_link_has_a_target_and_may_have_a_title(text: str, target: str, title: str | None) -> None:
    (link,) = find_links_with_target(text)
    assert link.link_span == (0, len(text))
    assert text[slice(*link.target_span)] == target
    assert (text[slice(*link.title_span)] if link.title_span else None) == title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a [b] c](d)", ["[a [b] c](d)"], id="brackets in the text"),
        pytest.param("[a [^b] c](d)", ["[^b] c](d)"], id="no footnote in the text"),
        pytest.param("[a ] b](c)", ["[a ] b](c)"], id="a closing bracket in the text"),
        pytest.param("[a [ b](c)", ["[ b](c)"], id="the text begins after the last opening bracket"),
        pytest.param("[a](b) [c](d)", ["[a](b)", "[c](d)"], id="two links"),
        pytest.param("![a](b)", ["![a](b)"], id="an image"),
        pytest.param("[![a](b)](c)", ["[![a](b)](c)"], id="an image as text"),
        pytest.param("[a] (b)", [], id="a blank before the parenthesis"),
        pytest.param("[a](b", [], id="no end"),
        pytest.param("<<http://a>", ["<http://a>"], id="an address"),
    ],
)
def test_the_links_of_a_text_are_found(text: str, expected: list[str]) -> None:
    assert [text[slice(*link.link_span)] for link in find_links_with_target(text)] == expected


def test_an_address_has_neither_text_nor_title() -> None:
    assert find_links_with_target("<a@b.c>") == [MarkdownLink("<a@b.c>", (0, 7), (1, 6), is_inline=False)]


@given(BRACKETED)
def test_links_are_the_matches_of_the_regular_expression(text: str) -> None:
    """The expression defines the rule, but takes at least quadratic time."""
    expected = [
        MarkdownLink(text, match.span(), match.span("address"), is_inline=False)
        if match["address"]
        else MarkdownLink(text, match.span(), match.span("target"), match.span("title") if match["title"] else None)
        for match in LINK.finditer(text)
    ]
    assert find_links_with_target(text) == expected


@given(BRACKETED)
def test_references_are_the_matches_of_the_regular_expression(text: str) -> None:
    assert find_reference_names(text) == [match[1] for match in REFERENCE.finditer(text)]


def test_the_targets_of_links_are_link_syntax() -> None:
    text = '[![a!](b)!](c! "d!") <http://e?>'
    assert [text[start:end] for start, end in find_link_syntax_spans(text)] == ["c!", '"d!"', "!", "http://e?"]
