"""Places of problems in texts."""

import pytest

from transtats_cli.checks import CHECKS
from transtats_cli.pages.problem_spans import find_problem_spans


@pytest.mark.parametrize(
    ("check", "text", "marked"),
    [
        pytest.param("end_stop", "Open the file", ["ile"], id="end"),
        pytest.param("end_stop", "Auf. \n", ["uf. \n"], id="end with white space"),
        pytest.param("begin_space", "  a", ["  "], id="begin"),
        pytest.param("double_space", "a  b   c", ["  ", "   "], id="double"),
        pytest.param("duplicate", "the the file", ["the the"], id="duplicate"),
        pytest.param("same", "Name", [], id="no place"),
    ],
)
def test_the_place_of_a_problem_is_found(check: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in find_problem_spans(text, "", [check], (), ())] == marked


def test_placeholders_that_the_other_text_lacks_are_marked() -> None:
    spans = find_problem_spans("%d of %s %s", "%s %d", ["c_format"], [(0, 2), (6, 8), (9, 11)], [(0, 2), (3, 5)])
    assert spans == [(9, 11)]


@pytest.mark.parametrize("check", [check.id for check in CHECKS])
def test_every_check_accepts_any_text(check: str) -> None:
    for text in ("", "a", "\n", "x" * 10_000):
        spans = find_problem_spans(text, text, [check], (), ())
        assert all(0 <= start < end <= len(text) for start, end in spans)
