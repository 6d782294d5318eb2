"""Line numbers of strings in formats for which translate-toolkit has none: JSON and TOML, and tools for others.

Most expressions are compiled on first use, because few runs need line numbers.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from json import loads

Path = tuple[str | int, ...]
"""Keys and list indices that lead from the root of a file to a value."""


def find_matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the matches of a pattern, with the line number of the first character of each match."""
    line, last = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        yield match, line


def assign_lines(keys: Sequence[str | None], keys_with_lines: Iterable[tuple[str, int]]) -> list[int]:
    """Return the line number of each item of `keys`, or 0 for a key that is not in the file.

    `keys_with_lines` contains the keys in a file with their line numbers, in the order of the file. If a key is
    repeated, its first occurrence in `keys` has the line number of its first occurrence in the file, and so on. If it
    occurs more often in `keys`, the last line number is used again.
    """
    lines_by_key: dict[str | None, deque[int]] = {}
    for key, line in keys_with_lines:
        lines_by_key.setdefault(key, deque()).append(line)
    found = (lines_by_key.get(key) or deque((0,)) for key in keys)
    return [lines.popleft() if len(lines) > 1 else lines[0] for lines in found]


def blank_out(pattern: re.Pattern[str], text: str) -> str:
    """Return a text in which all characters that the pattern matches are replaced by spaces, except for line feeds.

    The offsets and the line numbers of the other characters do not change.
    """
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


# A string with escapes is rare, and has a group of its own.
_JSON_PIECE_REGEX = r'"([^"\\\n]*+)"|("(?:[^"\\]|\\.)*+")|([{}\[\],:\n])|[^\s{}\[\],:"]++'


def find_json_lines(text: str) -> dict[Path, int]:
    """Return the line number of each key and of each list element in a valid JSON text.

    If a key is repeated in an object, the line number is that of its last occurrence, because a parser keeps the last
    value.
    """
    return dict(_find_places(text))


def _find_places(text: str) -> Iterator[tuple[Path, int]]:
    path: list[str | int] = []
    line = 1
    is_key = False
    for found in re.finditer(_JSON_PIECE_REGEX, text):
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


_TOML_PIECE_REGEX = r"""(?x)
    (?P<string> \"{3} (?: [^"\\] | \\[\s\S] | "(?!"") )*+ "{3,5} | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
        | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' )
    | (?P<mark> [\[\]{}=.,\n] )
    | \#[^\n]*+
    | [^\s"'\[\]{}=.,\#]++                       # a key, a number, a date or a boolean
"""


def find_toml_lines(text: str) -> dict[Path, int]:
    """Return the line number of each key, of each table and of each list element in a valid TOML text."""
    lines: dict[Path, int] = {}
    last_indices: dict[Path, int] = {}
    # The bracket and the path of the table, and of each list and inline table around the token. The path of a list ends
    # with the index of the next element.
    around: list[tuple[str, Path]] = [("", ())]
    key: Path = ()
    key_line = header_brackets = 0
    is_key_next = True
    for match, line in find_matches(re.compile(_TOML_PIECE_REGEX), text):
        piece = match[0]
        bracket, path = around[-1]
        if bracket == "[" and piece == ",":
            around[-1] = "[", (*path[:-1], int(path[-1]) + 1)
        elif piece == "," or (piece == "\n" and not bracket):
            key, header_brackets, is_key_next = (), 0, True
        elif bracket and piece in ("]", "}"):
            around.pop()
        elif piece == "]":
            if key:
                around[0] = "", _resolve_header(key, header_brackets > 1, last_indices)
                lines.setdefault(around[0][1], key_line)
            key = ()
        elif piece[0] in "\n#":
            continue
        elif bracket == "[" or not is_key_next:
            place = path if bracket == "[" else path + key
            lines.setdefault(place, line)
            if piece == "[":
                around.append(("[", (*place, 0)))
            elif piece == "{":
                around.append(("{", place))
                key, is_key_next = (), True
        elif piece == "[":
            header_brackets += 1
        elif piece == "=":
            lines.setdefault(path + key, key_line)
            is_key_next = False
        elif piece != ".":
            key, key_line = (*key, _unquote_key(piece)), key_line if key else line
    return lines


def _resolve_header(key: Path, is_array: bool, last_indices: dict[Path, int]) -> Path:
    """Return the path of the table whose header contains `key`.

    If a part of the key names an array of tables, the index of the last table in this array follows the part.
    `last_indices` contains these indices. If `is_array`, the header starts a new table in an array of tables.
    """
    path: Path = ()
    for place, part in enumerate(key, start=1):
        path = (*path, part)
        if is_array and place == len(key):
            last_indices[path] = last_indices.get(path, -1) + 1
        if path in last_indices:
            path = (*path, last_indices[path])
    return path


def _unquote_key(key: str) -> str:
    if key.startswith('"') and "\\" in key:
        import tomllib

        return str(tomllib.loads(f"key = {key}")["key"])
    return key[1:-1] if key.startswith(('"', "'")) else key
