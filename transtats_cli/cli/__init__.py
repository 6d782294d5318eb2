"""The command `transtats`."""

import gc
import os
import sys

INTERRUPTED = 130
_NOT_DONE = 2
_OBJECTS = 5000
"""How many more there may be before cycles of them are looked for: more than the interpreter's 700, as there are hardly
any, but not so many that what is dropped would fill a processor's cache."""


def main() -> None:
    """Run the command. The program is imported here, so that an interrupt of the imports prints no traceback either."""
    sys.unraisablehook = _end_if_interrupted
    # Imports leave no cycles.
    gc.disable()
    try:
        from transtats_cli.cli import group

        _end(group.main())
    except KeyboardInterrupt:
        _end(INTERRUPTED)
    except (MemoryError, OSError) as error:
        # The modules that report errors cannot be loaded either.
        os.write(2, f"Error: transtats cannot be loaded: {str(error) or 'memory ran out'}\n".encode())
        _end(_NOT_DONE)


def begin() -> None:
    """The program is there: from now on cycles are looked for, but not in what has been imported."""
    gc.freeze()
    gc.set_threshold(_OBJECTS)
    gc.enable()


def _end(status: int) -> None:
    """End the process at once: to take everything apart before costs an eighth of a small run."""
    # Who traces or profiles a run says so at its end, and what the server shares with its workers is to be released.
    is_watched = sys.gettrace() or sys.getprofile() or "multiprocessing.resource_tracker" in sys.modules
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except Exception:
        # The interpreter tries once more, and knows what to say.
        sys.exit(status)
    if is_watched:
        sys.exit(status)
    os._exit(status)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the process on an interrupt in a place that cannot raise, such as a weak reference's callback."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)
