"""Find the line numbers of keys in the text of a valid TOML or JSON file."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

KeyPath = tuple[str, ...]

# Not compiled at import, because most runs read no document.
_TOML_PIECE_REGEX = (
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*|[\n\[\]{}=]"
)
_JSON_PIECE_REGEX = r'"(?:[^"\\]|\\.)*"|[\[\]{}:]'


def find_toml_key_lines(toml_text: str) -> dict[KeyPath, int]:
    """Return the line number of each table and each key of a TOML file. A key is the tuple of all names in its path."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for statement, line in _find_toml_headers_and_keys(toml_text + "\n"):
        if statement.startswith("["):
            table = _split_toml_key(statement)
            lines.setdefault(table, line)
        else:
            lines[table + _split_toml_key(f"{statement} = 0")] = line
    return lines


def find_nearest_key_line(lines: Mapping[KeyPath, int], key_path: KeyPath) -> int | None:
    """Return the line number of a key in a TOML file. `lines` is the result of `find_toml_key_lines`.

    If the key has no line, return the line of the innermost table around the key. Without such a table, return None.
    """
    prefixes = (key_path[:length] for length in range(len(key_path), 0, -1))
    return next((lines[prefix] for prefix in prefixes if prefix in lines), None)


def find_json_key_line(json_text: str, key: str) -> int | None:
    """Return the line number of a key in the outermost object of a JSON file, or None if there is no such key.

    If the key is repeated, the last one is returned, whose value counts.
    """
    depth, candidate, line = 0, None, None
    for token in re.finditer(_JSON_PIECE_REGEX, json_text, re.DOTALL):
        mark = token.group()
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
        elif mark == ":" and depth == 1 and candidate is not None and json.loads(candidate.group()) == key:
            line = json_text.count("\n", 0, candidate.start()) + 1
        candidate = token if mark[0] == '"' else None
    return line


def _find_toml_headers_and_keys(toml_text: str) -> Iterator[tuple[str, int]]:
    """Yield the text and the line number of each table header and each key of a TOML file. Values are left out."""
    line, first_line, depth = 1, 1, 0
    start, end = 0, None
    for token in re.finditer(_TOML_PIECE_REGEX, toml_text, re.DOTALL):
        mark = token.group()
        depth += (mark in ("[", "{")) - (mark in ("]", "}"))
        line += mark.count("\n")
        if depth == 0 and end is None and (mark in ("=", "\n") or mark[0] == "#"):
            end = token.start()
        if depth == 0 and mark == "\n":
            if statement := toml_text[start:end].strip():
                yield statement, first_line
            start, end, first_line = token.end(), None, line


def _split_toml_key(toml_key_or_header: str) -> KeyPath:
    """Return the names in a TOML table header or key. The names of `a."b c".d = 0` are `a`, `b c` and `d`."""
    import tomllib

    names: list[str] = []
    node: Any = tomllib.loads(toml_key_or_header)
    while node and not isinstance(node, int):
        if isinstance(node, list):
            node = node[0]
        else:
            name, node = next(iter(node.items()))
            names.append(name)
    return tuple(names)
