"""Line numbers of the keys, the tables and the list elements in a TOML file."""

import re

from transtats_cli.formats.lines import Path, find_matches

# Compiled on first use, because most runs read no TOML file.
_PIECE_REGEX = r"""(?x)
    (?P<string> \"{3} (?: [^"\\] | \\[\s\S] | "(?!"") )*+ "{3,5} | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
        | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' )
    | (?P<mark> [\[\]{}=.,\n] )
    | \#[^\n]*+
    | [^\s"'\[\]{}=.,\#]++                       # a key, a number, a date or a boolean
"""


def find_lines(text: str) -> dict[Path, int]:
    """Return the line number of each key, of each table and of each list element in a valid TOML text."""
    lines: dict[Path, int] = {}
    last_indices: dict[Path, int] = {}
    # The bracket and the path of the table, and of each list and inline table around the token. The path of a list ends
    # with the index of the next element.
    around: list[tuple[str, Path]] = [("", ())]
    key: Path = ()
    key_line = header_brackets = 0
    is_key_next = True
    for match, line in find_matches(re.compile(_PIECE_REGEX), text):
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
