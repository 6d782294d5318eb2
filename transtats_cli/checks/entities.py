"""Entities of XML: where they stand in a string, and the string without them."""

import re
from functools import cache

# The name is as generous as a server's: it may hold any of `:;<=>?@[]^_{|}~`, so that `&a;b;` is one entity. Listed is
# what it may not hold, as that compiles faster.
_NOT_IN_NAME = "\uf000-\uf8ff\ufdd0-\ufdef\ufffe-\U0010ffff"
_NAME = f"[^\0-/{_NOT_IN_NAME}][^\0-,/{_NOT_IN_NAME}]*"
_ENTITY = f"&(?:#[0-9]+|#x[0-9a-fA-F]+|{_NAME});"
_WRAPPER = "<![CDATA["
_WRAPPER_END = "]]>"


@cache
def entity() -> re.Pattern[str]:
    """Finds entities; compiled on first use, as few strings have any."""
    return re.compile(_ENTITY)


def strip(text: str) -> str:
    """A blank for every entity, and CDATA sections without their wrapper."""
    if "&" in text:
        text = entity().sub(" ", text)
    if _WRAPPER in text:
        text = "\n".join(map(_unwrapped, text.split("\n")))
    return text


def _unwrapped(line: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := line.find(_WRAPPER, position)) >= 0:
        end = line.find(_WRAPPER_END, start + len(_WRAPPER))
        if end < 0:
            break
        kept += line[position:start], line[start + len(_WRAPPER) : end]
        position = end + len(_WRAPPER_END)
    return "".join(kept) + line[position:]
