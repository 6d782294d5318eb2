"""Types of the fixtures of all tests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

WriteTree = Callable[[Mapping[str, str | bytes]], Path]
Golden = Callable[[str, str], None]


class Done(NamedTuple):
    """Exit status and output of a command."""

    status: int
    stdout: str
    stderr: str


class Run(Protocol):
    """Runs `transtats` with arguments."""

    def __call__(self, *argv: str | Path, cwd: Path = ..., env: Mapping[str, str] | None = None) -> Done: ...


class RunAt(Protocol):
    """Runs `transtats` with a home directory, which is also the default of the current directory."""

    def __call__(
        self, home: Path, *argv: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Done: ...


class Shell(Protocol):
    """Runs a bash script."""

    def __call__(self, script: str, cwd: Path = ..., env: Mapping[str, str] | None = None) -> Done: ...
