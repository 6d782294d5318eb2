"""Runs git, and nothing but git: without a pager, a hook, a filter, a prompt, or a word from the network.

Each process has limits of time and memory, and is ended with all its children when nobody reads it any longer.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, Any

from transtats_cli.errors import TranstatsError
from transtats_cli.git import TIMEOUT_VARIABLE, time_limit
from transtats_cli.git.limits import MEMORY
from transtats_cli.signals import cleaned_up_on_signal, signals_held

if TYPE_CHECKING:
    import subprocess

_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.commitGraph=true",
    "log.showSignature=false",
    # A checkout's .mailmap may be of any size, and the one that mailmap.file names a device.
    "log.mailmap=false",
    "log.decorate=false",
    "log.follow=false",
    "log.diffMerges=separate",
    "i18n.logOutputEncoding=UTF-8",
)
"""Settings of a repository that run other programs, read other files, or change what is printed are overridden."""
_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    # Objects that a partial clone lacks are missing; older versions know the first only by forbidding every way.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_KEPT = ("GIT_CONFIG", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM")
"""What a user may say of git. The rest is said by git to its hooks, and speaks of another place."""
_SUSPICIOUS = 3
"""Seconds after which somebody may look whether a task is one that never ends."""
PIECE = 1 << 16
"""Bytes that are read at once."""
_IS_POSIX = os.name == "posix"
"""Elsewhere pipes cannot be waited for, and only `run` has a time limit."""
_DISTRUST = "dubious ownership"
"""What git says of repositories that belong to somebody else, as they often do in containers."""


class GitError(TranstatsError):
    """Git cannot tell what was asked."""


class BeyondLimitsError(GitError):
    """A repository holds more than is read; `limits.py` lists how much that is."""


class GitTimeoutError(GitError):
    """Git has been stopped, because its time was over."""

    def __init__(self, folder: str, command: str, seconds: float) -> None:
        super().__init__(
            f"{folder}: git {command} was stopped after {seconds:g} seconds; for a very large repository allow more"
            f" with --git-timeout SECONDS or {TIMEOUT_VARIABLE}, otherwise look for pipes or damage in .git"
        )


def run(folder: str, *arguments: str, accept: Sequence[int] = (0,), suspect: Callable[[], None] | None = None) -> bytes:
    """What git prints in a folder; raises GitError with its own words where it ends otherwise.

    `suspect` is called once if git takes longer than most tasks do. It may raise GitError to end the task.
    """
    import subprocess

    seconds = time_limit()
    with _process(folder, arguments, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            if suspect is not None:
                with suppress(subprocess.TimeoutExpired):
                    process.communicate(timeout=min(_SUSPICIOUS, seconds))
                if process.returncode is None:
                    suspect()
            printed, words = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise GitTimeoutError(folder, arguments[0], seconds) from error
    if process.returncode not in accept:
        raise GitError(_said(folder, words))
    return printed


class Running:
    """A git process that reads questions and prints answers. Every wait for it counts against the time limit."""

    suspect: Callable[[], None] | None = None
    """Called when git prints nothing for longer than it mostly does; may raise GitError to end the task."""

    def __init__(self, folder: str, command: str, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._folder = folder
        self._command = command
        self._process = process
        self._input = process.stdin
        self._descriptor = process.stdin.fileno()
        self._seconds = time_limit()
        self._spent = 0.0
        if _IS_POSIX:
            os.set_blocking(self._descriptor, False)
        self.answers = BufferedReader(_Answers(self, process.stdout.fileno()), PIECE)

    def ask(self, question: bytes) -> None:
        """Write a question, and start its time; raises OSError if git has ended."""
        self._spent = 0.0
        rest = memoryview(question)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:
                self.wait(self._descriptor, is_reading=False)

    def ask_no_more(self) -> None:
        self._input.close()

    def wait(self, descriptor: int, *, is_reading: bool = True) -> None:
        """Wait until a pipe is ready; raises GitTimeoutError when the time is over."""
        if not _IS_POSIX:
            return
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN if is_reading else select.POLLOUT)
        began = time.monotonic()
        is_ready = waiting.poll(min(self._seconds - self._spent, _SUSPICIOUS) * 1000)
        if not is_ready:
            if self.suspect is not None:
                self.suspect()
            is_ready = waiting.poll(max(self._seconds - self._spent - time.monotonic() + began, 0) * 1000)
        self.spend(time.monotonic() - began if is_ready else self._seconds)

    def spend(self, seconds: float) -> None:
        """Count time that reading an answer took; raises GitTimeoutError when the time is over."""
        self._spent += seconds
        if self._spent >= self._seconds:
            raise GitTimeoutError(self._folder, self._command, self._seconds)

    def end(self) -> int:
        """Wait for the exit status of git, which has printed everything."""
        import subprocess

        try:
            return self._process.wait(max(self._seconds - self._spent, 0))
        except subprocess.TimeoutExpired as error:
            raise GitTimeoutError(self._folder, self._command, self._seconds) from error


class _Answers(RawIOBase):
    """Output of git, read as it comes and for no longer than the time limit."""

    def __init__(self, running: Running, descriptor: int) -> None:
        self._running = running
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._running.wait(self._descriptor)
        if _IS_POSIX:
            return os.readv(self._descriptor, [buffer])
        view = memoryview(buffer)
        read = os.read(self._descriptor, len(view))
        view[: len(read)] = read
        return len(read)


@contextmanager
def started(folder: str, *arguments: str, has_patterns: bool = False) -> Iterator[Running]:
    """Start git, and end it and close its pipes at the end of the block.

    With `has_patterns`, stars in paths are wildcards; otherwise every path is literal.
    """
    import subprocess

    with _process(
        folder, arguments, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, has_patterns=has_patterns
    ) as process:
        yield Running(folder, arguments[0], process)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process with its children, unless it has ended and its number may belong to another one.

    A git that waits for a pipe in `.git` would not notice that its output is not read any longer.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if _IS_POSIX:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


@contextmanager
def _process(
    folder: str, arguments: Sequence[str], *, stdin: int, stderr: int, has_patterns: bool = False
) -> Iterator["subprocess.Popen[bytes]"]:
    """A git process in a process group of its own, which is killed if it has not ended before."""
    import subprocess

    with ExitStack() as held:
        held.enter_context(signals_held())
        try:
            process = subprocess.Popen(  # noqa: S603  our own arguments, and no shell
                _command(arguments),
                cwd=folder,
                env={**_environment(), "GIT_LITERAL_PATHSPECS": "0"} if has_patterns else _environment(),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                process_group=0 if _IS_POSIX else None,
            )
        except OSError as error:
            raise _not_started(folder, error) from error
        with cleaned_up_on_signal(partial(_kill, process)):
            try:
                # A signal that came since the start of the process is handled here, where the process is ended.
                held.close()
                _limit_memory(process.pid)
                yield process
            finally:
                _kill(process)
                for pipe in (process.stdin, process.stdout, process.stderr):
                    # Output that was not written yet is lost, and so is what git has not read.
                    with suppress(OSError):
                        if pipe is not None:
                            pipe.close()
                process.wait()


def _limit_memory(process: int) -> None:
    """Limit the memory of git where the system can: the difference of two nested trees may have any size."""
    if sys.platform == "linux":
        import resource

        with suppress(OSError, ValueError):
            _, hard = resource.prlimit(process, resource.RLIMIT_DATA)
            most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
            resource.prlimit(process, resource.RLIMIT_DATA, (most, hard))


def ended_early(folder: str, command: str) -> GitError:
    """Why git went away in the middle of its work: it is asked something to which it answers in words."""
    try:
        run(folder, "rev-parse", "--git-dir")
    except GitError as error:
        return error
    return GitError(f"{folder}: git {command} ended early; is the repository damaged, or the clone a partial one?")


def _said(folder: str, words: bytes) -> str:
    """What git says went wrong, on one line."""
    lines = [line.strip() for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
    reason = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "it failed")
    hint = f"; if it is yours: git config --global --add safe.directory {folder}" if _DISTRUST in reason else ""
    return f"{folder}: git: {reason.partition(': ')[2] or reason}{hint}"


def _command(arguments: Sequence[str]) -> list[str]:
    settings = (part for setting in _SETTINGS for part in ("-c", setting))
    return ["git", "--no-pager", *settings, *arguments]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return {**kept, **_ENVIRONMENT}


def _not_started(folder: str, error: OSError) -> GitError:
    if isinstance(error, FileNotFoundError) and os.path.isdir(folder):
        return GitError(f"{folder} is a git repository, but there is no git command; install git")
    return GitError(f"{folder}: git cannot be run: {error.strerror or error}")
