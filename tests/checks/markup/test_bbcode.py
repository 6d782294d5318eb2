"""A translation has the BBCode tags of its source, nested in the same way."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup.bbcode import highlight_bbcode
from transtats_cli.checks.subject import CheckedString

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("[b]a[/b]", "[b]x[/b]", False, id="kept"),
        pytest.param("[b]a[/b]", "x", True, id="lost"),
        pytest.param("a", "[b]x[/b]", True, id="added"),
        pytest.param("[b]a[/b] [b]c[/b]", "[b]x[/b]", True, id="another number"),
        pytest.param("[b]a[/b] [i]c[/i]", "[i]x[/i] [b]y[/b]", False, id="another order"),
        pytest.param("[b]a [i]c[/i][/b]", "[i]x [b]y[/b][/i]", True, id="another nesting"),
        pytest.param("[b]a[/b]", "[B]x[/B]", True, id="another case"),
        pytest.param("[b]a[/b]", "[b]x[/B]", True, id="another case of the closing tag"),
        pytest.param("[b]a", "x", False, id="an open tag without an end does not count"),
        pytest.param("[*]a [br] c[/i]", "x", False, id="single tags do not count"),
        pytest.param("[url=a]x[/url]", "[url=b]y[/url]", False, id="other parameters"),
        pytest.param("[url=a]x[/url]", "[url]y[/url]", False, id="no parameters"),
        pytest.param("[a@b]x[/a] [c d]y[/c]", "x", True, id="parameters after an at sign or a blank"),
        pytest.param("[b]a[/b]", "[b]x[/b c]", True, id="a closing tag with parameters does not count"),
        pytest.param("[b]a[/b]", "[b=x", True, id="parameters without the end of the tag"),
        pytest.param("[b]a[/b]", "[ b]a[/ b]", True, id="blanks before a name"),
        pytest.param("[b]a[i]c[/b]d[/i]", "[b]x[/b]", False, id="open tags in a pair are dropped"),
        pytest.param("[b]a[b]c[/b]", "[b]x[/b]", False, id="the nearest open tag is closed"),
        pytest.param(
            "[a][x][b]1[/b][/a]", "[a][b]1[/b][/a]", False, id="pairs in a dropped tag belong to the outer pair"
        ),
        pytest.param("[č]a[/č]", "[č]x[/č]", False, id="letters beyond ASCII"),
    ],
)
def test_a_translation_keeps_the_tags(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("bbcode", source, target, "bbcode-text") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("bbcode", ["one", "[b]n[/b]"], ["ein", "[b]n[/b]"], "bbcode-text") is None
    assert problem_of("bbcode", ["one", "[b]n[/b]"], ["ein", "n"], "bbcode-text") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("[b]x[/b] [i]y", "[i]…[/i] is missing", id="missing"),
        pytest.param("[b]x[/b] [i]y[/i] [u]z[/u]", "[u]…[/u] is not in the source", id="extra"),
        pytest.param("[b]x [i]y[/i][/b]", "the BBCode tags are nested in another way", id="nested"),
    ],
)
def test_the_message_describes_the_difference(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("bbcode", "[b]a[/b] [i]c[/i]", target, "bbcode-text") == expected


def test_the_tags_of_pairs_are_highlighted(subject_of: Callable[..., CheckedString]) -> None:
    text = "[url=a]x[/url] [b]"
    assert sorted(highlight_bbcode(text, subject_of("x", text, "bbcode-text"))) == [(0, 7), (8, 14)]


def test_thousands_of_tags_may_be_nested(problem_of: Problem) -> None:
    deep = "[b]" * 5_000 + "[/b]" * 5_000
    assert problem_of("bbcode", deep, deep + "x", "bbcode-text") is None
    assert problem_of("bbcode", deep, deep[3:], "bbcode-text") is not None
