"""Constructs of Markdown that begin and end with delimiters."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.checks.markup.markdown import find_markdown_constructs

EMPHASIS = re.compile(
    r"(?P<d1>__)(?:.+?)__(?!_)|(?P<d2>\*\*)(?:.+?)\*\*(?!\*)|\b(?P<d3>_)(?:__|[^_])+?_\b"
    r"|(?P<d4>\*)(?:\*\*|[^*])+?\*(?!\*)|(?P<d5>~~)(?=\S).*?\S~~",
    re.DOTALL,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a `b` c", ["`b`"], id="code"),
        pytest.param("``a`b``", ["``a`b``"], id="a shorter run inside"),
        pytest.param("`a``b`", ["`a``b`"], id="a longer run inside"),
        pytest.param("`a ``b", [], id="no closing run of the same length"),
        pytest.param("\\`a`", [], id="an escaped backtick"),
        pytest.param("\\``a`", ["`a`"], id="only the first backtick is escaped"),
        pytest.param("\\\\`a`", ["`a`"], id="an escaped backslash"),
        pytest.param("`a\\`", ["`a\\`"], id="a backslash in code does not escape"),
        pytest.param("`*a*`", ["`*a*`"], id="no emphasis in code"),
        pytest.param("<http://a>", ["<http://a>"], id="an address"),
        pytest.param("<http://>", [], id="an address without content"),
        pytest.param("<a@b.c>", ["<a@b.c>"], id="a mail address"),
        pytest.param("<@b.c> <a@.c> <a@b.>", [], id="a mail address with a part missing"),
        pytest.param("< <http://a>", ["<http://a>"], id="an address begins at the last bracket"),
        pytest.param("\\<http://a>", [], id="an escaped bracket"),
        pytest.param("<http://`a`>", ["<http://`a`>"], id="no code in an address"),
        pytest.param("`<http://a`>", ["`<http://a`"], id="no address that begins in code"),
        pytest.param("*`a`*", ["`a`", "*`a`*"], id="emphasis around code"),
        pytest.param("__a_b__", ["__a_b__"], id="a double delimiter before a single one"),
        pytest.param("__a__ __b__", ["__a__", "__b__"], id="the shortest construct"),
        pytest.param("**a\nb**", ["**a\nb**"], id="across lines"),
        pytest.param("**** __", ["****"], id="emphasis of a pair of stars"),
        pytest.param("**a***", ["**a***"], id="the end is not followed by a third star"),
        pytest.param("*a**b*", ["*a**b*"], id="emphasis may contain pairs of stars"),
        pytest.param("*a** b", [], id="no end with a pair of stars"),
        pytest.param("a_b_ _c_d _e_", ["_e_"], id="underscores at the borders of words"),
        pytest.param("~~a~~ ~~ b~~", ["~~a~~"], id="deletions begin without a blank"),
        pytest.param("~~a ~~", [], id="deletions end without a blank"),
        pytest.param("~a~", [], id="one tilde is not a delimiter"),
    ],
)
def test_the_constructs_of_a_text_are_found(text: str, expected: list[str]) -> None:
    assert [text[construct.start : construct.end] for construct in find_markdown_constructs(text)] == expected


@given(st.text("_*~ ab", max_size=14))
def test_the_scanner_finds_the_matches_of_the_regular_expression(text: str) -> None:
    """The expression defines the rule, but takes quadratic time."""
    matches = EMPHASIS.finditer(text)
    expected = [(match[match.lastgroup or 0], *match.span()) for match in matches]
    assert [tuple(construct) for construct in find_markdown_constructs(text)] == expected
