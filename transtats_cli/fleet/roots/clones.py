"""Make a shallow clone of a remote repository: one commit, without its files, hooks, templates, tags and submodules.

This is the only module that lets git use the network. Git never prompts for a password. The settings of the user and of
the system apply, such as proxies, certificates and credential helpers.
"""

import os
import re
import shutil
import signal
import sys
from collections.abc import Generator
from typing import NamedTuple

from transtats_cli.git import MAX_TIMEOUT_SECONDS
from transtats_cli.git.process import GitError, find_reason, limit_resource, start_git, start_process

_GIT_SETTINGS = (
    "core.askPass=",
    "credential.interactive=never",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.ext.allow=never",
    "submodule.recurse=false",
    "transfer.bundleURI=false",
)
_GIT_ENVIRONMENT = {"GIT_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"}
_INHERITED_VARIABLE_PREFIXES = ("GIT_SSH", "GIT_SSL_")
"""Prefixes of the environment variables for the network that are passed on to git."""
_USER_VARIABLE = "TRANSTATS_GIT_USER"
_PASSWORD_VARIABLE = "TRANSTATS_GIT_PASSWORD"  # noqa: S105  the name of a variable
_CREDENTIAL_HELPER = f'!f() {{ echo "username=${_USER_VARIABLE}"; echo "password=${_PASSWORD_VARIABLE}"; }}; f'
"""Command that prints user and password from the environment, because other users can see arguments of processes."""
_GIT_ATTRIBUTES = "* -filter -export-ignore -export-subst\n"
"""Attributes that override those of the repository: run no filters, and leave out no files."""
_KILLED_MESSAGE = "invalid index-pack output"
"""Part of git's error message if a child process was killed."""
_DENIED_MESSAGES = (
    "could not read username",
    "authentication failed",
    "authentication methods",
    "permission denied",
    "error: 403",
)
"""Parts of git's error messages if access is denied. An address in a message should not contain any of them."""
_BLOCK_SIZE = 1 << 16


class CloneSource(NamedTuple):
    """Address of a remote repository, with the branch or tag and the credentials."""

    url: str
    """Address without a password."""
    protocol: str
    """The only protocol that git may use, such as `https`."""
    reference: str = ""
    """Branch or tag. '' for the default branch."""
    user: str = ""
    password: str = ""


def clone(source: CloneSource, folder: str, *, seconds: float, max_bytes: int) -> str:
    """Clone a repository into a new folder in `folder`, without checking out its files. Return the path of the clone.

    Raises GitError with a reason and a solution, without the address. The limit of `max_bytes` applies to the packed
    objects, on Linux only.
    """
    if shutil.which("git") is None:
        raise GitError("there is no git command; install git")
    name = "clone"
    settings = (part for setting in _list_settings(source) for part in ("-c", setting))
    branch = ("--branch", source.reference) if source.reference else ()
    arguments = ("clone", "--quiet", "--no-checkout", "--depth=1", "--single-branch", "--no-tags", "--template=")
    command = (*settings, *arguments, "--no-recurse-submodules", *branch, "--", source.url, name)
    with start_process(folder, command, variables=_list_variables(source), has_terminal=False) as process:
        limit_resource(process.pid, "RLIMIT_FSIZE", max_bytes)
        _, errors = process.communicate(timeout=min(max(seconds, 0), MAX_TIMEOUT_SECONDS))
    # With a low limit, git itself exceeds it, and prints nothing.
    if sys.platform == "linux" and process.returncode == -signal.SIGXFSZ:
        raise GitError(_describe_size_error(max_bytes))
    if process.returncode:
        raise GitError(_explain_errors(errors.decode("utf-8", "replace"), source, max_bytes))
    path = os.path.join(folder, name)
    os.makedirs(os.path.join(path, ".git", "info"), exist_ok=True)
    with open(os.path.join(path, ".git", "info", "attributes"), "x", encoding="utf-8") as file:
        file.write(_GIT_ATTRIBUTES)
    return path


def read_archive(path: str) -> Generator[bytes, None, None]:
    """Yield the files at the HEAD of a clone as a tar archive, in blocks. Raises GitError if git fails."""
    with start_git(path, "archive", "--format=tar", "HEAD") as process:
        process.close_input()
        while block := process.output.read1(_BLOCK_SIZE):
            yield block
        if process.wait_for_exit():
            raise GitError("the repository has no commit, or it is damaged; check it with git fsck")


def _list_settings(source: CloneSource) -> tuple[str, ...]:
    if not source.user:
        return _GIT_SETTINGS
    scheme, _, rest = source.url.partition("://")
    host = re.split("[/?#]", rest, maxsplit=1)[0]
    # Without scheme, host and port, git would also send the password to a server to which this one redirects.
    return (*_GIT_SETTINGS, "credential.helper=", f"credential.{scheme}://{host}.helper={_CREDENTIAL_HELPER}")


def _list_variables(source: CloneSource) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name.startswith(_INHERITED_VARIABLE_PREFIXES)}
    credentials = {_USER_VARIABLE: source.user, _PASSWORD_VARIABLE: source.password} if source.user else {}
    return {**inherited, **_GIT_ENVIRONMENT, **credentials, "GIT_ALLOW_PROTOCOL": source.protocol}


def _describe_size_error(max_bytes: int) -> str:
    unit = "byte" if max_bytes == 1 else "bytes"
    return f"more than {max_bytes:,} {unit}; increase --root-bytes, or make a clone, and name its directory"


def _explain_errors(errors: str, source: CloneSource, max_bytes: int) -> str:
    """Convert the error output of git to a reason and a solution."""
    text = errors.lower()
    # A process that exceeds the limit of file sizes is killed, and prints nothing.
    if "signal 25" in text or "file too large" in text or (text.count("fatal:") == 1 and _KILLED_MESSAGE in text):
        return _describe_size_error(max_bytes)
    if "remote branch" in text and source.reference:
        return f"the repository has no branch or tag {source.reference}; write a name that git ls-remote shows"
    if any(part in text for part in _DENIED_MESSAGES):
        return "access to the repository was denied; check the address, and the credentials that git uses"
    return f"git cannot clone it ({find_reason(errors)}); check the address with git ls-remote"
