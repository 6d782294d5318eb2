"""Position and source of a string, each short enough for one line."""

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output.text import visible
from transtats_cli.report import FoundUnit

_LONGEST = 120
"""Maximum length of the shown source in characters."""


def place_of(found: FoundUnit) -> str:
    """Return `file:line`, or the file only if it does not contain the string."""
    path = visible(found.path)
    return f"{path}:{found.unit.line}" if found.unit.line else path


def beginning(source: str) -> str:
    """Return the beginning of the first plural form, on one line, to identify the string."""
    first = source.partition(PLURAL_SEPARATOR)[0]
    return visible(first if len(first) <= _LONGEST else first[: _LONGEST - 1] + "…")
