"""Examples at the end of a command's help.

This module imports nothing, so that a command without shared options does not import these.
"""

TITLE = "Examples:"


def examples(*lines: str) -> str:
    """Return the epilog of a command: a title, and one example per line. Click does not wrap it."""
    return "\n".join(["\b", TITLE, *(f"  {line}" for line in lines)])
