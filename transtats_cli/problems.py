"""Problem: something cannot be read or used, with its place and the reason."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A file, a folder or a component that cannot be read or used, with the reason and the line of the error."""

    path: str
    """Path of the file or the folder, or the names of the component. Empty if the problem has no such place."""
    reason: str
    """What is wrong. Problems with the same reason can be printed as one line."""
    line: int | None = None
    detail: str = ""
    """What the message adds to the reason, in parentheses, such as the counts of this file."""

    def __str__(self) -> str:
        """Return the message, such as `app/component.json:2: not valid JSON`."""
        message = f"{self.place}: {self.reason}" if self.place else self.reason
        return f"{message} ({self.detail})" if self.detail else message

    @property
    def place(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"
