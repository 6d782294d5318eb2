"""Text on its way into the log of a CI job, where the runner obeys some lines instead of showing them.

GitHub Actions takes `::name::` at the start of a line, after any blanks, and `##[name]` anywhere in it. Azure Pipelines
takes `##vso[name]`, TeamCity `##teamcity[name]`, and GitLab the sections that an escape sequence starts. Every text
that goes to standard output or standard error passes `harmless` while `is_read` is true.
"""

import io
import os
import re
from functools import cache
from typing import TextIO

_VARIABLES = ("CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION")
"""Environment variables that the runners of CI jobs set."""

# The first alternative also matches after a lone carriage return: runners end a line there, too.
_COMMAND = r"(?im)(?:^|(?<=\r))[^\S\r\n]*:(?=:)|(?<=#)#(?=\[|vso\[|teamcity\[)"
_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]|\r(?!\n)"


class LogCommand(str):
    """One line of our own that the runner is to obey: a workflow command whose texts are escaped."""

    __slots__ = ()


def is_read() -> bool:
    """Return True in a CI job."""
    return any(map(os.environ.get, _VARIABLES))


def harmless(text: str, *, is_terminal: bool = False) -> str:
    r"""Return the text with the first character of each command spelled as JSON and Python spell it: `\u003a`.

    In JSON that spelling is a part of a string, so the document keeps its values. The beginning of the text counts as
    the beginning of a line. Control characters are spelled, too, unless a terminal gets the text, where colours are
    ours. A `LogCommand` stays a command, and can contain no other.
    """
    if isinstance(text, LogCommand):
        return text[:2] + harmless(text[2:], is_terminal=is_terminal)
    if not is_terminal and not (text.isascii() and text.replace("\n", "").isprintable()):
        text = _pattern(_CONTROL).sub(_spelled, text)
    return _pattern(_COMMAND).sub(_spelled, text) if "::" in text or "##" in text else text


def guarded(stream: TextIO) -> TextIO:
    """Return the stream, or in a CI job a stream on the same file whose text is harmless."""
    if not is_read() or type(stream) is not io.TextIOWrapper:
        return stream
    return _Guarded(stream.buffer, encoding="utf-8", errors="backslashreplace", line_buffering=True)


class _Guarded(io.TextIOWrapper):
    def write(self, text: str, /) -> int:
        super().write(harmless(text, is_terminal=self.isatty()))
        return len(text)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _spelled(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\u{ord(match[0][-1]):04x}"
