"""Position and shortened source text of a string, for output on one line."""

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output.text import escape_controls
from transtats_cli.report import LocatedUnit

_MAX_SOURCE_LENGTH = 120
"""Maximum length of the shown source text, in characters."""
_MAX_CUT_WORD_LENGTH = 40
"""Maximum number of characters that are left out so that the shown text ends with a whole word."""


def format_unit_location(located_unit: LocatedUnit) -> str:
    """Return the position of a string as `file:line`, or only the file if the file does not contain the string."""
    path = escape_controls(located_unit.path)
    return f"{path}:{located_unit.unit.line}" if located_unit.unit.line else path


def shorten_source(source: str) -> str:
    """Return the beginning of the first plural form of a source text on one line, to identify the string.

    A long text is shortened at the end of a word.
    """
    first = source.partition(PLURAL_SEPARATOR)[0]
    if len(first) <= _MAX_SOURCE_LENGTH:
        return escape_controls(first)
    end = _MAX_SOURCE_LENGTH - 1
    blank = first.rfind(" ", end - _MAX_CUT_WORD_LENGTH, end + 1)
    return escape_controls(first[: blank if blank >= 0 else end].rstrip() + "…")
