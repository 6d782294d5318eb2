"""Exceptions that stop a run, or that make one file unreadable."""


class TranstatsError(Exception):
    """The request cannot be fulfilled: wrong usage, invalid settings or unknown names. Exit status 2.

    Each argument is one line of the message. A line break inside an argument comes from a name or from text in a file,
    and is escaped in the output.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.args))

    def __str__(self) -> str:
        return "\n".join(self.lines)


class UnknownComponentError(TranstatsError):
    """No component has this name."""


class UnreadableFile(Exception):  # noqa: N818  a result, recorded in the report, not an error that stops a run
    """A file cannot be read. All other files are counted. Exit status 3."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class OtherFormatError(UnreadableFile):
    """The file has another format than expected. `format` is a supported format."""

    def __init__(self, other: str, reason: str, line: int | None = None) -> None:
        super().__init__(reason, line)
        self.format = other
