"""Text from files, harmless on a terminal: whatever would be obeyed instead of shown becomes visible."""

import re
from functools import cache

# Controls of both sets (escape sequences start with one), line ends of every kind, what changes the direction of the
# text around it, single surrogates, which stand for bytes that are no UTF-8, and what XML may not hold.
_OBEYED = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"


def visible(text: str, *, lines: bool = False) -> str:
    """The text with each such character spelled as Python would: `\\x1b`, `\\n`, `\\u202e`.

    With `lines` the line ends stay: for our own messages, which may have several lines.
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
