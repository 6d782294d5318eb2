"""Wait until something happens in another process or thread, up to a time limit."""

import subprocess
import time
from collections.abc import Callable

SECONDS = 120
"""Time limit. It is only reached if a test fails."""


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true. Fail if it is still false at the time limit."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition does not become true"
        time.sleep(0.01)


def has_ended(process_id: int) -> bool:
    """Return True if a process has ended. It may still be a zombie. A process that was killed may need a moment."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process_id)], capture_output=True, text=True, check=False)
    return listed.stdout.strip()[:1] in ("", "Z")
