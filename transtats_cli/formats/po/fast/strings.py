"""Patterns that match the strings of regular PO files, and functions that unescape strings. A part of `units`."""

from collections.abc import Sequence
from itertools import chain

from transtats_cli.formats import IrregularFile

# These patterns do not backtrack. A string of 50 MB or of 400,000 lines is scanned once and needs no stack.
QUOTED_STRING_REGEX = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape. Their text is captured in the first group and needs no unescaping.
TEXT_OR_STRING_REGEX = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({QUOTED_STRING_REGEX}))'
_LINE_SEPARATOR = "\x1f"
_LINE_END_PLACEHOLDER, _QUOTE_PLACEHOLDER, _BACKSLASH_PLACEHOLDER = "\1", "\2", "\3"
"""Placeholders for escaped line ends, quotes and backslashes. Regular PO files contain none of these characters."""
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
        joined = replace_escapes(joined, line_end=_LINE_END_PLACEHOLDER, quote=_QUOTE_PLACEHOLDER)
    texts = joined[1:-2].replace(f'"\n{_LINE_SEPARATOR}"', _LINE_SEPARATOR).replace('"\n"', "")
    # All regular quotes and line ends were removed or replaced.
    if '"' in texts or "\n" in texts or not joined.endswith('"\n', 1):
        raise IrregularFile
    if has_escapes:
        texts = texts.replace(_LINE_END_PLACEHOLDER, "\n").replace(_QUOTE_PLACEHOLDER, '"')
    return texts.split(_LINE_SEPARATOR)


def replace_escapes(text: str, *, line_end: str = "\n", quote: str = '"') -> str:
    r"""Return a text of a regular PO file with its escapes replaced.

    `line_end` and `quote` replace the escapes `\n` and `\"`. Escapes other than `\n`, `\t` and `\r` become their second
    character, as on a Weblate server. Raises IrregularFile if a backslash precedes the end of a line. The time is
    linear in the length, and no list of pieces is created, even for a text with many escapes.
    """
    if "\\" not in text:
        return text
    text = text.replace("\\\\", _BACKSLASH_PLACEHOLDER).replace('\\"', quote).replace("\\n", line_end)
    if "\\" in text:
        if "\\\n" in text:
            raise IrregularFile
        text = text.replace("\\t", "\t").replace("\\r", "\r").replace("\\", "")
    return text.replace(_BACKSLASH_PLACEHOLDER, "\\")
