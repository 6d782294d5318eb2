"""Examples at the end of a command's help.

This module imports nothing, because it is imported by every command, also by those that need no options of ours.
"""


def examples(*lines: str) -> str:
    """Return the epilog of a command: a title, and one example per line. Click does not wrap it."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
