"""The texts of strings are the same whether they are understood one by one or together."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.po.fast import strings as strings_module
from transtats_cli.formats.po.fast.strings import QUOTED_STRING_REGEX, unescape_string, unescape_strings

# Quotes that are missing in one string and too many in the next must not make up for each other.
PIECES = ('"', '"\n"', '"\n', "a", "\\n", '\\"', "\\\\", "\\", "_: ")


def text_or_doubt(string: str) -> str | None:
    try:
        return unescape_string(string)
    except IrregularFile:
        return None


@example(['""\n', '"""\n', '""\n""\n"\n'])
@example(['""\\"\n', '""\n'])
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map(lambda pieces: '"' + "".join(pieces) + '"\n')))
def test_together_they_are_what_each_is_alone(strings: list[str]) -> None:
    strings = [string for string in strings if re.fullmatch(QUOTED_STRING_REGEX, string)]
    alone = [text_or_doubt(string) for string in strings]
    if None in alone:
        with pytest.raises(IrregularFile):
            unescape_strings(strings)
    else:
        assert unescape_strings(strings) == alone


@pytest.mark.parametrize(
    ("string", "expected"),
    [
        pytest.param('"a"\n', "a", id="one line"),
        pytest.param('""\n"a\\n"\n"b"\n', "a\nb", id="several lines"),
        pytest.param('"\\"a\\" \\\\n"\n', '"a" \\n', id="escapes"),
        pytest.param('""\n', "", id="no text"),
    ],
)
def test_the_text_of_a_string(string: str, expected: str) -> None:
    assert unescape_string(string) == expected


@pytest.mark.parametrize("string", ['"\n', '"a\n', '"a"b"\n', '"a"\n"\n', '"a"b\n', '"a\\"\n', '"a"\n\n"b"\n'])
def test_what_is_no_string_is_not_understood(string: str) -> None:
    for strings in ([string], ['"good"\n', string], [string, '"good"\n'], ['"\n', string, '"a"b"\n']):
        with pytest.raises(IrregularFile):
            unescape_strings(strings)


def test_strings_with_too_many_escapes_are_left_to_the_reference_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    strings = ['"a\\n"\n', '"\\"\\""\n']
    assert unescape_strings(strings) == ["a\n", '""']
    monkeypatch.setattr(strings_module, "_MAX_ESCAPES_PER_BATCH", 2)
    with pytest.raises(IrregularFile):
        unescape_strings(strings)
    monkeypatch.setattr(strings_module, "_BATCH_SIZE", 1)
    assert unescape_strings(strings) == ["a\n", '""']
