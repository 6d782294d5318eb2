"""What can stop a run, or cost one file of it."""


class TranstatsError(Exception):
    """We cannot do what was asked: wrong usage, bad settings, unknown names. Exit status 2.

    Each argument is one line of the message. A line break inside an argument comes from a name or a text of others, and
    is shown escaped.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.args))

    def __str__(self) -> str:
        return "\n".join(self.lines)


class UnknownComponentError(TranstatsError):
    """There is none of this name."""


class UnreadableFile(Exception):  # noqa: N818  a result, recorded in the report, not an error that stops a run
    """One file that cannot be read; all others still count. Exit status 3."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class OtherFormatError(UnreadableFile):
    """A file of another format than it was read as, though one that can be read."""

    def __init__(self, other: str, reason: str, line: int | None = None) -> None:
        super().__init__(reason, line)
        self.format = other
