"""Problem: something cannot be read or used, with its place and the reason."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A file, a folder or a component that cannot be read or used, with the reason and the line of the error."""

    path: str
    """Path of the file or the folder, or the names of the component. Empty if the problem has no such place."""
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        """Return the message, such as `app/component.json:2: not valid JSON`."""
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.reason}" if place else self.reason
