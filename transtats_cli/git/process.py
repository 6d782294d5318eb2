"""Run git without pager, hooks, filters, prompts and network access.

Only `fleet/roots/clones.py` allows git to use the network.

Each git process has a time limit and a memory limit. When the output is not needed any more, the process and all its
child processes are killed.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from io import BufferedReader, RawIOBase
from typing import Any, TypeVar

from transtats_cli.errors import TranstatsError
from transtats_cli.git import TIMEOUT_VARIABLE, time_limit
from transtats_cli.git.limits import MAX_MEMORY_BYTES
from transtats_cli.problems import Problem
from transtats_cli.signals import call_if_signal_ends_process, hold_clean_up

_Result = TypeVar("_Result")
_GIT_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.commitGraph=true",
    "log.showSignature=false",
    # The .mailmap of a checkout may have any size, and mailmap.file may be a device.
    "log.mailmap=false",
    "log.decorate=false",
    "log.follow=false",
    "log.diffMerges=separate",
    "i18n.logOutputEncoding=UTF-8",
)
"""Git settings that replace the user's settings. With these values, git runs no other programs, reads no other
files, and prints the expected format.
"""
_GIT_ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    # Do not write each commit of a log separately.
    "GIT_FLUSH": "0",
    # Do not download objects that a partial clone lacks. Old versions of git support only the second variable.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_INHERITED_VARIABLE_PREFIXES = (
    "GIT_CONFIG",
    "GIT_EXEC_PATH",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
)
"""Prefixes of the environment variables `GIT_…` that are passed on to git.

Other variables `GIT_…` are not passed on. Git sets them for hooks, and they may name another repository.
"""
_SECONDS_BEFORE_ON_DELAY = 3
"""Seconds without output of git after which `on_delay` is called. `on_delay` checks if the task can end at all."""
CHUNK_SIZE = 1 << 16
"""Maximum number of bytes that are read from a pipe at once."""
_MAX_TOKEN_BYTES = 1 << 20
"""Maximum length in bytes of one token in the output of git. Only paths can be long."""
_IS_POSIX = os.name == "posix"
"""True if a process can wait for a pipe with a timeout.

On other systems, only the function `run_git` has a time limit.
"""
_OWNERSHIP_ERROR = "dubious ownership"
"""Part of git's error message for a repository that belongs to another user. This error is common in containers."""


class GitError(TranstatsError):
    """Git failed, or the output of git cannot be used."""


class BeyondLimitsError(GitError):
    """A repository exceeds one of the limits in `limits.py`."""


class GitTimeoutError(GitError):
    """Git was stopped because the time limit was reached."""

    def __init__(self, folder: str, command: str, seconds: float) -> None:
        reason = (
            f"git {command} was stopped after {seconds:g} seconds; if the repository is very large, increase the limit"
            f" with --git-timeout SECONDS or {TIMEOUT_VARIABLE}, otherwise check .git for pipes or damage"
        )
        super().__init__(Problem(folder, reason))


def run_git(folder: str, *arguments: str, accept: Sequence[int] = (0,)) -> bytes:
    """Run git in a folder, and return the output.

    Raises GitError with git's message if the exit status is not in `accept`.
    """
    with start_process(folder, arguments) as process:
        output: tuple[bytes, bytes] = process.communicate(timeout=time_limit())
    if process.returncode not in accept:
        raise GitError(_error_message(folder, output[1]))
    return output[0]


class TimeoutRecord:
    """Context of a task that uses git. If git has reached the time limit, the next task raises the same error at once.

    Otherwise, git would probably reach the time limit again, for example for every component.
    """

    def __init__(self) -> None:
        self._error: GitTimeoutError | None = None

    def __enter__(self) -> None:
        if self._error is not None:
            raise self._error

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, GitTimeoutError):
            self._error = error


