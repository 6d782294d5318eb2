"""Many strings as one long text: a test that few of them pass goes through all of them at once.

Most of what such a test costs is going from one string to the next.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import AnyStr

from transtats_cli.checks import separators

_BREAK = "\x1d"
"""Stands before each string and behind the last. Like any control character it separates words, and does no more."""
_ITS_EQUAL = "\x1c"
"""And so does this one, which stands for all separators beyond ASCII."""
START = _BREAK.encode()
"""What stands before each string, in UTF-8."""
_TO_BLANK = bytes(32 if code != ord(_BREAK) and separators.ASCII.match(chr(code)) else code for code in range(256))
# It begins with a blank and not with the word, so that the engine need not try every character; and one excluded
# character is passed by faster than two. Blanks stand around each break, so that it is a word of one byte.
_REPEATED_WORD = re.compile(rb" ([^ ]{2,}+) ++\1 ")


class LongText:
    """Finds the strings that have something; each test yields their numbers in order."""

    __slots__ = ("_bytes", "_text", "is_ascii")

    def __init__(self, strings: Sequence[str]) -> None:
        self._text = _joined(strings)
        if self._text.count(_BREAK) > len(strings) + 1:
            self._text = _joined([string.replace(_BREAK, _ITS_EQUAL) for string in strings])
        self.is_ascii = self._text.isascii()
        separated = self._text if self.is_ascii else separators.beyond_ascii().sub(_ITS_EQUAL, self._text)
        self._bytes = separated.encode("utf-8", "surrogatepass")

    def holding(self, sign: bytes) -> Iterable[int]:
        """Those with these bytes in their UTF-8, with the START before it; separators of words are gone."""
        # One byte is found much faster than two, and these by an expression.
        return _numbers(self._bytes, START, _search(_expression(sign), self._bytes)) if sign[0] in self._bytes else ()

    def matching(self, pattern: re.Pattern[str]) -> Iterable[int]:
        """Those in which the pattern finds something."""
        return _numbers(self._text, _BREAK, _search(pattern, self._text))

    def repeating_a_word(self) -> Iterable[int]:
        """Those in which a word of more than one byte follows itself, as far as the basic plane's separators tell."""
        words = self._bytes.translate(_TO_BLANK).replace(START, b" " + START + b" ")
        return _numbers(words, START, _search(_REPEATED_WORD, words))


@cache
def _expression(sign: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(sign))


def _joined(strings: Sequence[str]) -> str:
    return _BREAK.join(["", *strings, ""])


def _search(pattern: re.Pattern[AnyStr], text: AnyStr) -> Callable[[int], int]:
    def find(start: int) -> int:
        match = pattern.search(text, start)
        return -1 if match is None else match.end() - 1

    return find


def _numbers(text: AnyStr, mark: AnyStr, find: Callable[[int], int]) -> Iterator[int]:
    """In which strings something is found; once found, the rest of the string is passed over."""
    number, counted = -1, 0
    place = find(0)
    while place >= 0:
        number += text.count(mark, counted, place + 1)
        yield number
        counted = place + 1
        place = find(text.find(mark, counted))
