"""Line numbers of the keys and of the list elements in a JSON file, and flags of declared placeholders."""

import re
from collections.abc import Iterable, Iterator
from json import loads

from transtats_cli.flags import Flags
from transtats_cli.formats.lines import Path

# A string with escapes is rare, and has a group of its own. Compiled on first use, because few runs need line numbers.
_PIECE_REGEX = r'"([^"\\\n]*+)"|("(?:[^"\\]|\\.)*+")|([{}\[\],:\n])|[^\s{}\[\],:"]++'


def find_lines(text: str) -> dict[Path, int]:
    """Return the line number of each key and of each list element in a valid JSON text.

    If a key is repeated in an object, the line number is that of its last occurrence, because a parser keeps the last
    value.
    """
    return dict(_find_places(text))


def _find_places(text: str) -> Iterator[tuple[Path, int]]:
    path: list[str | int] = []
    line = 1
    is_key = False
    for found in re.finditer(_PIECE_REGEX, text):
        mark = found[3]
        if mark == "\n":
            line += 1
        elif mark == ":":
            is_key = False
        elif mark == ",":
            last = path[-1]
            is_key = isinstance(last, str)
            if isinstance(last, int):
                path[-1] = last + 1
        elif mark in ("}", "]"):
            path.pop()
            is_key = False
        else:
            if is_key:
                path[-1] = loads(found[2]) if found[2] else found[1]
            if path and (is_key or isinstance(path[-1], int)):
                yield tuple(path), line
            if mark == "{":
                path.append("")
                is_key = True
            elif mark == "[":
                path.append(0)
                is_key = False


def flags_of_named_placeholders(names: Iterable[str]) -> Flags:
    """Return the flags for the named placeholders of a string in an ARB file or a browser extension.

    A placeholder has the form `$NAME$`, in upper or lower case.
    """
    return Flags({"placeholders": tuple(f"${name.upper()}$" for name in names), "case-insensitive": ()})
