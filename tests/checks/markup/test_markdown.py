"""Checks of Markdown."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup.markdown import highlight_md_syntax
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("[a][ref]", "[x][ref]", False, id="kept"),
        pytest.param("[a][ref]", "x", True, id="lost"),
        pytest.param("[a][ref]", "[x][other]", True, id="another reference"),
        pytest.param("[a][ref]", "[x][ref] [y][more]", True, id="added"),
        pytest.param("a", "[x][ref]", False, id="a source without references"),
        pytest.param("[a][ref] [b][ref]", "[x][ref]", False, id="another number"),
        pytest.param("[a][ref]", "[x][Ref]", True, id="another case"),
        pytest.param("[a][ref]", "[x][ ref]", True, id="a blank inside"),
        pytest.param("[a][ref]", "[x] \n[ref]", False, id="blanks between the parts"),
        pytest.param("[a][]", "[x][]", False, id="an empty reference"),
        pytest.param("[a][]", "[x][a]", True, id="the text instead of an empty reference"),
        pytest.param("![a][ref]", "[x][ref]", False, id="a link instead of an image"),
        pytest.param("[a][^ref]", "x", False, id="a footnote is not a reference"),
        pytest.param("[a [b] c][ref]", "[x][ref]", False, id="brackets in the text"),
        pytest.param("[a ] b][ref]", "[ref]", True, id="a closing bracket in the text"),
        pytest.param("[][ref]", "[x][ref]", False, id="an empty text"),
    ],
)
def test_a_translation_keeps_the_references(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-reflink", source, target, "md-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("md-reflink", ["one", "[a][b]"], ["ein", "[x][b]"], "md-text") is None
    assert problem_of("md-reflink", ["one", "[a][b]"], ["ein", "[x][c]"], "md-text") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("a", "the link reference [ref] is missing", id="missing"),
        pytest.param("[a][ref] [b][new]", "the link reference [new] is not in the source", id="extra"),
    ],
)
def test_the_message_contains_the_reference(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("md-reflink", "[a][ref]", target, "md-text") == expected


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("[a](./b)", "[x](./b)", False, id="kept"),
        pytest.param("[a](./b)", "x", True, id="lost"),
        pytest.param("[a](./b)", "[x](./b) [y](./b)", True, id="added"),
        pytest.param("a", "[x](./b)", False, id="a source without links"),
        pytest.param("[a](https://e.com)", "[x](https://e.cz)", False, id="another address"),
        pytest.param("[a](b.md)", "[x](c.md)", False, id="another file as target"),
        pytest.param("[a](./b)", "[x](./c)", True, id="another relative target"),
        pytest.param("[a](#b)", "[x](#c)", True, id="another anchor"),
        pytest.param("[a]({{ b }})", "[x]({{ c }})", True, id="another template"),
        pytest.param("[a](b)", "[x](#c)", True, id="an anchor instead of a file"),
        pytest.param("[a](./b) [c](./d)", "[x](./d) [y](./b)", False, id="another order"),
        pytest.param("[a](./b) [c](./b) [d](e)", "[x](./b) [y](e) [z](f)", False, id="the number of links to a target"),
        pytest.param("![a](b.png)", "[x](b.png)", False, id="a link instead of an image"),
        pytest.param("<https://e.com>", "<https://e.cz>", False, id="an address in brackets"),
        pytest.param("<https://e.com>", "https://e.com", True, id="an address without its brackets"),
        pytest.param("<a@b.c>", "x", True, id="a mail address"),
        pytest.param("<a@b> <b>", "x", False, id="no mail address"),
        pytest.param("[a](<./b>)", "[x](./b)", False, id="a target in angle brackets"),
        pytest.param("`[a](./b)`", "`a`", True, id="links in code spans count"),
        pytest.param("\\[a](./b)", "a", True, id="escaped links count"),
        pytest.param("[a] (./b)", "x", False, id="a blank before the parenthesis"),
        pytest.param("[a][b](./c)", "x", True, id="two pairs of brackets"),
    ],
)
def test_a_translation_keeps_the_links(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-link", source, target, "md-text") is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "language", "source", "target", "fails"),
    [
        pytest.param("", "de", '[a](b "Read this chapter")', '[x](b "Kapitel lesen")', False, id="a translated title"),
        pytest.param("", "de", '[a](b "Read this chapter")', "[x](b)", True, id="a lost title"),
        pytest.param("", "de", "[a](b)", '[x](b "Datei")', True, id="an added title"),
        pytest.param("", "de", '[a](b "Read this chapter")', '[x](b "")', True, id="an empty title"),
        pytest.param(
            "", "de", '[a](b "Read this chapter")', '[x](b "Read this chapter")', True, id="an unchanged title"
        ),
        pytest.param("", "de", '[a](b "1234")', '[x](b "1234")', False, id="an unchanged title without words"),
        pytest.param(
            "",
            "en_GB",
            '[a](b "Read this chapter")',
            '[x](b "Read this chapter")',
            False,
            id="an unchanged title in the same language",
        ),
        pytest.param(
            "ignore-same",
            "de",
            '[a](b "Read this chapter")',
            '[x](b "Read this chapter")',
            False,
            id="an unchanged title that a flag allows",
        ),
        pytest.param("", "de", "[a](b 'Read this chapter')", "[x](b (Kapitel lesen))", False, id="any quotes"),
        pytest.param("", "de", '[a](b "One") [c](d)', '[x](d) [y](b "Eins")', False, id="titles are paired by target"),
        pytest.param(
            "",
            "de",
            '[a](b "One") [c](d)',
            '[x](e) [y](f "Eins")',
            True,
            id="titles of other targets are paired by order",
        ),
    ],
)
def test_titles_are_translated(
    problem_of: Problem, flag_line: str, language: str, source: str, target: str, fails: bool
) -> None:
    found = problem_of("md-link", source, target, f"md-text, {flag_line}", language=language)
    assert (found is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms_in_md_link(problem_of: Problem) -> None:
    assert problem_of("md-link", ["one", "[a](./b)"], ["ein", "[x](./b)"], "md-text") is None
    assert problem_of("md-link", ["one", "[a](./b)"], ["ein", "x"], "md-text") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("[a](b)", "x", "the translation has no links, the source has 1", id="number"),
        pytest.param("[a](./b)", "[a](c)", "the link to ./b is missing", id="missing"),
        pytest.param("[a](b)", "[a](#c)", "the link to #c is not in the source", id="extra"),
        pytest.param('[a](b "Open")', "[a](b)", "the link title 'Open' is missing", id="no title"),
        pytest.param("[a](b)", '[a](b "Auf")', "the source has no link title 'Auf'", id="title"),
        pytest.param(
            '[a](b "Read this chapter")',
            '[a](b "Read this chapter")',
            "the link title 'Read this chapter' is the same as in the source",
            id="same",
        ),
    ],
)
def test_the_message_describes_the_difference(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("md-link", source, target, "md-text") == expected


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a **b** c", "x **y** z", False, id="kept"),
        pytest.param("a **b** c", "x y z", True, id="lost"),
        pytest.param("a b c", "x **y** z", True, id="added"),
        pytest.param("**a** **b**", "**x**", False, id="another number"),
        pytest.param("**a**", "__x__", True, id="another delimiter"),
        pytest.param("*a*", "_x_", True, id="another delimiter of emphasis"),
        pytest.param("~~a~~", "~~x~~", False, id="deletions"),
        pytest.param("~~a~~", "~~ x~~", True, id="a blank at the inner end of a deletion"),
        pytest.param("`a`", "``x``", True, id="the number of backticks"),
        pytest.param("`a`", "`kód`", False, id="another text of code"),
        pytest.param("<https://a.b>", "<https://x.y>", False, id="another address"),
        pytest.param("<https://a.b>", "https://x.y", True, id="an address without its brackets"),
        pytest.param("2 * 3 * 4", "2 × 3 × 4", True, id="a product is emphasis"),
        pytest.param("a_b_c", "x", False, id="underscores in words are not delimiters"),
        pytest.param("***a***", "**a** *b*", True, id="three stars are strong text only"),
        pytest.param("\\*a\\*", "*x*", False, id="escaped delimiters count"),
    ],
)
def test_a_translation_keeps_the_delimiters(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-syntax", source, target, "md-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms_in_md_syntax(problem_of: Problem) -> None:
    assert problem_of("md-syntax", ["one", "*n*"], ["ein", "*n*"], "md-text") is None
    assert problem_of("md-syntax", ["one", "*n*"], ["*ein*", "n"], "md-text") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("**a**", "x", "strong text **…** is missing", id="missing"),
        pytest.param("a", "`x`", "code `…` is not in the source", id="extra"),
    ],
)
def test_the_message_contains_the_delimiter(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("md-syntax", source, target, "md-text") == expected


def test_delimiters_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "**a** `b` <c@d.e>"
    spans = sorted(highlight_md_syntax(text, subject_of("x", text, "md-text")))
    assert [text[start:end] for start, end in spans] == ["**", "**", "`", "`", "<", ">"]
