"""Many strings as one long text: a test that few of them pass goes through all of them at once.

Most of what such a test costs is going from one string to the next.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import AnyStr

from transtats_cli.checks.separators import ASCII_SEPARATORS, NOT_ASCII

_BREAK = "\x1d"
"""Stands before each string and behind the last. Like any control character it separates words, and does no more."""
_ITS_EQUAL = "\x1c"
START = _BREAK.encode()
"""What stands before each string, in UTF-8."""
_SEPARATOR = re.compile(f"[{NOT_ASCII}]")
_TO_BLANK = bytes(
    32 if code < 128 and chr(code) != _BREAK and ASCII_SEPARATORS.match(chr(code)) else code for code in range(256)
)
# It begins with a blank and not with the word, so that the engine need not try every character.
_REPEATED_WORD = re.compile(rb" ([^ ]++)(?= ++\1 )")


class LongText:
    """Finds the strings that have something; each test yields their numbers in order."""

    __slots__ = ("_bytes", "_text", "is_ascii")

    def __init__(self, strings: Sequence[str]) -> None:
        self._text = _joined(strings)
        if self._text.count(_BREAK) > len(strings) + 1:
            self._text = _joined([string.replace(_BREAK, _ITS_EQUAL) for string in strings])
        self._bytes = self._text.encode("utf-8", "surrogatepass")
        self.is_ascii = len(self._bytes) == len(self._text)

    def holding(self, sign: bytes) -> Iterator[int]:
        """Those with these bytes in their UTF-8, with the START before it."""
        # One byte is found much faster than two.
        if sign[0] not in self._bytes:
            return iter(())
        return _numbers(self._bytes, START, lambda start: self._bytes.find(sign, start))

    def matching(self, pattern: re.Pattern[str]) -> Iterator[int]:
        """Those in which the pattern finds something."""
        return _numbers(self._text, _BREAK, _search(pattern, self._text))

    def repeating_a_word(self) -> Iterator[int]:
        """Those in which a word follows itself, as far as the separators of the basic plane tell."""
        words = self._bytes
        if not self.is_ascii:
            words = _SEPARATOR.sub(" ", self._text).encode("utf-8", "surrogatepass")
        words = words.translate(_TO_BLANK).replace(START, b" " + START + b" ")
        return _numbers(words, START, _search(_REPEATED_WORD, words))


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
