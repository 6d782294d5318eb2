"""Markup that Pygments finds in a reStructuredText string."""

import pytest

from transtats_cli.checks.markup import rst_tokens
from transtats_cli.limits import NotChecked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a **b** c", ["**", "**"], id="the marks of strong text"),
        pytest.param("a *b* c", ["*", "*"], id="the marks of emphasis"),
        pytest.param("a ``b`` c", ["`", "b", "`"], id="a literal and the first of its marks"),
        pytest.param("plain", [], id="nothing in a plain text"),
    ],
)
def test_markup_is_highlighted(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in rst_tokens.find_rst_markup_spans(text)] == expected


@pytest.mark.parametrize(
    "text", ["- a\n\n  b", ".. _a: <b>", "A\n---", ":a: b", "|a| (c)_ #d", "1. a\n2. b", "f(x) -> y"]
)
def test_the_lexer_would_find_nothing_in_texts_that_are_not_lexed(text: str) -> None:
    assert not list(rst_tokens.find_rst_markup_spans(text))
    assert not rst_tokens._find_markup_spans_cached(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 20_000, id="long"),
        pytest.param("`a <" * 1_000, id="full of backticks"),
        pytest.param("\n" * 5_000, id="full of lines"),
        pytest.param("\r" * 5_000, id="full of carriage returns"),
        pytest.param(".. code:: c\n\n   x0" + " " * 3_000 + "!\n\n", id="code"),
    ],
)
def test_a_text_that_would_take_too_long_is_not_checked(text: str) -> None:
    with pytest.raises(NotChecked):
        list(rst_tokens.find_rst_markup_spans(text))
