"""Texts in which white space, control characters and the places of problems are visible."""

import time

import pytest

from transtats_cli.checks import CHECKS
from transtats_cli.pages.visible_text import find_problem_spans, make_visible_text, show_control_characters


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


@pytest.mark.parametrize(
    ("check", "text", "marked"),
    [
        pytest.param("end_stop", "Open the file", ["ile"], id="end"),
        pytest.param("end_stop", "Auf. \n", ["uf. \n"], id="end with white space"),
        pytest.param("begin_space", "  a", ["  "], id="begin"),
        pytest.param("end_space", "a b \t ", [" \t "], id="last spaces"),
        pytest.param("end_newline", "a\nb\n\n", ["\n\n"], id="last lines"),
        pytest.param("escaped_newline", "a\\\\nb", ["\\\\n"], id="escapes"),
        pytest.param("double_space", "a  b   c", ["  ", "   "], id="double"),
        pytest.param("duplicate", "the the file", ["the the"], id="duplicate"),
        pytest.param("same", "Name", [], id="no place"),
    ],
)
def test_the_place_of_a_problem_is_found(check: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in find_problem_spans(text, "", [check], (), ())] == marked


@pytest.mark.parametrize(
    ("check", "character"),
    [("end_space", " "), ("end_newline", "\n"), ("escaped_newline", "\\"), ("double_space", " ")],
)
def test_a_long_run_of_one_character_is_searched_only_once(check: str, character: str) -> None:
    text = f"x{character * 4_998}x"

    def measure_seconds() -> float:
        start = time.process_time()
        find_problem_spans(text, "", [check], (), ())
        return time.process_time() - start

    assert min(measure_seconds() for _ in range(3)) < 0.015


def test_placeholders_that_the_other_text_lacks_are_marked() -> None:
    spans = find_problem_spans("%d of %s %s", "%s %d", ["c_format"], [(0, 2), (6, 8), (9, 11)], [(0, 2), (3, 5)])
    assert spans == [(9, 11)]


@pytest.mark.parametrize("text", ["", "a", "\n", "x" * 10_000], ids=["empty", "letter", "line", "long"])
def test_every_check_accepts_any_text(text: str) -> None:
    for check in CHECKS:
        spans = find_problem_spans(text, text, [check.id], (), ())
        assert all(0 <= start < end <= len(text) for start, end in spans), check.id
