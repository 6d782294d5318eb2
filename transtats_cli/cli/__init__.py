"""The command `transtats`."""

import gc
import os
import sys

INTERRUPTED = 130
_OBJECTS = 5000
"""How many more there may be before cycles of them are looked for: more than the interpreter's 700, as there are hardly
any, but not so many that what is dropped would fill a processor's cache."""


def main() -> None:
    """Run the command. The program is imported here, so that who interrupts that gets no traceback either."""
    # Imports leave no cycles.
    gc.disable()
    try:
        from transtats_cli.cli import group

        status = group.main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    _end(status)


def begin() -> None:
    """The program is there: from now on cycles are looked for, but not in what has been imported."""
    gc.freeze()
    gc.set_threshold(_OBJECTS)
    gc.enable()


def _end(status: int) -> None:
    """End the process at once: to take everything apart before costs an eighth of a small run."""
    # Who traces or profiles a run says so at its end, and multiprocessing tidies up behind its processes.
    is_watched = sys.gettrace() or sys.getprofile() or "multiprocessing" in sys.modules
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except Exception:
        # The interpreter tries once more, and knows what to say.
        sys.exit(status)
    if is_watched:
        sys.exit(status)
    os._exit(status)
