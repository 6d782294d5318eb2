"""Exceptions that stop the program, and exceptions for one file that cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from transtats_cli.problems import Problem

_LIBRARIES_OF_EXTRAS = {
    "fleet": {"distributed", "fsspec", "pyarrow"},
    "report": {"jinja2", "markupsafe"},
    "serve": {"starlette", "uvicorn", "httptools", "uvloop", "watchfiles", "prometheus_client", "jinja2"},
}
"""Libraries that are installed with an extra: `pip install 'transtats-cli[report]'`."""


class TranstatsError(Exception):
    """The program stops with exit status 2 because of wrong usage, invalid settings or unknown names.

    Each argument of the exception is one line of the message: a text or a Problem. A line break inside an argument
    comes from a name or from text in a file, and is escaped in the output.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.args))

    @property
    def problem(self) -> Problem:
        """The error as a problem. If the first argument is no Problem, its path is empty."""
        first, *others = self.args or ("",)
        if not isinstance(first, Problem):
            return Problem("", str(self))
        return first._replace(reason="\n".join([first.reason, *map(str, others)]))

    def __str__(self) -> str:
        return "\n".join(self.lines)


class UnknownComponentError(TranstatsError):
    """A requested component does not exist."""

    revision = ""
    """Git revision that does not contain the component. '' for the working tree."""


class NoFilesError(TranstatsError):
    """A component has no translation file."""


class WrongUsageError(TranstatsError):
    """Arguments or options contradict each other. The message follows a line with the usage of the command."""


@contextmanager
def require_extra(extra: str, feature: str) -> Iterator[None]:
    """Convert the ImportError of a library that is installed with an extra to a TranstatsError."""
    try:
        yield
    except ImportError as error:
        library = (error.name or "").partition(".")[0]
        if library not in _LIBRARIES_OF_EXTRAS[extra]:
            raise
        raise TranstatsError(
            f"{feature} needs {library}, which is not installed: pip install 'transtats-cli[{extra}]'"
        ) from error


class UnreadableFile(Exception):  # noqa: N818  a result, recorded in the report, not an error that stops a run
    """A translation file cannot be read. All other files are counted, and the exit status is 3."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class OtherFormatError(UnreadableFile):
    """A translation file has another format than expected. `format` is the name of that format in FILE_FORMATS."""

    def __init__(self, actual_format: str, reason: str, line: int | None = None) -> None:
        super().__init__(reason, line)
        self.format = actual_format

    def __reduce__(self) -> tuple[type["OtherFormatError"], tuple[str, str, int | None]]:
        return OtherFormatError, (self.format, self.reason, self.line)
