"""Open a root: bring its files to a scratch directory, and remove them afterwards."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from transtats_cli import signals
from transtats_cli.fleet.roots import remote
from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.archives import read_archive_members
from transtats_cli.fleet.roots.clones import copy_repository_files
from transtats_cli.fleet.roots.limits import Allowance, RootError, RootLimits
from transtats_cli.fleet.roots.writing import write_needed_files


@contextmanager
def open_root(address: Address, scratch: str, limits: RootLimits) -> Iterator[str]:
    """Yield the absolute path of the local folder of a root.

    A local directory is not copied. Other roots are unpacked in a new directory below `scratch`, which is removed at
    the end. It contains a folder `.git`, so no settings in the folders above it are used.
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
            reason = f"no directory can be created in {scratch} ({error.strerror or error})"
            raise allowance.create_error(f"{reason}; set TMPDIR to another directory") from error
        if address.kind == "git":
            yield copy_repository_files(address, work, allowance)
        elif address.kind == "folder":
            yield remote.copy_folder(address, work, allowance)
        else:
            path = address.location
            if address.kind == "archive":
                path = remote.download(address, os.path.join(work, "archive"), allowance)
            list_members = partial(read_archive_members, path, allowance)
            yield write_needed_files(list_members, work, address.name, allowance, is_archive=True)
