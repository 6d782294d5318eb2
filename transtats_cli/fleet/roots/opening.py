"""Open a root: bring its files to a scratch directory, and remove them afterwards."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial

from transtats_cli import signals
from transtats_cli.fleet.roots import remote
from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.archives import read_archive_members, read_tar_members
from transtats_cli.fleet.roots.clones import CloneSource, clone, read_archive
from transtats_cli.fleet.roots.limits import Allowance, RootError, RootLimits
from transtats_cli.fleet.roots.writing import Members, write_needed_files
from transtats_cli.git.process import GitError, GitTimeoutError

_NO_LIMITS = RootLimits()


@contextmanager
def open_root(address: Address, scratch: str, limits: RootLimits = _NO_LIMITS) -> Iterator[str]:
    """Yield the absolute path of the local folder of a root.

    A local directory is not copied. The files of other roots are unpacked in a new directory below `scratch`. This
    directory is removed at the end of the `with` block, or if a signal ends the process. It contains a folder `.git`,
    so no settings in the folders above it are used. Raises RootError with one sentence if the root cannot be opened, or
    exceeds a limit.
    """
    if address.kind == "local" and os.path.isdir(address.location):
        yield address.location
        return
    if address.kind == "local" and not os.path.lexists(address.location):
        raise RootError(f"{address.shown}: no such file or directory; check the path")
    allowance = Allowance(address.shown, limits)
    with ExitStack() as stack:
        try:
            os.makedirs(scratch, exist_ok=True)
            work = stack.enter_context(signals.create_temporary_directory(scratch))
            os.mkdir(os.path.join(work, ".git"))
        except OSError as error:
            raise allowance.create_error(
                f"no directory can be created in {scratch} ({error.strerror or error}); set TMPDIR to another directory"
            ) from error
        yield _fetch_root(address, work, allowance)


def _fetch_root(address: Address, work: str, allowance: Allowance) -> str:
    """Write the needed files of a root below `work`, and return the path of the root."""
    if address.kind == "git":
        return _copy_repository_files(address, work, allowance)
    if address.kind == "folder":
        return remote.copy_folder(address, work, allowance)
    path = address.location
    if address.kind == "archive":
        path = remote.download(address, os.path.join(work, "archive"), allowance)
    return write_needed_files(
        partial(read_archive_members, path, allowance), work, address.name, allowance, is_archive=True
    )


def _copy_repository_files(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a shallow clone of a repository.

    The folder `.git` of the root contains only the name of the repository. The git history is left out, because the
    history of a shallow clone is not complete.
    """
    source = CloneSource(address.location, address.protocol, address.reference, address.user, address.password)
    try:
        path = clone(source, folder, seconds=allowance.seconds_left, max_bytes=allowance.limits.bytes)
        root = write_needed_files(partial(_read_clone, path, allowance), folder, address.name, allowance)
        os.mkdir(os.path.join(root, ".git"))
        with open(os.path.join(root, ".git", "config"), "x", encoding="utf-8", errors="surrogateescape") as file:
            file.write(f'[remote "origin"]\n\turl = "{address.name}.git"\n')
    except GitTimeoutError as error:
        if allowance.seconds_left > 0:
            # Only the archive of the clone has the time limit of git. The folder of the clone is left out.
            raise allowance.create_error(error.problem.reason) from error
        raise allowance.create_time_error() from error
    except GitError as error:
        raise allowance.create_error(address.hide_secrets(str(error))) from error
    except OSError as error:
        raise allowance.create_write_error(error) from error
    shutil.rmtree(path, ignore_errors=True)
    return root


def _read_clone(path: str, allowance: Allowance) -> Members:
    with closing(read_archive(path)) as blocks:
        yield from read_tar_members(lambda _size: next(blocks, b""), allowance)
        # Git's exit status is known only after its whole output was read.
        for _ in blocks:
            pass
