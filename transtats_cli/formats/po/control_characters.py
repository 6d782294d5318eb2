"""Raw control characters in the strings of a PO file. A Weblate server rejects such a file. This package reads the
file and adds a warning."""

import re

FORBIDDEN_CHARACTERS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MOST_LISTED = 3
"""Maximum number of control characters that a warning lists with their lines."""


class ControlCharacters:
    """Control characters in the strings of a PO file, with their lines. A character counts once per added string."""

    __slots__ = ("listed_characters", "total_number")

    def __init__(self) -> None:
        self.listed_characters: list[tuple[int, str]] = []
        """Line and character of the first control characters of the file, in file order, at most `_MOST_LISTED`."""
        self.total_number = 0
        """Number of all added control characters, also of those that are not in `listed_characters`."""

    def add_characters_of(self, line_number: int, po_string: str) -> None:
        """Add the different control characters in a string. `line_number` is the line number of the string."""
        found = {character for character in {*po_string} if FORBIDDEN_CHARACTERS.match(character)}
        self.total_number += len(found)
        if len(self.listed_characters) < _MOST_LISTED:
            self.listed_characters += [(line_number, character) for character in sorted(found, key=po_string.index)]
            del self.listed_characters[_MOST_LISTED:]

    def add_later_part(self, later_part: "ControlCharacters") -> None:
        """Add the control characters from a later part of the same file."""
        self.total_number += later_part.total_number
        self.listed_characters = (self.listed_characters + later_part.listed_characters)[:_MOST_LISTED]

    def warnings(self) -> tuple[str, ...]:
        """Return a tuple with one warning, which lists the first control characters and the number of the others.

        If there are no control characters, return an empty tuple.
        """
        if not self.total_number:
            return ()
        places = ", ".join(
            f"{_format_code_point(character)} (line {line})" for line, character in self.listed_characters
        )
        other_count = self.total_number - len(self.listed_characters)
        other_text = f" and {other_count} more" if other_count else ""
        return (f"control characters in strings, which a server refuses: {places}{other_text}; remove them",)

    def first_error(self) -> tuple[str, int]:
        """Return an error message about the first control character, and its line number.

        Raises IndexError if there are no control characters.
        """
        line, character = self.listed_characters[0]
        return f"the control character {_format_code_point(character)} in a string", line


def _format_code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
