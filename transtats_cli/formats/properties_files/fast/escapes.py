"""Escapes in the values of properties and of `.strings` files."""

import re

from transtats_cli.formats import IrregularFile

_ESCAPE = re.compile(r"(\\(?:[uU][0-9a-fA-F]{4}|\n[^\S\n]*+|.|\Z))")
_UNSUPPORTED = frozenset("uUN")
"""Escapes that are incomplete, or that are read by other rules."""
_UNESCAPED = {"f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Escapes(dict[str, str]):
    """Characters of escapes. An escape is converted once for a file: texts in other scripts consist of few escapes."""

    def __missing__(self, escape: str) -> str:
        character = self[escape] = _unescape(escape[1:])
        return character

    def decode(self, value: str) -> str:
        """Return the text of a value. Raises IrregularFile for an unsupported escape."""
        parts = _ESCAPE.split(value)
        parts[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(parts)


def _unescape(escape: str) -> str:
    """Return the character of an escape without its backslash. It may also be a line end with white space below it."""
    if escape.startswith("\n"):
        return ""
    if len(escape) > 1:
        code = int(escape[1:], 16)
        if code < 0x20 or 0xD800 <= code <= 0xDFFF:
            raise IrregularFile
        return chr(code)
    if escape in _UNSUPPORTED:
        raise IrregularFile
    return _UNESCAPED.get(escape, escape)
