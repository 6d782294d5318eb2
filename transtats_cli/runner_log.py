"""Escape commands in the output of a CI job, which the runner of the job would execute.

GitHub Actions executes `::name::` at the start of a line, after any blanks, and `##[name]` anywhere in a line. Azure
Pipelines executes `##vso[name]`, and TeamCity `##teamcity[name]`. GitLab executes section markers, which start with an
escape sequence. In a CI job, all text for standard output and standard error passes through
`escape_runner_commands`.
"""

import io
import os
import re
from typing import TextIO

_CI_VARIABLES = ("CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "TEAMCITY_VERSION")
"""Environment variables that CI systems set for their jobs."""

# The first alternative also matches after a lone carriage return, because runners end a line there.
_COMMAND_REGEX = r"(?im)(?:^|(?<=\r))[^\S\r\n]*:(?=:)|(?<=#)#(?=\[|vso\[|teamcity\[)"
_UNPRINTABLE_CHARACTER_REGEX = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]|\r(?!\n)"


class RunnerCommand(str):
    """Command of this package that the runner of a CI job has to execute. Texts in the command are already escaped."""

    __slots__ = ()


def runs_in_ci_job() -> bool:
    """Return True if this process is part of a CI job, whose runner reads the output."""
    return any(map(os.environ.get, _CI_VARIABLES))


def escape_runner_commands(text: str, *, is_terminal: bool = False) -> str:
    r"""Return text for the log of a CI job without commands. The first character of each command is escaped: `\u003a`.

    The escape is valid in JSON strings, so a JSON document keeps its value. The start of the text counts as the start
    of a line. Control characters are escaped as well. If `is_terminal`, they are kept, because they are colours of this
    package. A `RunnerCommand` remains a command, but commands inside of a `RunnerCommand` are escaped.
    """
    if isinstance(text, RunnerCommand):
        return text[:2] + escape_runner_commands(text[2:], is_terminal=is_terminal)
    if not is_terminal and not (text.isascii() and text.replace("\n", "").isprintable()):
        text = re.sub(_UNPRINTABLE_CHARACTER_REGEX, _escape_last_character, text)
    return re.sub(_COMMAND_REGEX, _escape_last_character, text) if "::" in text or "##" in text else text


def escape_commands_in_stream(stream: TextIO) -> TextIO:
    """Return a text stream that escapes commands and writes to the same file. Outside of a CI job, return `stream`."""
    if not runs_in_ci_job() or type(stream) is not io.TextIOWrapper:
        return stream
    return _EscapingStream(stream)


class _EscapingStream(io.TextIOWrapper):
    def __init__(self, stream: io.TextIOWrapper) -> None:
        super().__init__(stream.buffer, encoding="utf-8", errors="backslashreplace", line_buffering=True)
        # The file is closed with the last reference to the first stream on it.
        self._stream = stream

    def write(self, text: str, /) -> int:
        super().write(escape_runner_commands(text, is_terminal=self.isatty()))
        return len(text)


def _escape_last_character(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\u{ord(match[0][-1]):04x}"
