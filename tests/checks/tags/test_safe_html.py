"""A translation is clean HTML with no other tags and attributes than its source."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.safe_html import safe_html
from transtats_cli.limits import NotChecked

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("a", "x", False, id="text"),
        pytest.param("<b>a</b>", "<b>x</b>", False, id="kept"),
        pytest.param("<b>a</b>", "x", False, id="a removed tag"),
        pytest.param("a", "<b>x</b>", True, id="a tag the source does not have"),
        pytest.param('<a href="b">c</a>', '<a href="d">x</a>', False, id="another address"),
        pytest.param('<a href="b">c</a>', '<a href="javascript:d">x</a>', True, id="a scheme that runs programs"),
        pytest.param('<a href="b">c</a>', '<a id="b">x</a>', True, id="an attribute the source does not have"),
        pytest.param(
            '<a href="b">c</a> <i id="d">e</i>',
            '<i href="b">x</i>',
            True,
            id="an attribute that only another tag has in the source",
        ),
        pytest.param("<b>a</b>", "<b>x", True, id="not closed"),
        pytest.param("<b>a</b> <i>c</i>", "<b><i>x</b></i>", True, id="misnested"),
        pytest.param("<b>a</b>", "x</b>", True, id="not opened"),
        pytest.param("<br>", "x<br/>", True, id="a slash that HTML does not have"),
        pytest.param('<a href="b">c</a>', "<a href='b'>x</a>", True, id="single quotes"),
        pytest.param("<b>a</b>", "<B>x</B>", True, id="capitals"),
        pytest.param("a", "x<!-- y -->", True, id="a comment"),
        pytest.param("a", "x & y", True, id="a bare ampersand"),
        pytest.param("a", "x < y", True, id="a bare angle bracket"),
        pytest.param("a", "x > y", True, id="a bare closing angle bracket"),
        pytest.param("a", "&amp; &lt; &gt; &nbsp;", False, id="required entities"),
        pytest.param("a", "&quot;", True, id="an entity that is not required"),
        pytest.param("a", "&copy;", True, id="an entity for a letter"),
        pytest.param("a", "&#38;", True, id="a numeric entity"),
        pytest.param("a", "x \"y\" 'z'", False, id="quotes in a text"),
        pytest.param('<a title="b">c</a>', '<a title="&quot;">x</a>', False, id="a quote in an attribute"),
        pytest.param('<a href="b">c</a>', '<a href="?x&y">x</a>', True, id="an ampersand in an attribute"),
        pytest.param("a", "x\ry", True, id="a carriage return"),
        pytest.param("a", "x\u00a0y", False, id="a no-break space"),
        pytest.param("<b>a</b>", "<b>x\u00a0y</b>", False, id="a no-break space among tags"),
        pytest.param("<script>a</script>", "<script>x</script>", False, id="a script the source has"),
        pytest.param("a & b", "a & b", True, id="a source that is not clean either"),
        pytest.param("a", "", False, id="an empty form"),
    ],
)
def test_a_translation_is_clean_html(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("safe-html", source, target, "safe-html") is not None) is fails


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("safe-html, md-text", "<https://e.com> [x](<y>)", False, id="addresses in Markdown"),
        pytest.param("safe-html", "<https://e.com>", True, id="addresses without the flag for Markdown"),
        pytest.param("safe-html, safe-mdx", "a<br />", False, id="MDX closes empty elements"),
        pytest.param("safe-html, safe-mdx", "a<br>", True, id="MDX without the slash of an empty element"),
        pytest.param("safe-html, safe-mdx, ignore-safe-mdx", "a<br>", False, id="MDX that is ignored"),
    ],
)
def test_addresses_of_markdown_and_empty_elements_of_mdx_are_clean(
    problem_of: Problem, flag_line: str, target: str, fails: bool
) -> None:
    assert (problem_of("safe-html", "<br>", target, flag_line) is not None) is fails


@pytest.mark.parametrize(
    ("value", "fails"),
    [
        pytest.param("%s", False, id="kept"),
        pytest.param("/x/", False, id="replaced"),
        pytest.param("'%s'", True, id="in quotes"),
        pytest.param("„%s“", True, id="in quotes of a language"),
        pytest.param(" %s ", True, id="in blanks"),
        pytest.param("\\'%s\\'", True, id="in escaped quotes"),
        pytest.param("(%s)", False, id="in parentheses"),
    ],
)
def test_a_placeholder_in_an_attribute_gets_no_quotes_and_blanks(problem_of: Problem, value: str, fails: bool) -> None:
    found = problem_of("safe-html", '<a href="%s">a</a>', f'<a href="{value}">x</a>', "safe-html")
    assert (found is not None) is fails


@pytest.mark.parametrize(
    ("source", "is_checked"),
    [
        pytest.param("Plain", True, id="text"),
        pytest.param("a & b", True, id="a bare ampersand"),
        pytest.param("a < b", True, id="a bare bracket"),
        pytest.param("<b>a</b>", True, id="clean HTML"),
        pytest.param("a<br/>b", True, id="an empty element with a slash"),
        pytest.param("<my-element>a</my-element>", True, id="a custom element"),
        pytest.param("<my-element/>", True, id="an element of one's own with a slash"),
        pytest.param('<b hidden="">a</b>', True, id="an attribute with an empty value"),
        pytest.param("<b hidden>a</b>", False, id="an attribute without a value"),
        pytest.param("<!-- a -->b", True, id="a comment"),
        pytest.param("a <!-- b --> c", False, id="a comment between two texts"),
        pytest.param("<foo>", False, id="an element that HTML does not have"),
        pytest.param("<b>a</i>", False, id="closed with another tag"),
        pytest.param("<b>a", False, id="never closed"),
        pytest.param('<a href="{b}">c</a>', False, id="braces in a tag"),
        pytest.param("<b", False, id="an incomplete tag"),
        pytest.param("<!-- a", False, id="an incomplete comment"),
        pytest.param("a <?b?>", False, id="an instruction"),
    ],
)
def test_auto_safe_html_checks_translations_of_clean_sources(
    problem_of: Problem, source: str, is_checked: bool
) -> None:
    assert (problem_of("safe-html", source, "x & y", "auto-safe-html") is not None) is is_checked


def test_auto_safe_html_ignores_addresses_of_markdown_in_the_source(problem_of: Problem) -> None:
    assert problem_of("safe-html", "<https://e.com>", "x & y", "auto-safe-html, md-text") is not None


def test_auto_safe_html_applies_to_each_source_form_separately(problem_of: Problem) -> None:
    assert problem_of("safe-html", ["<foo>", "a"], ["x & y", "z"], "auto-safe-html") is None
    assert problem_of("safe-html", ["<foo>", "a"], ["x", "y & z"], "auto-safe-html") is not None


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param(
            "a", "x & y", "this is no clean HTML: '& y', which a sanitiser writes as '&amp; y'", id="not clean"
        ),
        pytest.param(
            '<a href="%s">a</a>',
            '<a href="„%s“">a</a>',
            "the attribute href has '„%s“' for the placeholder %s",
            id="quoted placeholder",
        ),
    ],
)
def test_the_message_contains_the_text_that_is_not_clean(
    problem_of: Problem, source: str, target: str, expected: str
) -> None:
    assert problem_of("safe-html", source, target, "safe-html") == expected


def test_a_long_text_with_tags_is_not_checked(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("a", "x", "safe-html")
    assert safe_html("a", "x" * 20_000, subject) is None
    with pytest.raises(NotChecked):
        safe_html("a", "<b>" * 20_000, subject)
