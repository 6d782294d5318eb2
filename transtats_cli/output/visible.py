"""Escape characters that a terminal would interpret instead of show."""

import re
from functools import cache

# Control characters of both sets (escape sequences start with one), all line ends, characters that change the text
# direction, lone surrogates (bytes that are not UTF-8), and characters that are invalid in XML.
_OBEYED = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"


def visible(text: str, *, lines: bool = False) -> str:
    """Return the text with each of these characters escaped as in Python: `\\x1b`, `\\n`, `\\u202e`.

    With `lines`, newlines are kept. This is for messages of this package, which may have several lines.
    """
    if text.isprintable():
        return text
    return "\n".join(_obeyed().sub(_spelled, line) for line in (text.split("\n") if lines else [text]))


@cache
def _obeyed() -> re.Pattern[str]:
    return re.compile(_OBEYED)


def _spelled(match: re.Match[str]) -> str:
    character = match[0]
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
