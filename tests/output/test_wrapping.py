"""Lines fit the width, and together contain the whole text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from transtats_cli.output.text import wrap_at_blanks, wrap_paragraph, wrap_text


def test_lines_break_at_blanks() -> None:
    assert wrap_text("The quick brown fox", 10) == ["The quick", "brown fox"]


def test_a_word_that_does_not_fit_is_broken() -> None:
    assert wrap_text("a/very/long/path here", 10) == ["a/very/lon", "g/path", "here"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a/very/long/path here", ["a/very/", "long/path", "here"], id="a path"),
        pytest.param("po/long-name.po:7", ["po/", "long-", "name.po:7"], id="the first characters are preferred"),
        pytest.param("x/abcdefghijklm", ["x/", "abcdefghij", "klm"], id="a long word"),
        pytest.param("/abcdefghijklm", ["/abcdefghi", "jklm"], id="a character at the beginning ends nothing"),
    ],
)
def test_names_break_after_their_parts(text: str, expected: list[str]) -> None:
    assert wrap_text(text, 10, break_characters="/_-.:") == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        pytest.param(None, ["  a/very/long/path.po:7: one two  three"], id="no width"),
        pytest.param(12, ["  a/very/long/path.po:7:", "  one two ", "  three"], id="a long word stays whole"),
        pytest.param(80, ["  a/very/long/path.po:7: one two  three"], id="wide enough"),
    ],
)
def test_a_line_breaks_at_blanks_only(width: int | None, expected: list[str]) -> None:
    assert wrap_at_blanks("a/very/long/path.po:7: one two  three", width, indent="  ") == expected


def test_a_paragraph_is_indented() -> None:
    assert list(wrap_paragraph("one two three four five", 20, first_prefix="* ", other_prefix="  ")) == [
        "* one two three four",
        "  five",
    ]


def test_a_paragraph_is_not_divided_if_the_prefix_exceeds_the_width() -> None:
    assert list(wrap_paragraph("one two three", 10, other_prefix=" " * 20)) == ["one two three"]


@given(st.text(max_size=300), st.integers(2, 60))
def test_every_line_fits_and_nothing_but_blanks_is_lost(text: str, room: int) -> None:
    lines = wrap_text(text, room)
    assert max(map(cell_len, lines)) <= room
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
