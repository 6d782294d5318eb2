"""Strings of regular PO files: what they look like, and their texts."""

import re
from collections.abc import Sequence
from itertools import chain

# Nothing in here backtracks: a string of 50 MB or of 400,000 lines costs neither stack nor a second look.
STRING = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape: their text comes ready to use.
TEXT_OR_STRING = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({STRING}))'
_MARK = "\x1f"
_LINE_END, _QUOTE = "\1", "\2"
"""What stands between two strings, and for what was escaped. No file may hold any of them."""
_ESCAPE = re.compile(r"\\(.)")
_MOST_ESCAPES = 1_000_000
"""Of strings that are understood together: backslashes, each of which is a piece or two of a list."""
_AT_ONCE = 256


class Irregular(Exception):  # noqa: N818  no error: the careful reader takes over
    pass


def texts_of(strings: Sequence[str]) -> list[str]:
    """The texts of strings, each one or more quoted lines; of many together, which takes less than one by one."""
    if len(strings) <= _AT_ONCE:
        return _texts(strings) if strings else []
    starts = range(0, len(strings), _AT_ONCE)
    return [*chain.from_iterable(_texts(strings[start : start + _AT_ONCE]) for start in starts)]


def text_of(string: str) -> str:
    return _texts([string])[0]


def _texts(strings: Sequence[str]) -> list[str]:
    together = _MARK.join(strings)
    has_escapes = "\\" in together
    if has_escapes:
        together = _without_escapes(together)
    texts = together[1:-2].replace(f'"\n{_MARK}"', _MARK).replace('"\n"', "")
    # What is left of quotes and line ends is not where it belongs.
    if '"' in texts or "\n" in texts or not together.endswith('"\n', 1):
        raise Irregular
    if has_escapes:
        texts = texts.replace(_LINE_END, "\n").replace(_QUOTE, '"')
    return texts.split(_MARK)


def _without_escapes(text: str) -> str:
    """The text with what its escapes stand for; line ends and quotes are still told from those that are written."""
    if text.count("\\") > _MOST_ESCAPES:
        raise Irregular
    pieces = _ESCAPE.split(text)
    pieces[1::2] = map(_MEANINGS.__getitem__, pieces[1::2])
    return "".join(pieces)


class _Meanings(dict[str, str]):
    """What the second character of an escape stands for: mostly for itself."""

    def __missing__(self, character: str) -> str:
        return character


_MEANINGS = _Meanings({"n": _LINE_END, '"': _QUOTE, "t": "\t", "r": "\r"})
