"""Start a process that a test sends signals to or reads from."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def start_process(command: Sequence[str | Path], **options: Any) -> Iterator["subprocess.Popen[Any]"]:
    """Start a process with the options of `subprocess.Popen`. If it is still running after the block, it is killed.

    `subprocess.Popen` alone waits for the process, so a failed assertion in its block would wait for ever.
    """
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.kill()
