"""Exceptions that stop a run, or that make one file unreadable."""


class TranstatsError(Exception):
    """The request cannot be fulfilled: wrong usage, invalid settings or unknown names. Exit status 2."""


class UnknownComponentError(TranstatsError):
    """No component has this name."""


class UnreadableFile(Exception):  # noqa: N818  a result, recorded in the report, not an error that stops a run
    """A file cannot be read. All other files are counted. Exit status 3."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
