"""Run the attacked commands.

In the long form of an attack (a number of seconds is given), Python is started for each command. In the short form,
commands are forked from a process that has already imported the package, because starting Python takes longer than most
commands.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.command_server import CAN_FORK, CommandServer


class Commands:
    """Runner of commands. At the end of a `with` block, the process that forks the commands is ended."""

    def __init__(self, *, forks: bool, environment: Mapping[str, str]) -> None:
        """Create a runner. If `forks` is True, start a process with `environment` that forks the commands.

        Python is started for a command that has another value of a variable that Python reads at its start.
        """
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
        """Run a command. If the time is over, raise TimeoutExpired, or TimeoutError for a forked command.

        The time limit of a forked command is not `timeout`, but that of `CommandServer`.
        """
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
