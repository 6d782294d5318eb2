"""Escape control characters in texts, shorten texts, count nouns, and limit the size of a text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.report import LocatedUnit

MAX_COMMENT_LENGTH = 65_536
"""Maximum length of a GitHub comment, in characters."""
_MAX_SOURCE_LENGTH = 120
"""Maximum length of the source text that identifies a string, in characters."""
_MAX_CUT_WORD_LENGTH = 40
"""Maximum number of characters that are left out so that the shown source text ends with a whole word."""
_OMISSION_LINE = "\n{} more lines do not fit in here.\n"
_RESERVED_BYTES = 64
"""Number of bytes that are reserved for the last line, which contains the number of omitted lines."""

# Control characters of both sets (escape sequences start with one), all line ends, characters that change the text
# direction, lone surrogates (bytes that are not UTF-8), and characters that are invalid in XML.
_UNPRINTABLE_CHARACTER_REGEX = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"


def escape_controls(text: str, *, keeps_newlines: bool = False) -> str:
    """Return the text with control characters escaped as in Python: `\\x1b`, `\\n`, `\\u202e`.

    If `keeps_newlines` is True, newlines are kept. Messages of this package may have several lines.
    """
    if text.isprintable():
        return text
    return "\n".join(
        _unprintable_character_pattern().sub(_escape_character, line)
        for line in (text.split("\n") if keeps_newlines else [text])
    )


@cache
def _unprintable_character_pattern() -> re.Pattern[str]:
    return re.compile(_UNPRINTABLE_CHARACTER_REGEX)


def _escape_character(match: re.Match[str]) -> str:
    character = match[0]
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def shorten(text: str, max_length: int, *, cuts_words: bool = True) -> str:
    """Return a text with at most `max_length` characters. A shortened text ends with an ellipsis.

    If `cuts_words` is False, the text is shortened at the end of a word, if there is one near.
    """
    if len(text) <= max_length:
        return text
    end = max_length - 1
    blank = -1 if cuts_words else text.rfind(" ", end - _MAX_CUT_WORD_LENGTH, end + 1)
    return text[: blank if blank >= 0 else end].rstrip() + "…"


def shorten_source(source: str) -> str:
    """Return the beginning of the first plural form of a source text on one line, to identify the string."""
    return escape_controls(shorten(source.partition(PLURAL_SEPARATOR)[0], _MAX_SOURCE_LENGTH, cuts_words=False))


def format_unit_location(located_unit: LocatedUnit) -> str:
    """Return the position of a string as `file:line`, or only the file if the file does not contain the string."""
    path = escape_controls(located_unit.path)
    return f"{path}:{located_unit.unit.line}" if located_unit.unit.line else path


def label_plural_forms(label: str, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each plural form of a text with its label. The labels of several forms are numbered."""
    for number, text in enumerate(texts, start=1):
        yield label if len(texts) == 1 else f"{label} {number}", text


def format_count(count: int, noun: str) -> str:
    """Return a count with a noun: `1 string` or `2 strings`. The plural is formed with `s`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def limit_text_size(lines: Iterable[str], max_bytes: int) -> Iterator[str]:
    """Yield the lines of a text up to a total of `max_bytes` bytes.

    The first line that does not fit and all lines after it are omitted. The omitted lines are replaced by a line with
    their number. If `max_bytes` is too small for the line with the number, yield nothing.
    """
    remaining = max_bytes - _RESERVED_BYTES
    omitted = 0
    if remaining < 0:
        return
    for line in (line for piece in lines for line in piece.splitlines(keepends=True) or [""]):
        remaining -= len(line.encode("utf-8", "backslashreplace"))
        if remaining >= 0:
            yield line
        elif line:
            remaining = -1
            omitted += 1
    if omitted:
        yield _OMISSION_LINE.format(omitted)
