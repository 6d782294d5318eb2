"""A translation has the AsciiDoc macros, cross references, anchors and passthroughs of its source."""

from collections.abc import Callable
from time import process_time

import pytest

from transtats_cli.checks.markup.asciidoc import highlight_asciidoc_markup
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("image:a.png[Alt]", "image:a.png[Jiný]", False, id="other attributes"),
        pytest.param("image:a.png[Alt]", "image:b.png[Alt]", True, id="another target"),
        pytest.param("image:a.png[]", "icon:a.png[]", True, id="another name"),
        pytest.param("image::a.png[]", "image:a.png[]", True, id="another number of colons"),
        pytest.param("footnote:[a]", "footnote:[b]", False, id="an empty target"),
        pytest.param("footnote:[a", "x", False, id="attributes without an end"),
        pytest.param("footnote:[a\nb]", "footnote:[x]", False, id="line breaks in attributes"),
        pytest.param("footnote:[a\\]b]c", "footnote:[x]", False, id="escaped brackets in attributes"),
        pytest.param("a:b]c[d]", "a:b]x[d]", True, id="a closing bracket in a target"),
        pytest.param("a:b c[d]", "x", False, id="no blank in a target"),
        pytest.param("KBD:[x]", "y", False, id="no capitals in a name"),
        pytest.param("1x:[y]", "z", False, id="no digit at the beginning of a name"),
        pytest.param("a-b:[x]", "b:[y]", False, id="no hyphen in a name"),
        pytest.param("pass:[a b]", "pass:[a c]", True, id="another text of a pass macro"),
        pytest.param("https://a.b/c[text]", "https://a.b/c[jiný]", False, id="another text of an address"),
        pytest.param("https://a.b/c[text]", "https://a.b/d[text]", True, id="another address"),
        pytest.param("\\image:a[b]", "x", False, id="an escaped macro is text"),
        pytest.param("\\\\image:a[b]", "x", True, id="an escaped backslash before a macro"),
        pytest.param("<<a>>", "<<a,text>>", False, id="another text of a reference"),
        pytest.param("<<a,text>>", "<<b,text>>", True, id="another id of a reference"),
        pytest.param("<< a,text>>", "<<a,text>>", True, id="other blanks in the id of a reference"),
        pytest.param("<<<a>> x", "<a>> x", True, id="a bracket at the beginning of an id"),
        pytest.param("<<a <<b>>", "<<b>>", True, id="two brackets in an id"),
        pytest.param("<<a> b>>", "x", False, id="no closing bracket in an id"),
        pytest.param("<<,a>> <<>>", "x", False, id="no empty id"),
        pytest.param("<<a,image:b[c]>>", "<<a,image:x[c]>>", True, id="a macro in the text of a reference"),
        pytest.param("[[a]]", "[[a,text]]", False, id="another text of an anchor"),
        pytest.param("[[a]]", "[[b]]", True, id="another id of an anchor"),
        pytest.param("[[[a]]", "[x[a]]", True, id="an anchor begins with the first bracket"),
        pytest.param("\\[[a]]", "x", False, id="an escaped anchor is text"),
        pytest.param("+++a+++", "+++b+++", True, id="another text of a passthrough"),
        pytest.param(
            "++a++ `+b+` $$c$$", "$$c$$ `+b+` ++a++", False, id="three kinds of passthroughs in another order"
        ),
        pytest.param("`+a+`", "`a`", True, id="code instead of a passthrough"),
        pytest.param("$$a$$", "a", True, id="text instead of a passthrough"),
        pytest.param("++a\nb++", "++a b++", True, id="a passthrough across lines"),
        pytest.param("++++ $$$$", "x", False, id="no empty passthroughs"),
        pytest.param("<<a>> <<a>>", "<<a>>", True, id="another number of references"),
        pytest.param("<<a>> [[b]]", "[[b]] <<a>>", False, id="another order"),
    ],
)
def test_a_translation_keeps_the_constructs(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("asciidoc-markup", source, target, "asciidoc-text") is not None) is fails


def test_references_without_an_id_take_linear_time(problem_of: Problem) -> None:
    start = process_time()
    assert problem_of("asciidoc-markup", "x", "<<," * 100_000 + ">>", "asciidoc-text") is None
    assert process_time() - start < 3


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
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
def test_the_message_contains_the_construct(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("asciidoc-markup", "image:a[]", target, "asciidoc-text") == expected


def test_whole_constructs_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "x image:a[b] <<c,d>> `+e+`"
    spans = sorted(highlight_asciidoc_markup(text, subject_of("x", text, "asciidoc-text")))
    assert [text[start:end] for start, end in spans] == ["image:a[b]", "<<c,d>>", "`+e+`"]
