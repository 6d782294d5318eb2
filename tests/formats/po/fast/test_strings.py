"""Strings are unescaped in batches, with the same results as one by one."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from transtats_cli.formats import IrregularFile
from transtats_cli.formats.po.fast.entries import QUOTED_STRING_REGEX, unescape_joined, unescape_strings

# A missing quote in one string must not be compensated by an additional quote in the next string.
PIECES = ('"', '"\n"', '"\n', "a", "\\n", '\\"', "\\\\", "\\", "_: ")


def unescape_or_none(string: str) -> str | None:
    try:
        return unescape_joined(string)[0]
    except IrregularFile:
        return None


@example(['""\n', '"""\n', '""\n""\n"\n'])
@example(['""\\"\n', '""\n'])
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map(lambda pieces: '"' + "".join(pieces) + '"\n')))
def test_strings_in_a_batch_have_the_same_texts_as_one_by_one(strings: list[str]) -> None:
    strings = [string for string in strings if re.fullmatch(QUOTED_STRING_REGEX, string)]
    expected = [unescape_or_none(string) for string in strings]
    if None in expected:
        with pytest.raises(IrregularFile):
            unescape_strings(strings)
    else:
        assert unescape_strings(strings) == expected


@pytest.mark.parametrize(
    ("string", "expected"),
    [
        pytest.param('"a"\n', "a", id="one line"),
        pytest.param('""\n"a\\n"\n"b"\n', "a\nb", id="several lines"),
        pytest.param('"\\"a\\" \\\\n"\n', '"a" \\n', id="escapes"),
        pytest.param('""\n', "", id="no text"),
    ],
)
def test_a_string_is_unescaped(string: str, expected: str) -> None:
    assert unescape_joined(string) == [expected]


@pytest.mark.parametrize(
    "string", ['"\n', '"a\n', '"a"b"\n', '"a"\n"\n', '"a"b\n', '"a\\"\n', '"a"\\\n', '"a"\n\n"b"\n']
)
def test_an_invalid_string_is_refused(string: str) -> None:
    for strings in ([string], ['"good"\n', string], [string, '"good"\n'], ['"\n', string, '"a"b"\n']):
        with pytest.raises(IrregularFile):
            unescape_strings(strings)
