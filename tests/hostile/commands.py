"""Runs of the command under attack.

The long form starts Python for each run, as a user would. The short form forks the runs from one process that has
already imported the package, because the start of Python takes longer than most runs.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.command_server import CAN_FORK, CommandServer


class Commands:
    """Runner of commands. The block of a `with` statement ends with the process that forks them."""

    def __init__(self, *, forks: bool, environment: Mapping[str, str]) -> None:
        """`environment` is for the process that forks. A run with other variables of Python starts Python."""
        self._server = CommandServer(environment) if forks and CAN_FORK else None

    def __enter__(self) -> "Commands":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()

    def run(
        self, argv: Sequence[str], cwd: Path, environment: Mapping[str, str], timeout: float
    ) -> "subprocess.CompletedProcess[bytes]":
        """Run a command. Raises TimeoutExpired, or TimeoutError for a forked run."""
        if self._server is not None and self._server.can_run(cwd, environment):
            status, stdout, stderr = self._server.run(argv, cwd, environment)
            return subprocess.CompletedProcess([*argv], status, stdout, stderr)
        return subprocess.run(
            [sys.executable, "-m", "transtats_cli", *argv],
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
