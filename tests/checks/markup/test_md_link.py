"""A translation has the Markdown links of its source."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("[a](./b)", "[x](./b)", False, id="kept"),
        pytest.param("[a](./b)", "x", True, id="lost"),
        pytest.param("[a](./b)", "[x](./b) [y](./b)", True, id="added"),
        pytest.param("a", "[x](./b)", False, id="a source without any asks for nothing"),
        pytest.param("[a](https://e.com)", "[x](https://e.cz)", False, id="addresses are free"),
        pytest.param("[a](b.md)", "[x](c.md)", False, id="so are other targets"),
        pytest.param("[a](./b)", "[x](./c)", True, id="a relative target stays"),
        pytest.param("[a](#b)", "[x](#c)", True, id="an anchor stays"),
        pytest.param("[a]({{ b }})", "[x]({{ c }})", True, id="a template stays"),
        pytest.param("[a](b)", "[x](#c)", True, id="a target of these is added"),
        pytest.param("[a](./b) [c](./d)", "[x](./d) [y](./b)", False, id="the order is free"),
        pytest.param("[a](./b) [c](./b) [d](e)", "[x](./b) [y](e) [z](f)", False, id="how often one is linked"),
        pytest.param("![a](b.png)", "[x](b.png)", False, id="an image is a link"),
        pytest.param("<https://e.com>", "<https://e.cz>", False, id="an address in brackets"),
        pytest.param("<https://e.com>", "https://e.com", True, id="without its brackets"),
        pytest.param("<a@b.c>", "x", True, id="a mail address"),
        pytest.param("<a@b> <b>", "x", False, id="no mail address"),
        pytest.param("[a](<./b>)", "[x](./b)", False, id="a target in angle brackets"),
        pytest.param("`[a](./b)`", "`a`", True, id="code spans are not looked at"),
        pytest.param("\\[a](./b)", "a", True, id="nor are backslashes"),
        pytest.param("[a] (./b)", "x", False, id="nothing stands before the parenthesis"),
        pytest.param("[a][b](./c)", "x", True, id="two pairs of brackets"),
    ],
)
def test_links_are_kept(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("md-link", source, target, "md-text") is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "language", "source", "target", "fails"),
    [
        pytest.param("", "de", '[a](b "Read this chapter")', '[x](b "Kapitel lesen")', False, id="a translated title"),
        pytest.param("", "de", '[a](b "Read this chapter")', "[x](b)", True, id="a lost title"),
        pytest.param("", "de", "[a](b)", '[x](b "Datei")', True, id="an added title"),
        pytest.param("", "de", '[a](b "Read this chapter")', '[x](b "")', True, id="an empty title is none"),
        pytest.param(
            "", "de", '[a](b "Read this chapter")', '[x](b "Read this chapter")', True, id="an unchanged title"
        ),
        pytest.param("", "de", '[a](b "1234")', '[x](b "1234")', False, id="that says nothing"),
        pytest.param(
            "", "en_GB", '[a](b "Read this chapter")', '[x](b "Read this chapter")', False, id="in the same language"
        ),
        pytest.param(
            "ignore-same",
            "de",
            '[a](b "Read this chapter")',
            '[x](b "Read this chapter")',
            False,
            id="that a flag allows",
        ),
        pytest.param("", "de", "[a](b 'Read this chapter')", "[x](b (Kapitel lesen))", False, id="any quotes"),
        pytest.param(
            "", "de", '[a](b "One") [c](d)', '[x](d) [y](b "Eins")', False, id="equal targets belong together"
        ),
        pytest.param("", "de", '[a](b "One") [c](d)', '[x](e) [y](f "Eins")', True, id="others go by their order"),
    ],
)
def test_titles_are_translated(
    problem_of: Problem, flag_line: str, language: str, source: str, target: str, fails: bool
) -> None:
    found = problem_of("md-link", source, target, f"md-text, {flag_line}", language=language)
    assert (found is not None) is fails


def test_plural_forms_are_paired(problem_of: Problem) -> None:
    assert problem_of("md-link", ["one", "[a](./b)"], ["ein", "[x](./b)"], "md-text") is None
    assert problem_of("md-link", ["one", "[a](./b)"], ["ein", "x"], "md-text") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("[a](b)", "x", "the source has 1 links, the translation 0", id="number"),
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
def test_the_mistake_is_named(problem_of: Problem, source: str, target: str, expected: str) -> None:
    assert problem_of("md-link", source, target, "md-text") == expected
