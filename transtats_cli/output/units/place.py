"""Where a string is, as terminals and editors take it: `file:line`."""

from transtats_cli.output.visible import visible
from transtats_cli.report import FoundUnit


def place_of(found: FoundUnit) -> str:
    """The file alone where it does not have the string yet."""
    path = visible(found.path)
    return f"{path}:{found.unit.line}" if found.unit.line else path
