"""Every form of a translation contains a match of the regular expression of its flag."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param('regex:r"^[A-Z]"', "Rot", False, id="matches"),
        pytest.param('regex:r"^[A-Z]"', "rot", True, id="does not match"),
        pytest.param("regex:ot", "rote", False, id="a match anywhere"),
        pytest.param('regex:"^\\\\p{Lu}"', "Éa", False, id="properties of characters"),
        pytest.param('regex:r"(?i)ROT"', "rot", False, id="options of its own"),
        pytest.param('regex:r"a"', "", True, id="an empty form"),
        pytest.param("regex:", "x", False, id="an empty expression"),
        pytest.param('regex:""', "x", False, id="a quoted empty expression"),
        pytest.param("regex", "x", False, id="no expression"),
        pytest.param("regex:a:b", "ab", True, id="two expressions"),
        pytest.param('regex:"("', "(", True, id="an expression that cannot be read"),
    ],
)
def test_a_translation_matches_the_expression(problem_of: Problem, flag_line: str, target: str, fails: bool) -> None:
    assert (problem_of("regex", "x", target, flag_line) is not None) is fails


def test_every_plural_form_matches(problem_of: Problem) -> None:
    assert problem_of("regex", ["a", "b"], ["1", "2"], 'regex:r"\\d"') is None
    assert problem_of("regex", ["a", "b"], ["1", "x"], 'regex:r"\\d"') is not None


def test_the_message_contains_the_expression(problem_of: Problem) -> None:
    assert problem_of("regex", "x", "a", 'regex:r"^[A-Z]"') == (
        "the translation does not match the regular expression ^[A-Z]"
    )
