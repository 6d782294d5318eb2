"""A translation has as many accelerator keys as its source, and not more than one."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "source", "target", "fails"),
    [
        pytest.param("accelerator:&", "&Open", "Ö&ffnen", False, id="kept"),
        pytest.param("accelerator:&", "&Open", "Öffnen", True, id="lost"),
        pytest.param("accelerator:&", "Open", "Ö&ffnen", True, id="added"),
        pytest.param("accelerator:&", "&Open", "&Ö&ffnen", True, id="two of them"),
        pytest.param("accelerator:&", "&Op&en", "&Ö&ffnen", True, id="two of them, as in the source"),
        pytest.param("accelerator:&", "Black && white", "Schwarz und weiß", False, id="a doubled marker is a literal"),
        pytest.param("accelerator:&", "&&&Three", "&Drei", False, id="doubled markers are read from the left"),
        pytest.param("accelerator:&", "&Open", "", True, id="an empty form"),
        pytest.param("accelerator:_", "_Open", "Ö_ffnen", False, id="another marker"),
        pytest.param("accelerator:_", "_Open", "&Öffnen", True, id="another marker than that of the flag"),
        pytest.param("accelerator:x", "a", "b", True, id="a letter is not a valid marker"),
        pytest.param("accelerator:§", "a", "b", True, id="punctuation beyond ASCII is not a valid marker"),
        pytest.param("accelerator:&&", "a", "b", True, id="two characters are not a valid marker"),
        pytest.param("accelerator:&:_", "a", "b", True, id="two values are not a valid marker"),
        pytest.param('accelerator:":"', "a", "b", True, id="the separator of values is not a valid marker"),
        pytest.param("accelerator", "&a", "b", False, id="no marker at all"),
    ],
)
def test_a_translation_keeps_the_accelerators(
    problem_of: Problem, flag_line: str, source: str, target: str, fails: bool
) -> None:
    assert (problem_of("accelerator", source, target, flag_line) is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
    assert problem_of("accelerator", ["One", "&Many"], ["Eins", "&Viele"], "accelerator:&") is None
    assert problem_of("accelerator", ["One", "&Many"], ["&Eins", "Viele"], "accelerator:&") is not None
    assert problem_of("accelerator", ["One", "&Many"], ["多"], "accelerator:&", language="ja") is not None


@pytest.mark.parametrize(
    ("flag_line", "target", "expected"),
    [
        pytest.param("accelerator:&", "a", "the accelerator & is missing", id="missing"),
        pytest.param(
            "accelerator:&", "&a&", "the translation has 2 accelerators &, and one at most can work", id="two"
        ),
        pytest.param("accelerator:x", "a", "the flag accelerator:x does not name one punctuation character", id="flag"),
    ],
)
def test_the_message_describes_the_difference(problem_of: Problem, flag_line: str, target: str, expected: str) -> None:
    assert problem_of("accelerator", "&a", target, flag_line) == expected