class GitProcess:
    """Git process with pipes for input and output.

    All time that is spent waiting for git counts towards the time limit.
    """

    on_delay: Callable[[], None] | None = None
    """Function that is called if git prints nothing for a few seconds.

    The function may raise GitError to end the task.
    """
    incomplete_token = b""
    """Output that `parse_tokens` has read, but not parsed yet: the beginning of the next token."""

    def __init__(self, folder: str, command: str, process: Any) -> None:
        self._folder = folder
        self._command = command
        self._process = process
        self._input = process.stdin
        self._descriptor = process.stdin.fileno()
        self._time_limit = time_limit()
        self._spent_seconds = 0.0
        if _IS_POSIX:
            os.set_blocking(self._descriptor, False)
        self.output = BufferedReader(_OutputStream(self, process.stdout.fileno()), CHUNK_SIZE)

    def write(self, data: bytes) -> None:
        """Write a request to the input of git, and restart the time limit. Raises OSError if git has ended."""
        self._spent_seconds = 0.0
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:
                self.wait_until_ready(self._descriptor, is_reading=False)

    def close_input(self) -> None:
        self._input.close()

    def parse_tokens(self, parse: Callable[[list[bytes]], Iterable[_Result]]) -> Iterator[_Result]:
        """Read output that consists of tokens that end with NUL. Yield the results of `parse`.

        `parse` is called with the complete tokens of each chunk of output. The time that `parse` needs counts towards
        the time limit. Raises BeyondLimitsError if a token is too long.
        """
        while chunk := self.output.read1(CHUNK_SIZE):
            began = time.monotonic()
            *tokens, self.incomplete_token = (self.incomplete_token + chunk).split(b"\0")
            if len(self.incomplete_token) > _MAX_TOKEN_BYTES:
                raise BeyondLimitsError(f"{self._folder}: a commit has a path of more than {_MAX_TOKEN_BYTES:,} bytes")
            results = list(parse(tokens))
            self.add_time(time.monotonic() - began)
            yield from results

    def wait_until_ready(self, descriptor: int, *, is_reading: bool = True) -> None:
        """Wait until a pipe can be read or written. Raises GitTimeoutError if the time limit is reached."""
        if not _IS_POSIX:
            return
        poller = select.poll()
        poller.register(descriptor, select.POLLIN if is_reading else select.POLLOUT)
        began = time.monotonic()
        is_ready = poller.poll(min(self._time_limit - self._spent_seconds, _SECONDS_BEFORE_ON_DELAY) * 1000)
        if not is_ready:
            if self.on_delay is not None:
                self.on_delay()
            is_ready = poller.poll(max(self._time_limit - self._spent_seconds - time.monotonic() + began, 0) * 1000)
        self.add_time(time.monotonic() - began if is_ready else self._time_limit)

    def add_time(self, seconds: float) -> None:
        """Count these seconds towards git's time limit. Raises GitTimeoutError if the time limit is reached."""
        self._spent_seconds += seconds
        if self._spent_seconds >= self._time_limit:
            raise GitTimeoutError(self._folder, self._command, self._time_limit)

    def wait_for_exit(self) -> int:
        """Wait until git ends, after all output was read, and return the exit status. Raises GitTimeoutError."""
        status: int = self._process.wait(self._time_limit)
        return status


class _OutputStream(RawIOBase):
    """Raw stream of the output of git. Reading raises GitTimeoutError if the time limit is reached."""

    def __init__(self, running: GitProcess, descriptor: int) -> None:
        self._process = running
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._process.wait_until_ready(self._descriptor)
        output = os.read(self._descriptor, len(buffer))
        buffer[: len(output)] = output
        return len(output)


@contextmanager
def start_git(folder: str, *arguments: str) -> Iterator[GitProcess]:
    """Start git. At the end of the block, git is killed and its pipes are closed."""
    with start_process(folder, arguments, has_input=True) as process:
        yield GitProcess(folder, arguments[0], process)


