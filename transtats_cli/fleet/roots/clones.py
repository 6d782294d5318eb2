"""Read the files of a repository from a shallow clone: one commit, without its hooks, templates, tags and submodules.

This is the only module that lets git use the network. Git never prompts for a password. The settings of the user and of
the system apply, such as proxies, certificates and credential helpers.
"""

import os
import re
import shutil
import signal
import sys
from functools import partial

from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.archives import read_tar_members
from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import BLOCK_SIZE, Members, write_needed_files
from transtats_cli.git import MAX_TIMEOUT_SECONDS
from transtats_cli.git.process import GitError, GitTimeoutError, find_reason, limit_resource, start_git, start_process

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
_USER_VARIABLE = "TRANSTATS_GIT_USER"
_PASSWORD_VARIABLE = "TRANSTATS_GIT_PASSWORD"  # noqa: S105  the name of a variable
_CREDENTIAL_HELPER = f'!f() {{ echo "username=${_USER_VARIABLE}"; echo "password=${_PASSWORD_VARIABLE}"; }}; f'
"""Command that prints user and password from the environment, because other users can see arguments of processes."""
_DENIED_MESSAGES = (
    "could not read username",
    "authentication failed",
    "authentication methods",
    "permission denied",
    "error: 403",
)
"""Parts of git's error messages if access is denied. An address in a message should not contain any of them."""


def copy_repository_files(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a shallow clone that a scan needs below `folder`, and return the path of the root.

    The folder `.git` of the root contains only the name of the repository, because a shallow clone has no history.
    """
    try:
        path = _clone(address, folder, allowance)
        root = write_needed_files(partial(_read_members, path, allowance), folder, address.name, allowance)
        os.mkdir(os.path.join(root, ".git"))
        with open(os.path.join(root, ".git", "config"), "x", encoding="utf-8", errors="surrogateescape") as file:
            file.write(f'[remote "origin"]\n\turl = "{address.name}.git"\n')
    except GitTimeoutError as error:
        if allowance.seconds_left > 0:
            # Only the archive of the clone has the time limit of git.
            raise allowance.create_error(error.problem.reason) from error
        raise allowance.create_time_error() from error
    except GitError as error:
        raise allowance.create_error(address.hide_secrets(str(error))) from error
    except OSError as error:
        raise allowance.create_write_error(error) from error
    shutil.rmtree(path, ignore_errors=True)
    return root


def _clone(address: Address, folder: str, allowance: Allowance) -> str:
    """Clone a repository without its files. The limit of bytes applies to the packed objects.

    On other systems than Linux, it applies after all of them were written.
    """
    if shutil.which("git") is None:
        raise GitError("there is no git command; install git")
    path = os.path.join(folder, "clone")
    settings = [*_GIT_SETTINGS]
    if address.user:
        scheme, _, rest = address.location.partition("://")
        host = re.split("[/?#]", rest, maxsplit=1)[0]
        # Without scheme, host and port, git would also send the password to a server to which this one redirects.
        settings += ["credential.helper=", f"credential.{scheme}://{host}.helper={_CREDENTIAL_HELPER}"]
    branch = ("--branch", address.reference) if address.reference else ()
    arguments = ("clone", "--quiet", "--no-checkout", "--depth=1", "--single-branch", "--no-tags", "--template=")
    options = (part for setting in settings for part in ("-c", setting))
    command = (*options, *arguments, "--no-recurse-submodules", *branch, "--", address.location, "clone")
    inherited = {name: value for name, value in os.environ.items() if name.startswith(_INHERITED_VARIABLE_PREFIXES)}
    credentials = {_USER_VARIABLE: address.user, _PASSWORD_VARIABLE: address.password} if address.user else {}
    variables = {**inherited, **_GIT_ENVIRONMENT, **credentials, "GIT_ALLOW_PROTOCOL": address.protocol}
    with start_process(folder, command, variables=variables, has_terminal=False) as process:
        limit_resource(process.pid, "RLIMIT_FSIZE", allowance.limits.bytes)
        _, errors = process.communicate(timeout=min(max(allowance.seconds_left, 0), MAX_TIMEOUT_SECONDS))
    if process.returncode:
        text = errors.decode("utf-8", "replace")
        raise GitError(_explain_failure(process.returncode, text, address.reference, allowance.limits.bytes))
    # A fast process may have ended before it had its limit.
    packs = os.path.join(path, ".git", "objects", "pack")
    for name in os.listdir(packs):
        allowance.check_size(os.path.getsize(os.path.join(packs, name)))
    os.makedirs(os.path.join(path, ".git", "info"), exist_ok=True)
    with open(os.path.join(path, ".git", "info", "attributes"), "x", encoding="utf-8") as attributes:
        # They override those of the repository: run no filters, and leave out no files.
        attributes.write("* -filter -export-ignore -export-subst\n")
    return path


def _read_members(path: str, allowance: Allowance) -> Members:
    with start_git(path, "archive", "--format=tar", "HEAD") as process:
        process.close_input()

        def read(size: int) -> bytes:
            block = process.output.read1(size)
            if not block and process.wait_for_exit():
                raise GitError("the repository has no commit, or it is damaged; check it with git fsck")
            return block

        yield from read_tar_members(read, allowance)
        # Git's exit status is known only after its whole output was read.
        while read(BLOCK_SIZE):
            pass


def _explain_failure(status: int, errors: str, reference: str, max_bytes: int) -> str:
    text = errors.lower()
    # A process that exceeds the limit of file sizes is killed, and prints nothing. It is git or a child process of git.
    is_killed = "signal 25" in text or (sys.platform == "linux" and status == -signal.SIGXFSZ)
    has_lost_child = text.count("fatal:") == 1 and "invalid index-pack output" in text
    if is_killed or has_lost_child or "file too large" in text:
        unit = "byte" if max_bytes == 1 else "bytes"
        return f"more than {max_bytes:,} {unit}; increase --root-bytes, or make a clone, and name its directory"
    if "remote branch" in text and reference:
        return f"the repository has no branch or tag {reference}; write a name that git ls-remote shows"
    if any(part in text for part in _DENIED_MESSAGES):
        return "access to the repository was denied; check the address, and the credentials that git uses"
    return f"git cannot clone it ({find_reason(errors)}); check the address with git ls-remote"
