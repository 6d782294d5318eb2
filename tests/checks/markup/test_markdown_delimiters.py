"""Constructs of Markdown that begin and end with delimiters."""

import pytest

from transtats_cli.checks.markup.markdown import find_markdown_constructs
from transtats_cli.limits import RemainingSearchTime


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
        pytest.param("ि_a_ é_b_ _c_é", ["_a_"], id="letters beyond ASCII are a part of a word, vowel signs are not"),
        pytest.param("~~\x1da~~ ~~b\x1d~~", [], id="a separator of ASCII is a blank"),
    ],
)
def test_the_constructs_of_a_text_are_found(text: str, expected: list[str]) -> None:
    found = find_markdown_constructs(text, RemainingSearchTime())
    assert [text[start:end] for _, start, end in found] == expected
