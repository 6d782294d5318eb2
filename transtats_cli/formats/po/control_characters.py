"""Raw control characters in the strings of a PO file. A Weblate server rejects such a file. This package reads the
file and adds a warning."""

import re

FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MOST_LISTED = 3
"""Maximum number of control characters that a warning lists with their lines."""


class ControlCharacters:
    """Control characters in the strings of a PO file, with their lines. A character counts once per added string."""

    __slots__ = ("first", "number")

    def __init__(self) -> None:
        self.first: list[tuple[int, str]] = []
        """Line and character of the first control characters of the file, in file order, at most `_MOST_LISTED`."""
        self.number = 0
        """Number of all added control characters, also of those that are not in `first`."""

    def add(self, line: int, string: str) -> None:
        """Add the different control characters in a string. `line` is the line number of the string."""
        found = {character for character in {*string} if FORBIDDEN.match(character)}
        self.number += len(found)
        if len(self.first) < _MOST_LISTED:
            self.first += [(line, character) for character in sorted(found, key=string.index)]
            del self.first[_MOST_LISTED:]

    def join(self, other: "ControlCharacters") -> None:
        """Add the control characters from a later part of the same file."""
        self.number += other.number
        self.first = (self.first + other.first)[:_MOST_LISTED]

    def warnings(self) -> tuple[str, ...]:
        """Return a tuple with one warning, which lists the first control characters and the number of the others.

        If there are no control characters, return an empty tuple.
        """
        if not self.number:
            return ()
        places = ", ".join(f"{_code_point(character)} (line {line})" for line, character in self.first)
        other_count = self.number - len(self.first)
        other_text = f" and {other_count} more" if other_count else ""
        return (f"control characters in strings, which a server refuses: {places}{other_text}; remove them",)

    def reason(self) -> tuple[str, int]:
        """Return an error message about the first control character, and its line number.

        Raises IndexError if there are no control characters.
        """
        line, character = self.first[0]
        return f"the control character {_code_point(character)} in a string", line


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
