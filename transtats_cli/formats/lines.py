"""Line numbers of strings in formats for which translate-toolkit has none: JSON, TOML and PHP, and tools for others.

Most expressions are compiled on first use, because few runs need line numbers.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from json import loads
from operator import eq
from typing import Any

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


_STRING_REGEX = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_COMMENT_OR_STRING_REGEX = r"""(?s)(/\*.*?\*/|(?://|\#(?!\[))[^\n]*+)|/\*.*+|'(?:[^'\\]|\\.)*+'?|"(?:[^"\\]|\\.)*+"?"""
"""Comment (group 1) or string. A heredoc may contain a comment or a string without an end. It continues to the end of
the file, so that it is searched once."""
_HEREDOC_REGEX = r"<<<[ \t]*+('?)(\w++)\1\r?\n.*?^\2\b"
_VALUE_REGEX = rf"(?sm)\s*+(?:=>?|,)?(?:\s*+(?:\.\s*+)?(?:{_STRING_REGEX}|{_HEREDOC_REGEX}|\$\w++))++"
"""Text after a key: an operator, unless the key pattern includes it, and a value of strings and variables."""
_KEY_PIECE_REGEX = r"""\\+|['"\n\r\t$]|[^\\'"\n\r\t$]+"""
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "$": r"\$"}
_MAX_MISSING_KEYS = 100
"""Maximum number of keys that are searched without a result. Such a search reads the rest of the file."""


def find_php_lines(content: bytes, store: Any) -> list[int]:
    """Return the line number of the key of each unit.

    The name of a unit is a path such as `return->'menu'->'open'`. The units are in the order of the file, so the keys
    of a path are searched after the value of the last key that was found. If a path begins with the same keys as the
    previous path, these keys are not searched again. After `_MAX_MISSING_KEYS` keys that were not found, all line
    numbers are 0.
    """
    value_pattern = re.compile(_VALUE_REGEX)
    text = re.sub(
        _COMMENT_OR_STRING_REGEX,
        lambda found: re.sub(r"[^\n]", " ", found[0]) if found[1] else found[0],
        content.decode(store.encoding),
    )
    line_starts = [found.end() for found in re.finditer("\n", text)]
    lines: list[int] = []
    start = end = 0
    missing_keys = 0
    last_path: list[str] = []
    for unit in store.units:
        path = unit.name.split("->")
        shared_count = sum(takewhile(bool, map(eq, path[:-1], last_path)))
        for key in path[shared_count:]:
            if missing_keys == _MAX_MISSING_KEYS:
                break
            name = key.removesuffix("[]")
            found = _make_key_pattern(name, str(unit.value)).search(text, end)
            if found:
                start, end = found.span()
                # The value may contain the text of the next key.
                value = value_pattern.match(text, end) if name else None
                end = value.end() if value else end
            else:
                missing_keys += 1
        lines.append(bisect_right(line_starts, start) + 1 if missing_keys < _MAX_MISSING_KEYS else 0)
        last_path = path
    return lines


def _make_key_pattern(key: str, value_if_no_key: str) -> re.Pattern[str]:
    """Return a pattern that finds a key in the text of a PHP file.

    If the key is empty, return a pattern that finds `value_if_no_key`. A quote in the text matches a single or a double
    quote. Quotes and `$` match with or without a backslash. Line ends and tabs also match their escapes.
    """
    written = re.sub(_KEY_PIECE_REGEX, _to_written_regex, key or value_if_no_key)
    if key.startswith("$"):
        # A variable may also be read, as in `return $lang;`.
        return re.compile(rf"{written}(?=\s*+(?:\[\s*+\]\s*+)?=)")
    return re.compile(rf"{written}\s*=>" if key and (key[0] == "'" or key.isdigit()) else written)


def _to_written_regex(piece: re.Match[str]) -> str:
    text = piece[0]
    if text.startswith("\\"):
        # One loop for all backslashes. A loop for each would take exponential time for a key that is not found.
        return rf"\\{{{len(text)},}}+"
    if text in ("'", '"'):
        return r"\\?+['\"]"
    return f"(?:{re.escape(_ESCAPES[text])}|{re.escape(text)})" if text in _ESCAPES else re.escape(text)
