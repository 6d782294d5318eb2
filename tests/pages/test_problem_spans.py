"""Places of problems in texts."""

import time

import pytest

from transtats_cli.checks import CHECKS
from transtats_cli.pages.visible_text import find_problem_spans


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
