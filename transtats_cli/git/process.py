"""Runs git, and nothing but git: without a pager, a hook, a filter, a prompt, or a word from the network."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from transtats_cli.errors import TranstatsError

if TYPE_CHECKING:
    import subprocess

_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.commitGraph=true",
    "log.showSignature=false",
)
"""What would run other programs, or change what is printed."""
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


_DISTRUST = "dubious ownership"
"""What git says of repositories that belong to somebody else, as they often do in containers."""


class GitError(TranstatsError):
    """Git cannot tell what was asked."""


def run(folder: str, *arguments: str, accept: Sequence[int] = (0,)) -> bytes:
    """What git prints in a folder; raises GitError with its own words where it ends otherwise."""
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603  our own arguments, and no shell
            _command(arguments),
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise _not_started(folder, error) from error
    if done.returncode not in accept:
        raise GitError(_said(folder, done.stderr))
    return done.stdout


@contextmanager
def started(folder: str, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Git at work, to be spoken with; it is ended and its pipes are closed when nobody listens any longer."""
    import subprocess

    try:
        process = subprocess.Popen(  # noqa: S603  our own arguments, and no shell
            _command(arguments),
            cwd=folder,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise _not_started(folder, error) from error
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.kill()
        for pipe in (process.stdin, process.stdout):
            # What git was still to be told, nobody wants to know.
            with suppress(OSError):
                pipe.close()
        process.wait()


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
