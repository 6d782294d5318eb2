"""Open a root: bring its files to a scratch directory, and remove them afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from transtats_cli import temporary
from transtats_cli.fleet.roots import remote
from transtats_cli.fleet.roots.addresses import Address, parse_address
from transtats_cli.fleet.roots.archives import read_archive_members
from transtats_cli.fleet.roots.clones import copy_repository_files
from transtats_cli.fleet.roots.limits import Allowance, RootError, RootLimits
from transtats_cli.fleet.roots.writing import write_needed_files

_NO_LIMITS = RootLimits()


@contextmanager
def open_root(address: str, scratch: str, limits: RootLimits = _NO_LIMITS) -> Iterator[str]:
    """Yield the absolute path of the local folder of a root.

    A local directory is not copied. The files of other roots are unpacked in a new directory below `scratch`. This
    directory is removed at the end of the `with` block, or if a signal ends the process. Raises RootError with one
    sentence if the root cannot be opened, or exceeds a limit.
    """
    parsed = parse_address(address)
    if parsed.kind == "local" and os.path.isdir(parsed.location):
        yield os.path.abspath(parsed.location)
        return
    if parsed.kind == "local" and not os.path.lexists(parsed.location):
        raise RootError(f"{parsed.shown}: no such file or directory; check the path")
    allowance = Allowance(parsed.shown, limits)
    with _create_work_folder(scratch, allowance) as work:
        yield _fetch_root(parsed, work, allowance)


@contextmanager
def _create_work_folder(scratch: str, allowance: Allowance) -> Iterator[str]:
    """Create a directory below `scratch`, and remove it at the end of the block.

    The directory contains a folder `.git`, so no settings in the folders above it are used.
    """
    created = False
    try:
        os.makedirs(scratch, exist_ok=True)
        with temporary.create_temporary_directory(scratch) as work:
            os.mkdir(os.path.join(work, ".git"))
            created = True
            yield work
    except OSError as error:
        if created:
            raise
        raise allowance.create_error(
            f"no directory can be created in {scratch} ({error.strerror or error}); set TMPDIR to another directory"
        ) from error


def _fetch_root(address: Address, work: str, allowance: Allowance) -> str:
    """Write the needed files of a root below `work`, and return the path of the root."""
    if address.kind == "git":
        return copy_repository_files(address, work, allowance)
    if address.kind == "folder":
        return remote.copy_folder(address, work, allowance)
    path = address.location
    if address.kind == "archive":
        path = remote.download(address, os.path.join(work, "archive"), allowance)
    return write_needed_files(
        partial(read_archive_members, path, allowance), work, address.name, allowance, is_archive=True
    )
