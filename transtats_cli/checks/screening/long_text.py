"""Search in many strings at once: the strings are joined to one long text.

In a loop over strings of which few match, most of the time would be spent on the loop.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import AnyStr

from transtats_cli.checks.words import duplicate as separators

_STRING_DELIMITER = "\x1d"
"""Delimiter before each string and after the last string. Like any control character, the delimiter separates words."""
_DELIMITER_REPLACEMENT = "\x1c"
"""Control character that replaces `_STRING_DELIMITER` inside a string, and also the word separators outside ASCII."""
STRING_START = _STRING_DELIMITER.encode()
"""Delimiter before each string of `JoinedStrings`, in UTF-8."""
_FIRST_BYTES_OF_RARE_CHARACTERS = b"\xd2\xd3\xd4\xd5" + bytes({*range(0xDC, 0xF5)} - {0xE2})
_ASCII_SEPARATORS = separators.ascii_word_separators() - {ord(_STRING_DELIMITER)}
_SEPARATORS_TO_BLANKS = bytes(32 if code in _ASCII_SEPARATORS else code for code in range(256))
# The pattern begins with a blank, not with the word, so that the engine does not try to match at every character. A
# class that excludes one character is faster than one that excludes two; so the delimiter is not excluded, but has
# blanks around it, and is a word of one byte.
_REPEATED_WORD_PATTERN = re.compile(rb" ([^ ]{2,}+) ++\1 ")


class JoinedStrings:
    """Strings joined to one text for fast searches.

    Each method returns the indices of the strings that match, in order.
    """

    __slots__ = ("_bytes", "_text", "has_rare_characters", "is_ascii")

    def __init__(self, strings: Sequence[str]) -> None:
        self._text = _join_strings(strings)
        if self._text.count(_STRING_DELIMITER) > len(strings) + 1:
            self._text = _join_strings(
                [string.replace(_STRING_DELIMITER, _DELIMITER_REPLACEMENT) for string in strings]
            )
        self.is_ascii = self._text.isascii()
        self._bytes = self._text.encode("utf-8", "surrogatepass")
        self.has_rare_characters = not self.is_ascii and _has_rare_characters(self._bytes)
        """True if `separators.RARE_CHARACTER_REGEX` finds a character in the text."""
        if not self.is_ascii:
            separators_pattern = separators.word_separators_beyond_ascii(has_rare_characters=self.has_rare_characters)
            separated, separator_count = separators_pattern.subn(_DELIMITER_REPLACEMENT, self._text)
            if separator_count:
                self._bytes = separated.encode("utf-8", "surrogatepass")

    def indices_containing(self, searched_bytes: bytes) -> Sequence[int]:
        """Return the indices of the strings that contain `searched_bytes`, a text in UTF-8.

        If `searched_bytes` begins with STRING_START, the rest is searched only at the beginning of each string. Word
        separators outside ASCII cannot be found.
        """
        # A search for one byte is much faster than for two, and a search for two is fastest with an expression.
        if searched_bytes[0] not in self._bytes:
            return ()
        return _find_matching_indices(_compile_literal_pattern(searched_bytes), self._bytes, STRING_START)

    def indices_matching(self, pattern: re.Pattern[str]) -> Sequence[int]:
        """Return the indices of the strings in which a pattern has a match."""
        return _find_matching_indices(pattern, self._text, _STRING_DELIMITER)

    def indices_with_repeated_word(self) -> Sequence[int]:
        """Return the indices of the strings that contain the same word twice in a row. Words of one byte are ignored.

        Only word separators of the basic plane are taken into account.
        """
        words = self._bytes.translate(_SEPARATORS_TO_BLANKS).replace(STRING_START, b" " + STRING_START + b" ")
        return _find_matching_indices(_REPEATED_WORD_PATTERN, words, STRING_START)


def _has_rare_characters(text: bytes) -> bool:
    """Return True if a text in UTF-8 has characters beyond U+047F other than U+0580 to U+06FF and U+2000 to U+203F."""
    # Searching one byte at a time is much faster than an expression.
    if any(map(text.__contains__, _FIRST_BYTES_OF_RARE_CHARACTERS)):
        return True
    return text.count(b"\xe2") != text.count(b"\xe2\x80")


@cache
def _compile_literal_pattern(literal: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(literal))


def _join_strings(strings: Sequence[str]) -> str:
    return _STRING_DELIMITER.join(["", *strings, ""])


def _find_matching_indices(pattern: re.Pattern[AnyStr], text: AnyStr, delimiter: AnyStr) -> Sequence[int]:
    """Return the indices of the strings in which a pattern has a match.

    `text` contains the strings, with `delimiter` before each string and at the end. After a match, the search continues
    in the next string.
    """
    found: list[int] = []
    number, counted = -1, 0
    match = pattern.search(text)
    while match is not None:
        end = match.end()
        number += text.count(delimiter, counted, end)
        found.append(number)
        counted = end
        match = pattern.search(text, text.find(delimiter, end))
    return found
