"""The objects of a repository, read by one `git cat-file --batch` for as many as are wanted."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import IO, Any, Self

from transtats_cli.git.process import GitError, ended_early, started
from transtats_cli.git.repository import Repository

_TOGETHER = 256
"""Objects that are asked for at once: what fits into a pipe, so that neither side ever waits for the other."""


class Objects:
    """Reads objects by their identity. Git is started by the first question and ends with the context."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._running = ExitStack()
        self._pipes: tuple[IO[bytes], IO[bytes]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._end()

    def read(self, identity: str) -> bytes:
        """The content of an object; a commit stands for its tree where one asks for `commit^{tree}`."""
        (content,) = self.each([identity])
        return content

    def each(self, identities: Iterable[str]) -> Iterator[bytes]:
        """The contents of objects in the order in which they are asked for."""
        remaining = iter(identities)
        try:
            while asked := list(islice(remaining, _TOGETHER)):
                answering = self._ask(asked)
                for identity in asked:
                    yield self._answer(answering, identity)
        except BaseException:
            # There may be answers that nobody takes, and the next question must not get them.
            self._end()
            raise

    def _ask(self, identities: Iterable[str]) -> IO[bytes]:
        asking, answering = self._pipes or self._start()
        try:
            asking.write("".join(f"{identity}\n" for identity in identities).encode())
            asking.flush()
        except OSError as error:
            raise self._ended() from error
        return answering

    def _answer(self, answering: IO[bytes], identity: str) -> bytes:
        told = answering.readline().split()
        if not told:
            raise self._ended()
        if len(told) != 3 or not told[2].isdigit():
            raise GitError(
                f"{self.repository.top}: git has no object {identity}; is the clone a partial one, or damaged?"
            )
        size = int(told[2])
        content = answering.read(size + 1)
        if len(content) != size + 1:
            raise self._ended()
        return content[:-1]

    def _start(self) -> tuple[IO[bytes], IO[bytes]]:
        process = self._running.enter_context(started(self.repository.top, "cat-file", "--batch"))
        assert process.stdin is not None
        assert process.stdout is not None
        self._pipes = process.stdin, process.stdout
        return self._pipes

    def _end(self) -> None:
        self._pipes = None
        self._running.close()

    def _ended(self) -> GitError:
        return ended_early(self.repository.top, "cat-file")
