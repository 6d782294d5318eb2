"""No form of a translation has more lines than its flag allows."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("max-lines:2", "a\nb", False, id="as many as allowed"),
        pytest.param("max-lines:2", "a\nb\nc", True, id="more"),
        pytest.param("max-lines:1", "a\n", True, id="an empty last line counts"),
        pytest.param("max-lines:1", "", False, id="an empty form has one line"),
        pytest.param("max-lines:0", "", True, id="a limit of zero"),
        pytest.param("max-lines:1", "a\rb\u2028c", False, id="only line feeds count"),
        pytest.param("max-lines:x", "a", True, id="a limit that is not a number"),
        pytest.param("max-lines:2:3", "a", True, id="two limits"),
        pytest.param("max-lines", "a\nb\nc", False, id="no limit"),
        pytest.param('max-lines:1, replacements:"\\nb":c', "a\nb", False, id="replacements are made first"),
        pytest.param("max-lines:1, xml-text", "<b\n>a</b\n>", False, id="tags of xml are removed first"),
    ],
)
def test_a_translation_with_more_lines_than_its_limit_fails(
    problem_of: Problem, flag_line: str, target: str, fails: bool
) -> None:
    assert (problem_of("max-lines", "x", target, flag_line) is not None) is fails


def test_the_lines_of_every_plural_form_are_counted(problem_of: Problem) -> None:
    assert problem_of("max-lines", ["a", "b"], ["a", "b\nc"], "max-lines:1") is not None


def test_the_message_contains_the_number_of_lines(problem_of: Problem) -> None:
    assert problem_of("max-lines", "a", "b\nc", "max-lines:1") == "the translation has 2 lines, 1 are allowed"
