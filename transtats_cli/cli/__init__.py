"""The command `transtats`.

`group` contains the command group and turns errors into exit codes. Each command has a module with its name, which
parses the options, calls one package, prints the result and returns an exit code. `command` contains the classes of
commands and options. `options` and `table_options` contain options, and `run` those of all commands with components.
`reports` reads components, `messages` writes to standard error, `streams` prepares the standard streams, and
`candidates` completes words for shells. `overview` prints the output of `transtats` without a command.
"""

import gc
import os
import sys

from transtats_cli.cli.exit_codes import INTERRUPTED, NOT_DONE


def main() -> None:
    """Run the command `transtats`.

    The program is imported in this function, so that an interrupt during the imports prints no traceback.
    """
    sys.unraisablehook = _end_if_interrupted
    # Imports leave no reference cycles. The group enables the garbage collector again.
    gc.disable()
    try:
        from transtats_cli.cli import group

        sys.exit(group.main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except (MemoryError, OSError) as error:
        # The modules that report errors cannot be imported either.
        os.write(2, f"Error: transtats cannot be loaded: {str(error) or 'memory ran out'}\n".encode())
        sys.exit(NOT_DONE)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End the process if code that cannot raise, such as a callback of a weak reference, receives KeyboardInterrupt."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)
