"""Links in Markdown, and their parts."""

import pytest

from transtats_cli.checks.markup.markdown_links import find_link_syntax_spans, find_links_with_target
from transtats_cli.limits import NotChecked, RemainingSearchTime


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
    (link,) = find_links_with_target(text, RemainingSearchTime())
    assert (link[0], link["target"], link["title"]) == (text, target, title)


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
    assert [link[0] for link in find_links_with_target(text, RemainingSearchTime())] == expected


def test_an_address_is_a_target_without_a_title() -> None:
    (link,) = find_links_with_target("<a@b.c>", RemainingSearchTime())
    assert (link["target"], link["title"]) == ("a@b.c", None)


def test_a_text_whose_links_take_too_long_is_not_checked() -> None:
    with pytest.raises(NotChecked, match="the search for markup takes too long"):
        find_links_with_target("[" * 50_000 + "](" * 50_000, RemainingSearchTime())


def test_the_targets_of_links_are_link_syntax() -> None:
    text = '[![a!](b)!](c! "d!") <http://e?>'
    assert [text[start:end] for start, end in find_link_syntax_spans(text, RemainingSearchTime())] == [
        "c!",
        '"d!"',
        "!",
        "http://e?",
    ]
