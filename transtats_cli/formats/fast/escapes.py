"""Escapes in the keys and values of properties and of `.strings` files."""

import re

from transtats_cli.formats import IrregularFile

_ESCAPE_PATTERN = re.compile(r"(\\(?:[uU][0-9a-fA-F]{4}|\n[^\S\n]*+|.|\Z))")
_UNSUPPORTED_ESCAPES = frozenset("uUN")
"""Characters after the backslash of unsupported escapes: `u` and `U` without four digits, and `N`."""
_CHARACTERS_BY_ESCAPE = {"f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Escapes(dict[str, str]):
    """Cache of the characters that escapes represent, for one file. A key is an escape with its backslash."""

    def __missing__(self, escape: str) -> str:
        character = self[escape] = _decode_escape(escape[1:])
        return character

    def decode(self, text: str) -> str:
        """Return the text of a key or a value. Raises IrregularFile for an unsupported escape."""
        if "\\" not in text:
            return text
        parts = _ESCAPE_PATTERN.split(text)
        parts[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(parts)


def _decode_escape(escape: str) -> str:
    """Return the character that an escape represents. `escape` is the text after the backslash.

    The result is '' for a line feed with the white space after it, because the text continues on the next line. Raises
    IrregularFile for an unsupported escape, a control character and a surrogate.
    """
    if escape.startswith("\n"):
        return ""
    if len(escape) > 1:
        code = int(escape[1:], 16)
        if code < 0x20 or 0xD800 <= code <= 0xDFFF:
            raise IrregularFile
        return chr(code)
    if escape in _UNSUPPORTED_ESCAPES:
        raise IrregularFile
    return _CHARACTERS_BY_ESCAPE.get(escape, escape)
