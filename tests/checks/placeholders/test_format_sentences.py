"""Messages about placeholders that differ."""

import pytest

from transtats_cli.checks.placeholders.format_sentences import Placeholder, explain_difference


def create_placeholders(line: str) -> list[Placeholder]:
    return [Placeholder(text, f"%{text}") for text in line.split()]


@pytest.mark.parametrize(
    ("expected", "found", "sentence"),
    [
        pytest.param("s", "", "%s is missing", id="missing"),
        pytest.param("s d", "", "%s and %d are missing", id="two-missing"),
        pytest.param("s d x", "", "%s, %d and %x are missing", id="three-missing"),
        pytest.param("s d x i f", "", "%s, %d, %x and 2 more are missing", id="many-missing"),
        pytest.param("s s", "", "%s is missing", id="missing-twice"),
        pytest.param("s s", "s", "%s occurs less often than in the source", id="missing-once"),
        pytest.param("s s d d", "s d", "%s and %d occur less often than in the source", id="two-missing-once"),
        pytest.param("", "s", "%s is not in the source", id="extra"),
        pytest.param("", "s d", "%s and %d are not in the source", id="two-extra"),
        pytest.param("s", "s s", "%s occurs more often than in the source", id="once-too-often"),
        pytest.param("s", "d", "%s is missing, %d is not in the source", id="replaced"),
        pytest.param("s d", "d s", "the order of the placeholders differs", id="swapped"),
    ],
)
def test_the_message_contains_the_placeholders_that_differ(expected: str, found: str, sentence: str) -> None:
    assert explain_difference(create_placeholders(expected), create_placeholders(found)) == sentence


def test_the_message_contains_a_placeholder_in_the_notation_of_the_source() -> None:
    assert explain_difference([Placeholder("0", "{0:N}")] * 2, [Placeholder("0", "{0}")]).startswith(
        "{0:N} occurs less often"
    )


def test_a_long_placeholder_is_shortened_and_stays_on_one_line() -> None:
    sentence = explain_difference([Placeholder("x", "${\n" + "x" * 100 + "}")], [])
    assert sentence == "${ " + "x" * 36 + "… is missing"
