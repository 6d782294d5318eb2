"""No form of a translation is longer than its flag allows."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("flag_line", "target", "fails"),
    [
        pytest.param("max-length:5", "abcde", False, id="as long as allowed"),
        pytest.param("max-length:5", "abcdef", True, id="longer"),
        pytest.param("max-length:5", "čř😀áí", False, id="characters count, not bytes"),
        pytest.param("max-length:-1", "", True, id="a negative limit"),
        pytest.param("max-length:abc", "a", True, id="a limit that is not a number"),
        pytest.param("max-length:5:6", "a", True, id="two limits"),
        pytest.param("max-length:", "a", True, id="an empty limit"),
        pytest.param("max-length", "abcdef", False, id="no limit"),
        pytest.param("max-length:5, replacements:%s:long", "a %s", True, id="a replacement makes it longer"),
        pytest.param('max-length:2, replacements:"{a}":b', "{a}{a}", False, id="a replacement makes it shorter"),
        pytest.param('max-length:2, replacements:"{a}":x:"{b}":', "{a}{b}", False, id="several replacements"),
        pytest.param("max-length:2, replacements:a:b:b:long", "aa", False, id="all replacements in one pass"),
        pytest.param("max-length:3, replacements:a:long:ab:x", "abab", False, id="the longest text first"),
        pytest.param('max-length:5, replacements:"{a}"', "ab{a}", False, id="an odd number of values, short enough"),
        pytest.param('max-length:5, replacements:"{a}":b:c', "abc{a}", True, id="an odd number of values is ignored"),
        pytest.param("max-length:1, xml-text", "<b>a</b>", False, id="tags do not count in xml"),
        pytest.param("max-length:1", "<b>a</b>", True, id="tags count without the flag"),
        pytest.param("max-length:1, xml-text", "<b>a", True, id="tags count in a text that is not xml"),
        pytest.param(
            'max-length:2, xml-text, replacements:x:"yz"', "<x>x</x>", False, id="tags are removed before replacements"
        ),
    ],
)
def test_a_translation_longer_than_its_limit_fails(
    problem_of: Problem, flag_line: str, target: str, fails: bool
) -> None:
    assert (problem_of("max-length", "x", target, flag_line) is not None) is fails


def test_every_plural_form_is_measured(problem_of: Problem) -> None:
    assert problem_of("max-length", ["a", "b"], ["a", "abc"], "max-length:2") is not None
    assert problem_of("max-length", ["a", "b"], ["a", "ab"], "max-length:2") is None


@pytest.mark.parametrize(
    ("flag_line", "expected"),
    [
        pytest.param("max-length:3", "the translation has 5 characters, 3 are allowed", id="too long"),
        pytest.param("max-length:x", "the flag max-length:x does not hold one number", id="unreadable"),
    ],
)
def test_the_message_contains_the_length_or_the_invalid_flag(
    problem_of: Problem, flag_line: str, expected: str
) -> None:
    assert problem_of("max-length", "x", "abcde", flag_line) == expected
