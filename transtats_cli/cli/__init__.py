"""The command `transtats`."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command. The program is imported here, so that who interrupts that gets no traceback either."""
    try:
        from transtats_cli.cli import group

        group.main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
