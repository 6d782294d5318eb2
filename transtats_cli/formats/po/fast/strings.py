"""Patterns that match the strings of regular PO files, and functions that unescape strings. A part of `units`."""

import re
from collections.abc import Sequence
from itertools import chain

from transtats_cli.formats import IrregularFile

# These patterns do not backtrack. A string of 50 MB or of 400,000 lines is scanned once and needs no stack.
QUOTED_STRING_REGEX = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape. Their text is captured in the first group and needs no unescaping.
TEXT_OR_STRING_REGEX = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({QUOTED_STRING_REGEX}))'
_LINE_SEPARATOR = "\x1f"
_LINE_END_PLACEHOLDER, _QUOTE_PLACEHOLDER = "\1", "\2"
"""Placeholders for escaped line ends and escaped quotes. Regular PO files contain neither character."""
_ESCAPE_PATTERN = re.compile(r"\\(.)")
_MAX_ESCAPES_PER_BATCH = 1_000_000
"""Maximum number of backslashes in a batch of strings. Each backslash takes memory for one or two list items."""
_BATCH_SIZE = 256


def unescape_strings(quoted_strings: Sequence[str]) -> list[str]:
    """Return the unescaped texts of PO strings. Each string consists of one or more quoted lines.

    Strings are unescaped in batches, because that is faster. Raises IrregularFile if a string is not regular.
    """
    if len(quoted_strings) <= _BATCH_SIZE:
        return _unescape_string_batch(quoted_strings) if quoted_strings else []
    starts = range(0, len(quoted_strings), _BATCH_SIZE)
    return [
        *chain.from_iterable(_unescape_string_batch(quoted_strings[start : start + _BATCH_SIZE]) for start in starts)
    ]


def unescape_string(quoted_string: str) -> str:
    return _unescape_string_batch([quoted_string])[0]


def _unescape_string_batch(quoted_strings: Sequence[str]) -> list[str]:
    joined = _LINE_SEPARATOR.join(quoted_strings)
    has_escapes = "\\" in joined
    if has_escapes:
        joined = _replace_escapes(joined)
    texts = joined[1:-2].replace(f'"\n{_LINE_SEPARATOR}"', _LINE_SEPARATOR).replace('"\n"', "")
    # All regular quotes and line ends were removed or replaced.
    if '"' in texts or "\n" in texts or not joined.endswith('"\n', 1):
        raise IrregularFile
    if has_escapes:
        texts = texts.replace(_LINE_END_PLACEHOLDER, "\n").replace(_QUOTE_PLACEHOLDER, '"')
    return texts.split(_LINE_SEPARATOR)


def _replace_escapes(text: str) -> str:
    """Return the text with its escapes replaced. Escaped line ends and quotes become placeholders.

    Raises IrregularFile if the text contains more than `_MAX_ESCAPES_PER_BATCH` backslashes.
    """
    if text.count("\\") > _MAX_ESCAPES_PER_BATCH:
        raise IrregularFile
    pieces = _ESCAPE_PATTERN.split(text)
    pieces[1::2] = map(_TEXT_OF_ESCAPE.__getitem__, pieces[1::2])
    return "".join(pieces)


class _TextByEscape(dict[str, str]):
    """Texts that replace escapes. A key is the character after the backslash, which is also the default text."""

    def __missing__(self, character: str) -> str:
        return character


_TEXT_OF_ESCAPE = _TextByEscape({"n": _LINE_END_PLACEHOLDER, '"': _QUOTE_PLACEHOLDER, "t": "\t", "r": "\r"})
