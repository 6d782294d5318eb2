"""Line numbers of the keys in a PHP file. translate-toolkit does not keep them."""

import re
from bisect import bisect_right
from typing import Any

_STRING_REGEX = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_COMMENT_OR_STRING_PATTERN = re.compile(rf"(/\*.*?\*/|(?://|\#(?!\[))[^\n]*+)|{_STRING_REGEX}", re.DOTALL)
_HEREDOC_REGEX = r"<<<[ \t]*+('?)(\w++)\1\r?\n.*?^\2\b"
_VALUE_PATTERN = re.compile(
    rf"\s*+(?:=>?|,)?\s*+(?:{_STRING_REGEX}|{_HEREDOC_REGEX}|\$\w++)(?:\s*+\.\s*+(?:{_STRING_REGEX}|\$\w++))*+",
    re.DOTALL | re.MULTILINE,
)
"""Text after a key: an operator, unless the key pattern includes it, and a value of strings and variables."""


def find_lines(content: bytes, store: Any) -> list[int]:
    """Return the line number of the key of each unit.

    The name of a unit is a path such as `return->'menu'->'open'`. The units are in the order of the file, so the keys
    of a path are searched after the value of the last key that was found. If a path begins with the same keys as the
    previous path, these keys are not searched again.
    """
    text = _COMMENT_OR_STRING_PATTERN.sub(_blank_comment, content.decode(store.encoding))
    line_starts = [found.end() for found in re.finditer("\n", text)]
    lines: list[int] = []
    start = end = 0
    last_path: list[str] = []
    for unit in store.units:
        path = unit.name.split("->")
        for key in path[_count_equal_first_keys(path[:-1], last_path) :]:
            name = key.removesuffix("[]")
            found = _make_key_pattern(name, str(unit.value)).search(text, end)
            if found:
                start, end = found.span()
                # The value may contain the text of the next key.
                value = _VALUE_PATTERN.match(text, end) if name else None
                end = value.end() if value else end
        lines.append(bisect_right(line_starts, start) + 1)
        last_path = path
    return lines


def _blank_comment(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0]) if match[1] else match[0]


def _count_equal_first_keys(keys: list[str], other_keys: list[str]) -> int:
    return next(
        (index for index, (key, other) in enumerate(zip(keys, other_keys, strict=False)) if key != other),
        min(len(keys), len(other_keys)),
    )


def _make_key_pattern(key: str, value_if_no_key: str) -> re.Pattern[str]:
    """Return a pattern that finds a key in the text of a PHP file.

    A quote in the key matches a single or a double quote, with or without a backslash. If the key is empty, return a
    pattern that finds `value_if_no_key`.
    """
    if not key:
        return re.compile(re.escape(value_if_no_key))
    written = re.sub(r"['\"]", r"\\\\?['\"]", re.escape(key).replace(r"\\", r"\\+"))
    return re.compile(rf"{written}\s*=>" if key[0] == "'" or key.isdigit() else written)
