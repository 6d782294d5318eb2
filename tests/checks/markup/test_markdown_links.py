"""What is a link in Markdown, and what its parts are."""

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
        pytest.param("[a]( b )", "b", None, id="blanks around it"),
        pytest.param("[a](b c)", "b c", None, id="blanks in it"),
        pytest.param("[a](b(c)", "b(c", None, id="the shortest target"),
        pytest.param("[a](<b c>)", "b c", None, id="in angle brackets"),
        pytest.param("[a](<b)c>)", "b)c", None, id="with a parenthesis in them"),
        pytest.param("[a](<b)", "<b", None, id="that do not close"),
        pytest.param('[a](b "c")', "b", '"c"', id="title"),
        pytest.param("[a](b 'c')", "b", "'c'", id="in single quotes"),
        pytest.param("[a](b (c))", "b", "(c)", id="in parentheses"),
        pytest.param('[a](b "c\\"d")', "b", '"c\\"d"', id="with an escaped quote"),
        pytest.param('[a](b "c)d" )', "b", '"c)d"', id="with a parenthesis"),
        pytest.param('[a](b\n"c"\n)', "b", '"c"', id="on lines of its own"),
        pytest.param('[a](b "c"d)', 'b "c"d', None, id="something behind it"),
        pytest.param('[a](<b> "c")', "b", '"c"', id="behind angle brackets"),
        pytest.param('[a]("c")', '"c"', None, id="no title without a target"),
    ],
)
def test_parts_of_an_inline_link(text: str, target: str, title: str | None) -> None:
    (link,) = find_links_with_target(text)
    assert link.link_span == (0, len(text))
    assert text[slice(*link.target_span)] == target
    assert (text[slice(*link.title_span)] if link.title_span else None) == title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a [b] c](d)", ["[a [b] c](d)"], id="brackets in the text"),
        pytest.param("[a [^b] c](d)", ["[^b] c](d)"], id="but no footnote"),
        pytest.param("[a ] b](c)", ["[a ] b](c)"], id="a bracket that another one follows"),
        pytest.param("[a [ b](c)", ["[ b](c)"], id="an opening bracket begins anew"),
        pytest.param("[a](b) [c](d)", ["[a](b)", "[c](d)"], id="two links"),
        pytest.param("![a](b)", ["![a](b)"], id="an image"),
        pytest.param("[![a](b)](c)", ["[![a](b)](c)"], id="an image as text"),
        pytest.param("[a] (b)", [], id="a blank in between"),
        pytest.param("[a](b", [], id="no end"),
        pytest.param("<<http://a>", ["<http://a>"], id="an address"),
    ],
)
def test_links(text: str, expected: list[str]) -> None:
    assert [text[slice(*link.link_span)] for link in find_links_with_target(text)] == expected


def test_an_address_has_neither_text_nor_title() -> None:
    assert find_links_with_target("<a@b.c>") == [MarkdownLink((0, 7), (1, 6), is_inline=False)]


@given(BRACKETED)
def test_links_are_what_the_regular_expression_matches(text: str) -> None:
    """The expression says the rule, but takes quadratic time and more."""
    expected = [
        MarkdownLink(match.span(), match.span("address"), is_inline=False)
        if match["address"]
        else MarkdownLink(match.span(), match.span("target"), match.span("title") if match["title"] else None)
        for match in LINK.finditer(text)
    ]
    assert find_links_with_target(text) == expected


@given(BRACKETED)
def test_references_are_what_the_regular_expression_matches(text: str) -> None:
    assert find_reference_names(text) == [match[1] for match in REFERENCE.finditer(text)]


def test_what_is_not_for_reading() -> None:
    text = '[![a!](b)!](c! "d!") <http://e?>'
    assert [text[start:end] for start, end in find_link_syntax_spans(text)] == ["c!", '"d!"', "!", "http://e?"]
