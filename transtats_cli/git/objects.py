"""Read objects of a repository with one git process (`git cat-file --batch`)."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any, Self

from transtats_cli.git.limits import MAX_OBJECT_BYTES
from transtats_cli.git.process import (
    BeyondLimitsError,
    GitError,
    GitProcess,
    GitTimeoutError,
    create_early_end_error,
    start_git,
)
from transtats_cli.git.repository import Repository

_BATCH_SIZE = 56
"""Maximum number of objects in one request to git.

A request must fit into the smallest buffer of a pipe, which has 4096 bytes (Windows). Otherwise, both processes could
wait for each other for ever. The longest line is `COMMIT^{tree}` with a SHA-256 id: 72 bytes.
"""


class ObjectReader:
    """Reader of git objects by id. Git is started by the first request, and ended on exit from the context."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._stack = ExitStack()
        self._git: GitProcess | None = None
        self._timeout: GitTimeoutError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._end_git()

    def read(self, object_name: str, kind: str = "") -> bytes:
        """Return the content of an object. `object_name` is an id, or an expression such as `COMMIT^{tree}`.

        `kind` is `blob`, `tree`, `commit`, or '' for any kind. Raises GitError if the object is missing, damaged, too
        large, or of another kind.
        """
        (content,) = self.read_all([object_name], kind)
        return content

    def read_all(self, object_names: Iterable[str], kind: str = "") -> Iterator[bytes]:
        """Yield the content of each object, in the order of `object_names`. Raises the same errors as `read`."""
        remaining = iter(object_names)
        try:
            while batch := list(islice(remaining, _BATCH_SIZE)):
                git = self._send_request(batch)
                for object_name in batch:
                    yield self._read_response(git, object_name, kind)
        except GitTimeoutError as error:
            # Another process would be as slow.
            self._timeout = error
            self._end_git()
            raise
        except BaseException:
            # The output may contain objects that were not read yet. The next request must not receive them.
            self._end_git()
            raise

    def _send_request(self, object_names: Iterable[str]) -> GitProcess:
        if self._timeout is not None:
            raise self._timeout
        git = self._git or self._start_git()
        try:
            git.write("".join(f"{object_name}\n" for object_name in object_names).encode())
        except OSError as error:
            raise self._create_early_end_error() from error
        return git

    def _read_response(self, git: GitProcess, object_name: str, kind: str) -> bytes:
        header = git.output.readline().split()
        if not header:
            raise self._create_early_end_error()
        if len(header) != 3 or not header[2].isdigit():
            raise self._error_about(
                f"the object {object_name} is missing; the repository may be damaged, or a partial clone"
            )
        size = int(header[2])
        if kind and header[1] != kind.encode():
            raise self._error_about(
                f"the object {object_name} is a {header[1].decode()} and should be a {kind}; git fsck shows more"
            )
        if size > MAX_OBJECT_BYTES:
            raise BeyondLimitsError(
                f"{self.repository.top}: the object {object_name} has {size:,} bytes; the limit is {MAX_OBJECT_BYTES:,}"
            )
        content = git.output.read(size + 1)
        if len(content) != size + 1:
            raise self._create_early_end_error()
        return content[:-1]

    def _start_git(self) -> GitProcess:
        self._git = self._stack.enter_context(start_git(self.repository.top, "cat-file", "--batch"))
        return self._git

    def _end_git(self) -> None:
        self._git = None
        self._stack.close()

    def _create_early_end_error(self) -> GitError:
        return create_early_end_error(self.repository.top, "cat-file")

    def _error_about(self, problem: str) -> GitError:
        return GitError(f"{self.repository.top}: {problem}")
