"""Position of a string in the form that terminals and editors can parse: `file:line`."""

from transtats_cli.output.visible import visible
from transtats_cli.report import FoundUnit


def place_of(found: FoundUnit) -> str:
    """Return `file:line`, or the file only if it does not contain the string."""
    path = visible(found.path)
    return f"{path}:{found.unit.line}" if found.unit.line else path
