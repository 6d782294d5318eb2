"""Words and characters of many source texts at once, for the counters that make no units."""

import re
from collections.abc import Collection

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import Counts

SEPARATOR = b"\x1f"
"""Stands between two texts. No file may hold it, and like the one between plural forms it is white space."""
FORM_SEPARATOR = PLURAL_SEPARATOR.encode()
UNUSED_SINGULAR = b"<unused singular"
"""What no text may hold here: not all words of it count."""

_BLANKS = b"\t\n\v\f\r\x1c\x1d\x1e\x1f "
_BLANK_OR_NOT = bytes(ord(" ") if byte in _BLANKS else ord("x") for byte in range(256))
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
# White space beyond ASCII, as str.split() knows it, by the first byte: most texts have none of these bytes.
_WIDE_BLANKS = {
    b"\xc2": re.compile(rb"\xc2[\x85\xa0]"),
    b"\xe1": re.compile(rb"\xe1\x9a\x80"),
    b"\xe2": re.compile(rb"\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)"),
    b"\xe3": re.compile(rb"\xe3\x80\x80"),
}


def sizes(texts: Collection[bytes]) -> Counts:
    """The sizes of UTF-8 texts, all together."""
    if not texts:
        return Counts()
    together = SEPARATOR + SEPARATOR.join(texts)
    if not together.isascii():
        for first, blank in _WIDE_BLANKS.items():
            if first in together:
                together = blank.sub(b" ", together)
    # One byte a character, so that a word starts wherever something else follows a blank.
    shape = together.translate(_BLANK_OR_NOT, _CONTINUATION_BYTES)
    return Counts(len(texts), shape.count(b" x"), len(shape) - len(texts))
