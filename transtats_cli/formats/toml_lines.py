"""Line numbers of the keys, the tables and the list elements in a TOML file."""

import re
import tomllib
from collections.abc import Iterator

from transtats_cli.formats.lines import find_matches

Path = tuple[str | int, ...]
"""Keys and list indices that lead from the root of a file to a value."""

_TOKEN_PATTERN = re.compile(
    r"""
    (?P<string> \"{3} (?: [^"\\] | \\[\s\S] | "(?!"") )*+ "{3,5} | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
        | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' )
    | (?P<mark> [\[\]{}=.,\n] )
    | \#[^\n]*+
    | [^\s"'\[\]{}=.,\#]++                       # a key, a number, a date or a boolean
    """,
    re.VERBOSE,
)


def find_lines(text: str) -> dict[Path, int]:
    """Return the line number of each key, of each table and of each list element in a valid TOML text."""
    lines: dict[Path, int] = {}
    for path, line in _Scanner(text).find_places():
        lines.setdefault(path, line)
    return lines


class _Scanner:
    """Scanner that moves over the tokens of a TOML text, and finds the paths of values with their line numbers."""

    def __init__(self, text: str) -> None:
        found = find_matches(_TOKEN_PATTERN, text)
        self._tokens = [(match[0], line) for match, line in found if not match[0].startswith("#")]
        self._position = 0
        self._last_indices: dict[Path, int] = {}
        """Index of the last table of each array of tables."""

    def find_places(self) -> Iterator[tuple[Path, int]]:
        table: Path = ()
        while self._position < len(self._tokens):
            line = self._line_number
            if self._skip_mark("\n"):
                continue
            if self._skip_mark("["):
                is_array = self._skip_mark("[")
                table = self._resolve_table(self._read_key("]"), is_array=is_array)
                self._skip_mark("]")
                yield table, line
            else:
                yield from self._read_pair(table)

    @property
    def _next_token(self) -> str:
        return self._tokens[self._position][0] if self._position < len(self._tokens) else ""

    @property
    def _line_number(self) -> int:
        return self._tokens[self._position][1]

    def _skip_mark(self, mark: str) -> bool:
        """Skip the next token if it is equal to `mark`. Return True if it was skipped."""
        is_next = self._next_token == mark
        self._position += is_next
        return is_next

    def _read_key(self, end: str) -> Path:
        parts: list[str] = []
        while self._next_token and not self._skip_mark(end):
            if not self._skip_mark("."):
                parts.append(_unquote_key(self._next_token))
                self._position += 1
        return tuple(parts)

    def _resolve_table(self, key: Path, *, is_array: bool) -> Path:
        """Return the path of the table whose header contains `key`.

        If a part of the key names an array of tables, the index of the last table in this array follows the part. If
        `is_array`, the header starts a new table in an array of tables.
        """
        path: Path = ()
        for place, part in enumerate(key, start=1):
            path = (*path, part)
            if is_array and place == len(key):
                self._last_indices[path] = self._last_indices.get(path, -1) + 1
            if path in self._last_indices:
                path = (*path, self._last_indices[path])
        return path

    def _read_pair(self, parents: Path) -> Iterator[tuple[Path, int]]:
        line = self._line_number
        path = parents + self._read_key("=")
        yield path, line
        yield from self._read_value(path)

    def _read_value(self, path: Path) -> Iterator[tuple[Path, int]]:
        if self._skip_mark("["):
            index = 0
            while self._next_token and not self._skip_mark("]"):
                if self._skip_mark(","):
                    index += 1
                elif not self._skip_mark("\n"):
                    yield (*path, index), self._line_number
                    yield from self._read_value((*path, index))
        elif self._skip_mark("{"):
            while self._next_token and not self._skip_mark("}"):
                if not (self._skip_mark(",") or self._skip_mark("\n")):
                    yield from self._read_pair(path)
        else:
            while self._next_token and self._next_token not in ("\n", ",", "]", "}"):
                self._position += 1


def _unquote_key(key: str) -> str:
    if key.startswith('"') and "\\" in key:
        return str(tomllib.loads(f"key = {key}")["key"])
    return key[1:-1] if key.startswith(('"', "'")) else key
