"""Types of the fixtures of all tests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

WriteTree = Callable[[Mapping[str, str | bytes]], Path]
"""Type of `tree`: the argument contains the contents of files by path, and the result is their directory."""
Golden = Callable[[str, str], None]
"""Type of `golden`: the arguments are the name of a file and a text."""


class CommandResult(NamedTuple):
    """Exit status and output of a command."""

    status: int
    stdout: str
    stderr: str


class Run(Protocol):
    """Type of `run`, a function that runs `transtats` with arguments."""

    def __call__(self, *argv: str | Path, cwd: Path = ..., env: Mapping[str, str] | None = None) -> CommandResult: ...


class RunAt(Protocol):
    """Type of `run_at`, a function that runs `transtats` with a home directory.

    The home directory is also the default of the current directory.
    """

    def __call__(
        self, home: Path, *argv: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> CommandResult: ...


class Shell(Protocol):
    """Type of `shell`, a function that runs a bash script."""

    def __call__(self, script: str, cwd: Path = ..., env: Mapping[str, str] | None = None) -> CommandResult: ...
