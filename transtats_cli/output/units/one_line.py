"""Position and shortened source text of a string, for output on one line."""

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output.text import escape_controls
from transtats_cli.report import FoundUnit

_MAX_SOURCE_LENGTH = 120
"""Maximum length of the shown source text, in characters."""


def location_of(found: FoundUnit) -> str:
    """Return the position of a string as `file:line`, or only the file if the file does not contain the string."""
    path = escape_controls(found.path)
    return f"{path}:{found.unit.line}" if found.unit.line else path


def short_source(source: str) -> str:
    """Return the beginning of the first plural form of a source text on one line, to identify the string."""
    first = source.partition(PLURAL_SEPARATOR)[0]
    return escape_controls(first if len(first) <= _MAX_SOURCE_LENGTH else first[: _MAX_SOURCE_LENGTH - 1] + "…")
