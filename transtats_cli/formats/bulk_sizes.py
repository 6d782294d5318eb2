"""What the bulk counters share: the sizes of many source texts at once, and the doubt that ends a bulk count."""

import re
from collections.abc import Sequence

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.statistics import NOTHING, Counts

SEPARATOR = b"\x1f"
"""Stands between two texts. No file may hold it, and like the one between plural forms it is white space."""
FORM_SEPARATOR = PLURAL_SEPARATOR.encode()

UNUSED_SINGULAR = b"<unused singular"
"""What marks a text of which not all words count."""

_BLANKS = b"\t\n\v\f\r\x1c\x1d\x1e\x1f "
_IS_IN_WORD = bytes(byte not in _BLANKS for byte in range(256))
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
# White space beyond ASCII, as str.split() knows it, by the first byte: most texts have none of these bytes.
_WIDE_BLANKS = {
    b"\xc2": rb"\xc2[\x85\xa0]",
    b"\xe1": rb"\xe1\x9a\x80",
    b"\xe2": rb"\xe2(?:\x80[\x80-\x8a\xa8\xa9\xaf]|\x81\x9f)",
    b"\xe3": rb"\xe3\x80\x80",
}


class Doubtful(Exception):  # noqa: N818  no error: the unit reader takes over
    """Something may count in another way than it looks."""


def has_any(texts: Sequence[bytes]) -> bool:
    """Whether any is not empty, found out faster than by `any`."""
    return texts.count(b"") < len(texts)


def sizes(texts: list[bytes]) -> Counts:
    """The sizes of UTF-8 texts, all together."""
    if not texts:
        return NOTHING
    together = SEPARATOR.join(texts)
    # One byte is found much faster than more of them.
    if b"<" in together and UNUSED_SINGULAR in together:
        raise Doubtful  # not all words count
    if not together.isascii():
        for first, blank in _WIDE_BLANKS.items():
            if first in together:
                together = re.sub(blank, b" ", together)
    # One byte a character. To count where they change takes half as long for a number as for bytes.
    shape = together.translate(_IS_IN_WORD, _CONTINUATION_BYTES)
    is_in_word = int.from_bytes(shape, "little")
    changes = (is_in_word ^ is_in_word << 8).bit_count()
    # Each word has a beginning and an end.
    return Counts(len(texts), changes // 2, len(shape) - (len(texts) - 1))