def _kill_with_children(process: Any) -> None:
    """Kill a git process and its child processes. If the process has ended, do nothing, because its id may be reused.

    Closing the output would not end a git process that waits for a named pipe in `.git`.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if _IS_POSIX:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


@contextmanager
def start_process(
    folder: str,
    arguments: Sequence[str],
    *,
    has_input: bool = False,
    variables: Mapping[str, str] | None = None,
    has_terminal: bool = True,
) -> Iterator[Any]:
    """Start git in a new process group. At the end of the block, all processes of the group are killed.

    The value is a `subprocess.Popen`, with a pipe for the input or for the error messages. `variables` are added to the
    environment. Without `has_terminal`, no child process can ask for a password. Raises GitTimeoutError if the block
    waits too long for the process.
    """
    # Imported late: a run on files outside of git would pay for the library when it starts.
    import subprocess

    settings = (part for setting in _GIT_SETTINGS for part in ("-c", setting))
    command = ["git", "--no-pager", *settings, *arguments]
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(_INHERITED_VARIABLE_PREFIXES)
    }
    with ExitStack() as held:
        held.enter_context(hold_clean_up())
        try:
            process = subprocess.Popen(  # noqa: S603  our own arguments, and no shell
                command,
                cwd=folder,
                env={**inherited, **_GIT_ENVIRONMENT, **(variables or {})},
                stdin=subprocess.PIPE if has_input else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if has_input else subprocess.PIPE,
                process_group=0 if _IS_POSIX and has_terminal else None,
                start_new_session=_IS_POSIX and not has_terminal,
            )
        except OSError as error:
            raise _create_start_error(folder, error) from error
        with call_if_signal_ends_process(partial(_kill_with_children, process)):
            try:
                # A signal that arrived since the start of the process is handled here, inside the block that kills it.
                held.close()
                # Git may need any amount of memory for the difference between two nested trees.
                limit_resource(process.pid, "RLIMIT_DATA", MAX_MEMORY_BYTES)
                yield process
            except subprocess.TimeoutExpired as error:
                raise GitTimeoutError(folder, arguments[0], error.timeout) from error
            finally:
                _kill_with_children(process)
                for pipe in (process.stdin, process.stdout, process.stderr):
                    # Input that was not written yet is discarded.
                    with suppress(OSError):
                        if pipe is not None:
                            pipe.close()
                process.wait()


def limit_resource(process_id: int, name: str, max_bytes: int) -> None:
    """Set the limit with the name of a constant of the module `resource` for a process, on Linux only."""
    if sys.platform == "linux":
        import resource

        kind: int = getattr(resource, name)
        with suppress(OSError, ValueError):
            _, hard = resource.prlimit(process_id, kind)
            most = min(max_bytes, sys.maxsize if hard == resource.RLIM_INFINITY else hard)
            resource.prlimit(process_id, kind, (most, hard))


def create_early_end_error(folder: str, command: str) -> GitError:
    """Return the error for a git process that ended before its output was complete.

    Another git command is run to get an error message.
    """
    try:
        run_git(folder, "rev-parse", "--git-dir")
    except GitError as error:
        return error
    return GitError(f"{folder}: git {command} ended early; the repository may be damaged, or a partial clone")


def _error_message(folder: str, errors: bytes) -> str:
    """Convert the error output of git to a message of one line, with a hint if a solution is known."""
    reason = find_reason(errors.decode("utf-8", "replace"))
    hint = f"; if you trust it: git config --global --add safe.directory {folder}" if _OWNERSHIP_ERROR in reason else ""
    return f"{folder}: git: {reason}{hint}"


def find_reason(errors: str) -> str:
    """Return the most important line of the error output of git."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    reason = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "it failed")
    return reason.partition(": ")[2] or reason


def _create_start_error(folder: str, error: OSError) -> GitError:
    if isinstance(error, FileNotFoundError) and os.path.isdir(folder):
        return GitError(f"{folder} is a git repository, but there is no git command; install git")
    return GitError(f"{folder}: git cannot be run: {error.strerror or error}")
