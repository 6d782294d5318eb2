"""Texts in which white space, control characters and the places of problems are visible."""

import pytest

from transtats_cli.pages.visible_text import (
    FOUND,
    Fragment,
    VisibleText,
    find_placeholders,
    make_visible_text,
    show_control_characters,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain text", [("plain text", "")], id="plain"),
        pytest.param(" a", [("·", "ws"), ("a", "")], id="leading"),
        pytest.param("a  ", [("a", ""), ("··", "ws")], id="trailing"),
        pytest.param("a  b c", [("a", ""), ("··", "ws"), ("b c", "")], id="double"),
        pytest.param("a\nb", [("a", ""), ("↵\n", "ws"), ("b", "")], id="line break"),
        pytest.param("a\tb", [("a", ""), ("⇥\t", "ws"), ("b", "")], id="tab"),
        pytest.param("a\u00a0b", [("a", ""), ("⍽", "ws"), ("b", "")], id="no-break space"),
        pytest.param("\u202ea", [("U+202E", "code"), ("a", "")], id="bidi override"),
        pytest.param("\x07\r", [("U+0007", "code"), ("U+000D", "code")], id="control characters"),
        pytest.param("\udc80", [("U+DC80", "code")], id="lone surrogate"),
        pytest.param("نمی\u200cخواهم", [("نمی\u200cخواهم", "")], id="joiner"),
        pytest.param("", [], id="empty"),
    ],
)
def test_invisible_characters_are_shown_as_marks(text: str, expected: list[tuple[str, str]]) -> None:
    visible = make_visible_text(text)
    assert [(each.text, each.classes) for each in visible.fragments] == expected
    assert visible.omitted == 0


def test_placeholders_and_problems_have_classes() -> None:
    visible = make_visible_text("a %s b", [(2, 4)], [(2, 6)])
    assert [(each.text, each.classes) for each in visible.fragments] == [("a ", ""), ("%s", "ph bad"), (" b", "bad")]


def test_a_found_text_in_a_placeholder_leaves_the_placeholder_one_unit() -> None:
    text = "a %(page)s%s"
    visible = make_visible_text(text, find_placeholders(text), changes=(FOUND, [(4, 8)]))
    assert [each.text or each.parts for each in visible.fragments] == [
        "a ",
        VisibleText((Fragment("%("), Fragment("page", "mark"), Fragment(")s"))),
        "%s",
    ]


@pytest.mark.parametrize("text", ["x" * 100_000, "\t" * 100_000, "\u202e" * 100_000, "  a" * 40_000], ids=repr)
def test_long_texts_are_cut(text: str) -> None:
    visible = make_visible_text(text, limit=5_000)
    size = sum(len(each.text) + (60 if each.classes else 0) for each in visible.fragments)
    assert size < 6_000
    assert visible.omitted > 90_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [("name", "name"), ("a\u202eb", "a\\u202eb"), ("\x1b[31m", "\\u001b[31m"), ("Übung", "Übung"), ("a\nb", "a\nb")],
)
def test_names_show_control_characters_as_codes(text: str, expected: str) -> None:
    assert show_control_characters(text) == expected


def test_a_missing_character_is_an_empty_fragment_at_its_place() -> None:
    visible = make_visible_text("ab", (), [(0, 0), (1, 1), (2, 2)])
    assert [each.text for each in visible.fragments] == ["", "a", "", "b", ""]
    assert {each.title for each in visible.fragments if not each.text} == {"a character is missing here"}
