"""HTML in Fluent messages."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.fluent.inner_html import fluent_source_inner_html
from transtats_cli.checks.subject import CheckedString
from transtats_cli.problems import Problem

SOURCE = "fluent-source-inner-html, fluent-type:Message"


def find_source_problem(subject_of: Callable[..., CheckedString], text: str) -> str | None:
    return fluent_source_inner_html(subject_of(text, text, SOURCE))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("one", id="text"),
        pytest.param("one < two > three", id="a sign between blanks"),
        pytest.param("one <3", id="a sign before a number"),
        pytest.param("one & two, R&D", id="an ampersand that begins no name"),
        pytest.param("one &# two", id="an ampersand before a number sign"),
        pytest.param("one &lt; &eacute; &#233; &#xE9;", id="character references"),
        pytest.param("&#0; &#55296; &#x110000; &#" + "9" * 5000 + ";", id="any number"),
        pytest.param("a<br>b<br/>c<br />d", id="elements without content"),
        pytest.param("<b>one</b> <x-y>two</x-y> <H1>three</H1><BR>", id="elements"),
        pytest.param("<a href='x' title=\"y > z\" x:y='' TITLE=''>one</a>", id="attributes"),
        pytest.param('<a href="{ $url }?a=1&amp;b=2">one</a>', id="a reference in an attribute"),
        pytest.param("{ $n ->\n  [one] <b>one</b>\n  *[other] two\n}", id="an element in a variant"),
        pytest.param("<b>{ $n ->\n  [one] one</b>\n  *[other] two</b>\n}", id="an end tag in each variant"),
        pytest.param("one\n.title = <b", id="an attribute of the message"),
        pytest.param(".title = <b", id="no value"),
        pytest.param("<b> { $a", id="a syntax error"),
    ],
)
def test_a_source_is_valid_inner_html(subject_of: Callable[..., CheckedString], text: str) -> None:
    assert find_source_problem(subject_of, text) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("one<two", "a browser reads <two as a tag, but it is none", id="text like a tag"),
        pytest.param("one <two>", "<two> has no end tag", id="no end tag"),
        pytest.param("one <two/>", "<two/> needs an end tag", id="closed, but not void"),
        pytest.param("one</b>", "</b> does not match a start tag", id="no start tag"),
        pytest.param("<b><i>one</b></i>", "</b> does not match a start tag", id="crossed"),
        pytest.param("<b>one</b x='y'>", "the end tag </b> has attributes", id="an end tag with attributes"),
        pytest.param("a</br>b", "</br> does not match a start tag", id="an end tag of a void element"),
        pytest.param("<img alt=x>", "a browser reads <img alt=x> as a tag, but it is none", id="no quotation marks"),
        pytest.param("<i a='1' a='2'>x</i>", "the attribute a occurs twice in a tag", id="an attribute twice"),
        pytest.param("<bØ>x</bØ>", "a browser reads <bØ>x</bØ> as a tag, but it is none", id="a name in other letters"),
        pytest.param("a <!-- b -->", "a browser reads <!-- b --> as a tag, but it is none", id="a comment"),
        pytest.param("rock&ethics", "&ethics is not a valid character reference", id="a name without a semicolon"),
        pytest.param("a &lte; b", "&lte; b is not a valid character reference", id="an unknown name"),
        pytest.param("a &#233 b", "&#233 b is not a valid character reference", id="a number without a semicolon"),
        pytest.param("&#xg;", "&#xg; is not a valid character reference", id="no number"),
        pytest.param("a &#; b", "&#; b is not a valid character reference", id="neither a number nor a name"),
        pytest.param("<b>one</B>", "</B> does not match a start tag", id="an end tag in another case"),
        pytest.param("<param>", "<param> has no end tag", id="an obsolete element without content"),
        pytest.param("<a_b>x</a_b>", "a browser reads <a_b>x</a_b> as a tag, but it is none", id="an underscore"),
        pytest.param("<i hidden>x</i>", "a browser reads <i hidden>x</i> as a tag, but it is none", id="no value"),
        pytest.param("<i a = 'b'>x", "a browser reads <i a = 'b'>x as a tag, but it is none", id="blanks at ="),
        pytest.param("<i _a='b'>x", "a browser reads <i _a='b'>x as a tag, but it is none", id="another first sign"),
        pytest.param("<b t='&foo;'>x</b>", "&foo;' is not a valid character reference", id="in an attribute"),
        pytest.param("one<{ $a }", "a browser reads < $a as a tag, but it is none", id="before a reference"),
        pytest.param("<b { $a }>x</b>", "a browser reads <b  $a >x</b> as a tag, but it is none", id="in a tag"),
        pytest.param("&{ $a }", "& is directly before a reference", id="an ampersand before a reference"),
        pytest.param("&l{ $a }", "&l $a is not a valid character reference", id="a name before a reference"),
        pytest.param('{ "<" }b', "a browser reads <b as a tag, but it is none", id="a literal"),
        pytest.param('{ "\\u003C" }b', "a browser reads <b as a tag, but it is none", id="an escaped literal"),
        pytest.param("{ $n ->\n  [one] one\n  *[other] <b>\n}", "<b> has no end tag", id="in a variant"),
    ],
)
def test_a_source_that_is_not_valid_inner_html_fails(
    subject_of: Callable[..., CheckedString], text: str, problem: str
) -> None:
    assert find_source_problem(subject_of, text) == f"the source is not valid inner HTML: {problem}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("<b>" * 60, "the tags of the string are nested too deeply for this check", id="tags"),
        pytest.param(
            " ".join(["<br>{ $n ->\n  [one] a\n  *[other] b\n}"] * 30),
            "the string has too many variants",
            id="variants",
        ),
        pytest.param(
            "{ $n ->\n  *[other] " * 30 + "a" + "\n}" * 30,
            "the string is nested too deeply for this check",
            id="selections",
        ),
        pytest.param("{" * 40_000, "the string is nested too deeply for this check", id="braces"),
        pytest.param("a" * 50_001, "the string has 50001 characters, and this check reads up to 50000", id="letters"),
    ],
)
def test_a_string_beyond_a_limit_is_not_checked(
    subject_of: Callable[..., CheckedString], text: str, reason: str
) -> None:
    evaluator = CheckEvaluator()
    assert evaluator.find_problems(["fluent-source-inner-html"], subject_of(text, text, SOURCE)) == ()
    assert [*evaluator.warnings] == [Problem("", "fluent-source-inner-html: a string is not checked", detail=reason)]


TARGET = "fluent-target-inner-html, fluent-type:Message"


@pytest.mark.parametrize(
    ("source", "target", "problem"),
    [
        pytest.param("one", "eins", None, id="text"),
        pytest.param("<b>x</b><br>", "<br/><b>y</b>", None, id="in another order"),
        pytest.param("<a href='x' id=\"y\">z</a>", '<a id="y" href="x">w</a>', None, id="attributes in another order"),
        pytest.param("<a", "y", None, id="only the source is not valid"),
        pytest.param(
            "<b>x",
            "<b>y",
            "the translation is not valid inner HTML: <b> has no end tag",
            id="neither is valid",
        ),
        pytest.param(
            "<b>x</b>",
            "<B>y</B>",
            "no variant of the translation has the elements <b>, as the source has",
            id="in other case",
        ),
        pytest.param("<b>x</b>", "y {", None, id="a syntax error"),
        pytest.param("<b>x</b>\n.t = y", ".t = y", None, id="no value"),
        pytest.param("<b>x</b>", "{ $n ->\n  [one] <b>y</b>\n  *[other] <b>z</b>\n}", None, id="in each variant"),
        pytest.param(
            "<b>x</b>", "y", "no variant of the translation has the elements <b>, as the source has", id="missing"
        ),
        pytest.param("x", "<b>y</b>", "no variant of the translation has no elements, as the source has", id="added"),
        pytest.param(
            "<b>x</b>",
            "<b>y</b><b>z</b>",
            "no variant of the translation has the elements <b>, as the source has",
            id="more often",
        ),
        pytest.param(
            "<a id='x'>y</a>",
            "<a id='z'>y</a>",
            "no variant of the translation has the elements <a id=x>, as the source has",
            id="another value",
        ),
        pytest.param(
            "<a id='{ $x }'>y</a>",
            "<a id='{ $z }'>y</a>",
            "no variant of the translation has the elements <a id= $x >, as the source has",
            id="another reference",
        ),
        pytest.param(
            "<b><i>x</i></b>",
            "<i><b>y</b></i>",
            "no variant of the translation has the elements <b> <i>, as the source has",
            id="nested the other way round",
        ),
        pytest.param(
            "<b>x</b>",
            "{ $n ->\n  [one] y\n  *[other] <b>z</b>\n}",
            "a variant of the translation has no elements, which no variant of the source has",
            id="missing in a variant",
        ),
        pytest.param(
            "x",
            "y <z",
            "the translation is not valid inner HTML: a browser reads <z as a tag, but it is none",
            id="invalid",
        ),
    ],
)
def test_a_translation_has_the_elements_of_its_source(
    problem_of: Callable[..., str | None], source: str, target: str, problem: str | None
) -> None:
    assert problem_of("fluent-target-inner-html", source, target, TARGET) == problem
