"""Excerpts of texts on a few lines, in which blanks, line breaks and control characters are visible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.output.excerpts import OmissionLine, create_excerpt_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Done.", ["Done."], id="plain text"),
        pytest.param("one two three four", ["one two", "three four"], id="broken at a blank"),
        pytest.param("One.\nTwo.", ["One.\\n", "Two."], id="a line break"),
        pytest.param("One.\n", ["One.\\n"], id="a line break at the end"),
        pytest.param("a\r\n\n", ["a\\r\\n", "\\n"], id="an empty line"),
        pytest.param(" Name: ", ["␣Name:␣"], id="blanks at the ends"),
        pytest.param("a  b", ["a␣␣b"], id="blanks in a row"),
        pytest.param("\x1b[31m", ["\\x1b[31m"], id="an escape sequence"),
        pytest.param("日本語の訳です", ["日本語の訳", "です"], id="wide characters"),
    ],
)
def test_blanks_line_breaks_and_control_characters_are_visible(text: str, expected: list[str]) -> None:
    assert create_excerpt_lines(text, 10) == expected


@pytest.mark.parametrize("length", [100, 10_000])
def test_an_excerpt_of_a_long_text_has_its_beginning_and_its_end(length: int) -> None:
    lines = create_excerpt_lines("begin " + "middle " * length + "end", 20)
    assert len(lines) == 8
    assert lines[0].startswith("begin")
    assert lines[5] == f"[… {length * 7 + 9} characters in all …]"
    assert isinstance(lines[5], OmissionLine)
    assert lines[7].endswith("end")


def test_a_text_of_many_short_lines_is_shortened() -> None:
    assert create_excerpt_lines("\n".join("abcdefghij"), 60) == [
        *[f"{letter}\\n" for letter in "abcde"],
        "[… 19 characters in all …]",
        "i\\n",
        "j",
    ]


@given(st.text(max_size=3000), st.integers(10, 100))
def test_an_excerpt_has_at_most_eight_lines(text: str, room: int) -> None:
    assert len(create_excerpt_lines(text, room)) <= 8
