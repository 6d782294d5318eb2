"""Control characters and surrogates in strings. A Weblate server does not store these characters.

A Weblate server rejects a file with control characters. This package reads the file and adds a warning. A surrogate
pair, such as the escapes `\\ud83d\\ude00` in many formats, becomes one character.
"""

import re
from itertools import chain

from transtats_cli.columns import columns_of
from transtats_cli.errors import UnreadableFile
from transtats_cli.model import FORBIDDEN_CHARACTER_REGEX, PLURAL_SEPARATOR, Catalog, Unit
from transtats_cli.problems import Problem

_SURROGATE_REGEX = "[\ud800-\udfff]"
_IRREGULAR_CHARACTER_REGEX = f"{FORBIDDEN_CHARACTER_REGEX}|{_SURROGATE_REGEX}"
_CONTROL_BYTES = bytes(code for code in range(0x20) if code not in b"\t\n\r")
_NONCHARACTERS = tuple(character.encode() for character in "\ufffe\uffff")
_NONCHARACTER_START = _NONCHARACTERS[0][:1]
"""First byte of all of them. Searching for one byte is much faster than searching for several."""
_MAX_LISTED_CHARACTERS = 3
"""Maximum number of control characters that a warning lists with their lines."""


def has_forbidden_characters(content: bytes) -> bool:
    """Return True if a text in UTF-8 contains a character that FORBIDDEN_CHARACTER_REGEX matches."""
    # Deleting bytes takes half the time of searching for each of them.
    return len(content.translate(None, _CONTROL_BYTES)) < len(content) or (
        _NONCHARACTER_START in content and any(map(content.__contains__, _NONCHARACTERS))
    )


class ControlCharacters:
    """Control characters in the strings of a file, with their lines.

    A character that occurs several times in one added text counts once.
    """

    __slots__ = ("listed_characters", "total_number")

    def __init__(self) -> None:
        self.listed_characters: list[tuple[int, str]] = []
        """Line number and character of the first control characters of the file, at most `_MAX_LISTED_CHARACTERS`."""
        self.total_number = 0
        """Number of all added control characters, also of those that are not in `listed_characters`."""

    def add_characters_of(self, line_number: int, text: str) -> None:
        """Add the different control characters in a string. `line_number` is the line number of the string."""
        found = {character for character in {*text} if re.match(FORBIDDEN_CHARACTER_REGEX, character)}
        self.total_number += len(found)
        if len(self.listed_characters) < _MAX_LISTED_CHARACTERS:
            self.listed_characters += [(line_number, character) for character in sorted(found, key=text.index)]
            del self.listed_characters[_MAX_LISTED_CHARACTERS:]

    def warnings(self) -> tuple[Problem, ...]:
        """Return a tuple with one warning. It lists the first control characters, and the number of further ones.

        If there are no control characters, return an empty tuple.
        """
        if not self.total_number:
            return ()
        places = ", ".join(
            _format_code_point(character) + (f" in line {line}" if line else "")
            for line, character in self.listed_characters
        )
        other_count = self.total_number - len(self.listed_characters)
        other_text = f" and {other_count} more" if other_count else ""
        reason = "control characters in strings, which a server refuses; remove them"
        return (Problem("", reason, detail=places + other_text),)

    def first_error(self) -> tuple[str, int | None]:
        """Return an error message about the first control character, and its line number or None.

        Raises IndexError if there are no control characters.
        """
        line, character = self.listed_characters[0]
        return f"the control character {_format_code_point(character)} in a string", line or None


def with_regular_characters(catalog: Catalog, *, strict: bool) -> Catalog:
    """Return a catalog in which each surrogate pair is one character. Control characters add a warning.

    If `strict`, a control character raises UnreadableFile. Raises UnreadableFile for half of a surrogate pair, and for
    U+0000.
    """
    columns = columns_of(catalog.units)
    texts = "\n".join(chain(columns.contexts, columns.sources, columns.targets)).replace(PLURAL_SEPARATOR, "")
    if not re.search(_IRREGULAR_CHARACTER_REGEX, texts):
        return catalog
    controls = ControlCharacters()
    units = columns_of(_combine_surrogates_of(unit) for unit in catalog.units)
    for unit in units:
        text = "\n".join((unit.context, unit.source, unit.target)).replace(PLURAL_SEPARATOR, "")
        if "\0" in text:
            raise UnreadableFile("the character U+0000 in a string", unit.line or None)
        controls.add_characters_of(unit.line, text)
    if strict and controls.total_number:
        raise UnreadableFile(*controls.first_error())
    return catalog._replace(units=units, warnings=(*catalog.warnings, *controls.warnings()))


def _combine_surrogates_of(unit: Unit) -> Unit:
    texts = (unit.context, unit.source, unit.target)
    if not any(re.search(_SURROGATE_REGEX, text) for text in texts):
        return unit
    try:
        combined = [text.encode("utf-16", "surrogatepass").decode("utf-16") for text in texts]
    except UnicodeDecodeError as error:
        raise UnreadableFile("half of a surrogate pair, such as \\ud83d, in a string", unit.line or None) from error
    return unit._replace(context=combined[0], source=combined[1], target=combined[2])


def _format_code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
