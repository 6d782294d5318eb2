"""Line numbers of the keys in a PHP file. translate-toolkit does not keep them."""

import re
from bisect import bisect_right
from typing import Any

_STRING_REGEX = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_COMMENT_OR_STRING_PATTERN = re.compile(
    r"""(/\*.*?\*/|(?://|\#(?!\[))[^\n]*+)|/\*.*+|'(?:[^'\\]|\\.)*+'?|"(?:[^"\\]|\\.)*+"?""", re.DOTALL
)
"""Comment (group 1) or string. A heredoc may contain a comment or a string without an end. It continues to the end of
the file, so that it is searched once."""
_HEREDOC_REGEX = r"<<<[ \t]*+('?)(\w++)\1\r?\n.*?^\2\b"
_VALUE_PATTERN = re.compile(
    rf"\s*+(?:=>?|,)?(?:\s*+(?:\.\s*+)?(?:{_STRING_REGEX}|{_HEREDOC_REGEX}|\$\w++))++",
    re.DOTALL | re.MULTILINE,
)
"""Text after a key: an operator, unless the key pattern includes it, and a value of strings and variables."""
_PIECE_PATTERN = re.compile(r"""\\+|['"\n\r\t$]|[^\\'"\n\r\t$]+""")
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "$": r"\$"}
_MAX_MISSING_KEYS = 100
"""Maximum number of keys that are searched without a result. Such a search reads the rest of the file."""


def find_lines(content: bytes, store: Any) -> list[int]:
    """Return the line number of the key of each unit.

    The name of a unit is a path such as `return->'menu'->'open'`. The units are in the order of the file, so the keys
    of a path are searched after the value of the last key that was found. If a path begins with the same keys as the
    previous path, these keys are not searched again. After `_MAX_MISSING_KEYS` keys that were not found, all line
    numbers are 0.
    """
    text = _COMMENT_OR_STRING_PATTERN.sub(
        lambda found: re.sub(r"[^\n]", " ", found[0]) if found[1] else found[0], content.decode(store.encoding)
    )
    line_starts = [found.end() for found in re.finditer("\n", text)]
    lines: list[int] = []
    start = end = 0
    missing_keys = 0
    last_path: list[str] = []
    for unit in store.units:
        path = unit.name.split("->")
        for key in path[_count_equal_first_keys(path[:-1], last_path) :]:
            if missing_keys == _MAX_MISSING_KEYS:
                break
            name = key.removesuffix("[]")
            found = _make_key_pattern(name, str(unit.value)).search(text, end)
            if found:
                start, end = found.span()
                # The value may contain the text of the next key.
                value = _VALUE_PATTERN.match(text, end) if name else None
                end = value.end() if value else end
            else:
                missing_keys += 1
        lines.append(bisect_right(line_starts, start) + 1 if missing_keys < _MAX_MISSING_KEYS else 0)
        last_path = path
    return lines


def _count_equal_first_keys(keys: list[str], other_keys: list[str]) -> int:
    return next(
        (index for index, (key, other) in enumerate(zip(keys, other_keys, strict=False)) if key != other),
        min(len(keys), len(other_keys)),
    )


def _make_key_pattern(key: str, value_if_no_key: str) -> re.Pattern[str]:
    """Return a pattern that finds a key in the text of a PHP file.

    If the key is empty, return a pattern that finds `value_if_no_key`. A quote in the text matches a single or a double
    quote. Quotes and `$` match with or without a backslash. Line ends and tabs also match their escapes.
    """
    written = _PIECE_PATTERN.sub(_to_written_regex, key or value_if_no_key)
    return re.compile(rf"{written}\s*=>" if key and (key[0] == "'" or key.isdigit()) else written)


def _to_written_regex(piece: re.Match[str]) -> str:
    text = piece[0]
    if text.startswith("\\"):
        # One loop for all backslashes. A loop for each would take exponential time for a key that is not found.
        return rf"\\{{{len(text)},}}+"
    if text in ("'", '"'):
        return r"\\?+['\"]"
    return f"(?:{re.escape(_ESCAPES[text])}|{re.escape(text)})" if text in _ESCAPES else re.escape(text)
