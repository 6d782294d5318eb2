"""XML entities and CDATA delimiters in a string, and the HTML elements without an end tag."""

import re

# As on a server, a name may contain any of `:;<=>?@[]^_{|}~`, so `&a;b;` is one entity. The class lists the characters
# that a name may not contain, because that compiles faster.
_RANGES_OUTSIDE_NAMES = "\uf000-\uf8ff\ufdd0-\ufdef\ufffe-\U0010ffff"
_ENTITY_NAME_REGEX = f"[^\0-/{_RANGES_OUTSIDE_NAMES}][^\0-,/{_RANGES_OUTSIDE_NAMES}]*"
ENTITY_REGEX = f"&(?:#[0-9]+|#x[0-9a-fA-F]+|{_ENTITY_NAME_REGEX});"
VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())
"""Names of the HTML elements without content and without an end tag."""
_CDATA_START = "<![CDATA["
_CDATA_END = "]]>"


def strip_entities(text: str) -> str:
    """Replace each XML entity with a blank, and remove the delimiters of CDATA sections that end on the same line."""
    if "&" in text:
        text = re.sub(ENTITY_REGEX, " ", text)
    if _CDATA_START in text:
        text = "\n".join(map(_strip_cdata_delimiters, text.split("\n")))
    return text


def _strip_cdata_delimiters(line: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := line.find(_CDATA_START, position)) >= 0:
        end = line.find(_CDATA_END, start + len(_CDATA_START))
        if end < 0:
            break
        kept += line[position:start], line[start + len(_CDATA_START) : end]
        position = end + len(_CDATA_END)
    return "".join(kept) + line[position:]
