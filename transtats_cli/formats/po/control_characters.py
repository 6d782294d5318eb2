"""Raw control characters in the strings of a PO file. A server rejects the file; here it is read with a warning."""

import re

FORBIDDEN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LISTED = 3
"""Number of places that a warning names."""


class ControlCharacters:
    """Lines of a file with a control character in a string, each line once for each character."""

    __slots__ = ("first", "number")

    def __init__(self) -> None:
        self.first: list[tuple[int, str]] = []
        """Line and character of the first places, in the order of the file."""
        self.number = 0
        """Number of all places."""

    def add(self, line: int, string: str) -> None:
        """Add the control characters of a string on this line."""
        found = {character for character in {*string} if FORBIDDEN.match(character)}
        self.number += len(found)
        if len(self.first) < _LISTED:
            self.first += [(line, character) for character in sorted(found, key=string.index)]
            del self.first[_LISTED:]

    def join(self, other: "ControlCharacters") -> None:
        """Add the places of later strings."""
        self.number += other.number
        self.first = (self.first + other.first)[:_LISTED]

    def warnings(self) -> tuple[str, ...]:
        """Return one message with the first places and the number of the others, or nothing if there is no place."""
        if not self.number:
            return ()
        places = ", ".join(f"{_name(character)} (line {line})" for line, character in self.first)
        others = self.number - len(self.first)
        more = f" and {others} more" if others else ""
        return (f"control characters in strings, which a server refuses: {places}{more}; remove them",)

    def reason(self) -> tuple[str, int]:
        """Return the reason and the line for rejecting the file. Requires at least one place."""
        line, character = self.first[0]
        return f"the control character {_name(character)} in a string", line


def _name(character: str) -> str:
    return f"U+{ord(character):04X}"
