"""The command `transtats`."""

import gc
import os
import sys

INTERRUPTED = 130
_NOT_DONE = 2
_OBJECTS = 5000
"""Number of new objects after which the garbage collector runs.

More than the interpreter's 700, because there are hardly any reference cycles. Not much more, because unreachable
objects would fill the processor's cache.
"""


def main() -> None:
    """Run the command. The program is imported here, so that an interrupt of the imports prints no traceback."""
    sys.unraisablehook = _end_if_interrupted
    # Imports leave no reference cycles.
    gc.disable()
    try:
        from transtats_cli.cli import group

        _end(group.main())
    except KeyboardInterrupt:
        _end(INTERRUPTED)
    except (MemoryError, OSError) as error:
        # The modules that report errors cannot be imported either.
        os.write(2, f"Error: transtats cannot be loaded: {str(error) or 'memory ran out'}\n".encode())
        _end(_NOT_DONE)


def begin() -> None:
    """Enable the garbage collector after the imports. Imported objects are not visited."""
    gc.freeze()
    gc.set_threshold(_OBJECTS)
    gc.enable()


def _end(status: int) -> None:
    """End the process without destroying its objects, which would take an eighth of a small run."""
    # Tracers and profilers write their results at exit, and resources shared with the server's workers are released.
    is_watched = sys.gettrace() or sys.getprofile() or "multiprocessing.resource_tracker" in sys.modules
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except Exception:
        # At exit the interpreter flushes again and reports the error.
        sys.exit(status)
    if is_watched:
        sys.exit(status)
    os._exit(status)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the process on an interrupt in a place that cannot raise, such as a weak reference's callback."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)
