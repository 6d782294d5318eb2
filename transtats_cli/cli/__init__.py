"""The command `transtats`.

`group` contains the command group and turns errors into exit codes. Each command has a module with its name, which
parses the options, calls one package, prints the result and returns an exit code. `options` and `gate_options` contain
options. `component_selection` and `default_component` find the components that the arguments name. `messages` writes to
standard error, `streams` prepares the standard streams, and `candidates` completes words for shells.
"""

import gc
import os
import sys

from transtats_cli.cli.exit_codes import INTERRUPTED, NOT_DONE


def main() -> None:
    """Run the command. The program is imported here, so that an interrupt of the imports prints no traceback."""
    sys.unraisablehook = _end_if_interrupted
    # Imports leave no reference cycles. The group enables the garbage collector again.
    gc.disable()
    try:
        from transtats_cli.cli import group

        _end(group.main())
    except KeyboardInterrupt:
        _end(INTERRUPTED)
    except (MemoryError, OSError) as error:
        # The modules that report errors cannot be imported either.
        os.write(2, f"Error: transtats cannot be loaded: {str(error) or 'memory ran out'}\n".encode())
        _end(NOT_DONE)


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
