"""Control characters in text from files are escaped, and the size of a text is limited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.output.text import escape_controls, limit_text_size, shorten_change


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("po/čeština.po", "po/čeština.po", id="letters stay"),
        pytest.param("日本 עברית 👩‍👧", "日本 עברית 👩‍👧", id="joined and right-to-left letters stay"),
        pytest.param("\x1b[31mred", r"\x1b[31mred", id="escape"),
        pytest.param("\x9b31mred", r"\x9b31mred", id="eight-bit escape"),
        pytest.param("a\nb\rc\td\x00\x07", r"a\nb\rc\td\x00\x07", id="controls"),
        pytest.param("a\u2028b\x85c", r"a\u2028b\x85c", id="rare line ends"),
        pytest.param("gpj.\u202efdp", r"gpj.\u202efdp", id="direction override"),
        pytest.param("caf\udce9", r"caf\xe9", id="byte that is no UTF-8"),
        pytest.param("\ud800", r"\ud800", id="half a pair"),
        pytest.param("a\ufffeb\uffff", r"a\ufffeb\uffff", id="noncharacters"),
        pytest.param("a\\b", "a\\b", id="backslash stays"),
    ],
)
def test_control_characters_are_escaped(text: str, expected: str) -> None:
    assert escape_controls(text) == expected


def test_line_ends_are_kept_on_request() -> None:
    assert escape_controls("no such name\x1b\ntry this", keeps_newlines=True) == "no such name\\x1b\ntry this"


@given(st.text())
def test_escaped_text_is_one_line_that_is_not_escaped_again(text: str) -> None:
    shown = escape_controls(text)
    assert len(shown.splitlines()) <= 1
    assert escape_controls(shown) == shown
    shown.encode()


@pytest.mark.parametrize(
    ("lines", "largest", "expected"),
    [
        pytest.param(["a\n", "b\n"], 100, "a\nb\n", id="all of it"),
        pytest.param(["a\n" * 50, "b\n"], 70, "a\na\na\n\n48 more lines do not fit in here.\n", id="too many lines"),
        pytest.param(["é" * 10 + "\n", "b\n"], 80, "\n2 more lines do not fit in here.\n", id="bytes count"),
        pytest.param([], 0, "", id="nothing"),
    ],
)
def test_lines_above_the_size_limit_are_counted(lines: list[str], largest: int, expected: str) -> None:
    text = "".join(limit_text_size(lines, largest))
    assert text == expected
    assert len(text.encode()) <= largest


def test_long_texts_with_the_same_beginning_are_shown_where_they_differ() -> None:
    beginning = "word " * 50
    before, after = shorten_change(f"{beginning}old end", f"{beginning}new end")
    assert (before[0], before[-7:], after[-7:]) == ("…", "old end", "new end")
    assert shorten_change("old", "new") == ("old", "new")


def test_an_open_section_is_closed_before_the_number_of_omitted_lines() -> None:
    lines = ["<details><summary>x</summary>\n", *["text\n"] * 99, "</details>\n"]
    assert [*limit_text_size(lines, 200)][-2:] == ["\n</details>\n", "\n79 more lines do not fit in here.\n"]
