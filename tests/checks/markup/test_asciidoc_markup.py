"""A translation has the AsciiDoc macros, cross references, anchors and passthroughs of its source."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup import asciidoc_markup
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("image:a.png[Alt]", "image:a.png[Jiný]", False, id="attributes are free"),
        pytest.param("image:a.png[Alt]", "image:b.png[Alt]", True, id="a target stays"),
        pytest.param("image:a.png[]", "icon:a.png[]", True, id="a name stays"),
        pytest.param("image::a.png[]", "image:a.png[]", True, id="so do its colons"),
        pytest.param("footnote:[a]", "footnote:[b]", False, id="a target may be empty"),
        pytest.param("footnote:[a", "x", False, id="the attributes end"),
        pytest.param("footnote:[a\nb]", "footnote:[x]", False, id="and hold line breaks"),
        pytest.param("footnote:[a\\]b]c", "footnote:[x]", False, id="and escaped brackets"),
        pytest.param("a:b]c[d]", "a:b]x[d]", True, id="a target may hold a closing bracket"),
        pytest.param("a:b c[d]", "x", False, id="but no blank"),
        pytest.param("KBD:[x]", "y", False, id="a name is in lower case"),
        pytest.param("1x:[y]", "z", False, id="and begins with a letter"),
        pytest.param("a-b:[x]", "b:[y]", False, id="a hyphen is no part of it"),
        pytest.param("pass:[a b]", "pass:[a c]", True, id="a pass macro stays as a whole"),
        pytest.param("https://a.b/c[text]", "https://a.b/c[jiný]", False, id="an address is a macro, too"),
        pytest.param("https://a.b/c[text]", "https://a.b/d[text]", True, id="with its target"),
        pytest.param("\\image:a[b]", "x", False, id="an escaped macro is none"),
        pytest.param("\\\\image:a[b]", "x", True, id="an escaped backslash escapes nothing"),
        pytest.param("<<a>>", "<<a,text>>", False, id="the text of a reference is free"),
        pytest.param("<<a,text>>", "<<b,text>>", True, id="its id stays"),
        pytest.param("<< a,text>>", "<<a,text>>", True, id="with its blanks"),
        pytest.param("<<<a>> x", "<a>> x", True, id="an id may begin with a bracket"),
        pytest.param("<<a <<b>>", "<<b>>", True, id="and hold two of them"),
        pytest.param("<<a> b>>", "x", False, id="but no closing one"),
        pytest.param("<<,a>> <<>>", "x", False, id="and is not empty"),
        pytest.param("<<a,image:b[c]>>", "<<a,image:x[c]>>", True, id="a macro in a text counts"),
        pytest.param("[[a]]", "[[a,text]]", False, id="the text of an anchor is free"),
        pytest.param("[[a]]", "[[b]]", True, id="its id stays"),
        pytest.param("[[[a]]", "[x[a]]", True, id="an anchor begins with the first bracket"),
        pytest.param("\\[[a]]", "x", False, id="an escaped anchor is none"),
        pytest.param("+++a+++", "+++b+++", True, id="passthroughs stay as a whole"),
        pytest.param("++a++ `+b+` $$c$$", "$$c$$ `+b+` ++a++", False, id="of each kind"),
        pytest.param("`+a+`", "`a`", True, id="of the kind of code"),
        pytest.param("$$a$$", "a", True, id="of the kind of dollars"),
        pytest.param("++a\nb++", "++a b++", True, id="across lines"),
        pytest.param("++++ $$$$", "x", False, id="they hold something"),
        pytest.param("<<a>> <<a>>", "<<a>>", True, id="how often counts"),
        pytest.param("<<a>> [[b]]", "[[b]] <<a>>", False, id="the order does not"),
    ],
)
def test_constructs_are_kept(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("asciidoc-markup", source, target, "asciidoc-text") is not None) is fails


def test_plural_forms_are_paired(problem_of: Problem) -> None:
    assert problem_of("asciidoc-markup", ["one", "<<a>>"], ["ein", "<<a>>"], "asciidoc-text") is None
    assert problem_of("asciidoc-markup", ["one", "<<a>>"], ["ein", "<<b>>"], "asciidoc-text") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("x", "image:a is missing", id="missing"),
        pytest.param("image:a[] <<b>>", "<<b>> is not in the source", id="extra"),
        pytest.param("image:a[] image:a[]", "image:a is not in the source so often", id="too often"),
    ],
)
def test_the_construct_is_named(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("asciidoc-markup", "image:a[]", target, "asciidoc-text") == expected


def test_whole_constructs_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "x image:a[b] <<c,d>> `+e+`"
    spans = sorted(asciidoc_markup.find_highlights(text, subject_of("x", text, "asciidoc-text")))
    assert [text[start:end] for start, end in spans] == ["image:a[b]", "<<c,d>>", "`+e+`"]
