"""Read objects of a repository with one git process that answers requests (`git cat-file --batch`)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any, Self

from transtats_cli.git.limits import MAX_OBJECT_BYTES
from transtats_cli.git.process import (
    BeyondLimitsError,
    GitError,
    GitProcess,
    create_early_end_error,
    start_git,
)
from transtats_cli.git.repository import Repository

_MAX_CACHED_BYTES = 32 << 20
"""Maximum total size of the contents in a `BlobCache`, in bytes."""


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
        """
        try:
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


class ObjectReader(GitPipe):
    """Reader of git objects by id."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository, "cat-file", "--batch")

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
        while batch := list(islice(remaining, MAX_REQUEST_LINES)):
            with self.request(batch) as git:
                for object_name in batch:
                    yield self._read_response(git, object_name, kind)

    def _read_response(self, git: GitProcess, object_name: str, kind: str) -> bytes:
        header = git.output.readline().split()
        if not header:
            raise self.create_early_end_error()
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
            raise self.create_early_end_error()
        return content[:-1]

    def _error_about(self, problem: str) -> GitError:
        return GitError(f"{self.repository.top}: {problem}")


class BlobCache:
    """Cache of the contents of files by blob id, with a limited size."""

    def __init__(self, objects: ObjectReader) -> None:
        self._objects = objects
        self._contents: dict[str, bytes] = {}
        self._size = 0

    def read(self, blob_id: str) -> bytes:
        """Return the content of a file. b'' for the blob id ''. Raises GitError."""
        if blob_id and blob_id not in self._contents:
            self.add(blob_id, self._objects.read(blob_id, "blob"))
        return self._contents[blob_id] if blob_id else b""

    def read_ahead(self, blob_ids: Iterable[str]) -> None:
        """Read contents that are needed soon. One request for several contents is faster than several requests."""
        missing = [each for each in dict.fromkeys(blob_ids) if each and each not in self._contents]
        for blob_id, content in zip(missing, self._objects.read_all(missing, "blob"), strict=True):
            self.add(blob_id, content)

    def add(self, blob_id: str, content: bytes) -> None:
        """Add the content of a file. If the cache is full, the contents that were added first are removed."""
        if blob_id in self._contents:
            return
        self._contents[blob_id] = content
        self._size += len(content)
        while self._size > _MAX_CACHED_BYTES and len(self._contents) > 1:
            self._size -= len(self._contents.pop(next(iter(self._contents))))


def compute_blob_id(content: bytes, sample_id: str) -> str:
    """Return git's blob id of a file content.

    `sample_id` is an id of the same repository, which determines the hash function.
    """
    import hashlib

    made = hashlib.new("sha1" if len(sample_id) == 40 else "sha256", usedforsecurity=False)
    made.update(b"blob %d\0" % len(content))
    made.update(content)
    return made.hexdigest()
