"""Git process that answers requests of several lines, such as `git cat-file --batch`."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Self

from transtats_cli.git.process import GitError, GitProcess, TimeoutRecord, create_early_end_error, start_git
from transtats_cli.git.repository import Repository

MAX_REQUEST_LINES = 31
"""Maximum number of lines in one request to git, without a line that marks the end of the request.

A request must fit into the smallest buffer of a pipe, which has 4096 bytes (Windows). Otherwise, both processes could
wait for each other for ever. The longest line has two SHA-256 ids: 130 bytes.
"""


class GitPipe:
    """Git process that is started by the first request, and ended on exit from the context."""

    def __init__(self, repository: Repository, *arguments: str) -> None:
        self.repository = repository
        self._arguments = arguments
        self._timeout = TimeoutRecord()
        self._stack = ExitStack()
        self._git: GitProcess | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._git = None
        self._stack.close()

    @contextmanager
    def request(self, lines: Sequence[str]) -> Iterator[GitProcess]:
        """Send a request. The block must read the whole response from the git process.

        If the block raises an error, git is ended, because the next request must not receive the rest of the response.
        After a GitTimeoutError, each further request raises the same error.
        """
        try:
            with self._timeout:
                if self._git is None:
                    self._git = self._stack.enter_context(start_git(self.repository.top, *self._arguments))
                try:
                    self._git.write("".join(f"{line}\n" for line in lines).encode())
                except OSError as error:
                    raise self.create_early_end_error() from error
                yield self._git
        except BaseException:
            self.__exit__()
            raise

    def create_early_end_error(self) -> GitError:
        """Return the error for a git process that ended before its response was complete."""
        return create_early_end_error(self.repository.top, self._arguments[0])
