"""Copy the files of a git repository that a scan needs, from a shallow clone."""

import os
import shutil
from contextlib import closing

from transtats_cli.fleet.roots.addresses import Address
from transtats_cli.fleet.roots.archives import read_tar_members
from transtats_cli.fleet.roots.limits import Allowance
from transtats_cli.fleet.roots.writing import Members, write_needed_files
from transtats_cli.git.clone import CloneSource, clone, read_archive
from transtats_cli.git.process import GitError, GitTimeoutError


def copy_repository_files(address: Address, folder: str, allowance: Allowance) -> str:
    """Write the files of a repository that a scan needs below `folder`, and return the path of the root.

    The folder `.git` of the root contains only the name of the repository. The git history is left out, because the
    history of a shallow clone is not complete.
    """
    source = CloneSource(address.location, address.protocol, address.reference, address.user, address.password)
    try:
        path = clone(source, folder, seconds=allowance.seconds_left, max_bytes=allowance.limits.bytes)
        root = write_needed_files(lambda: _read_members(path, allowance), folder, address.name, allowance)
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


def _read_members(path: str, allowance: Allowance) -> Members:
    with closing(read_archive(path)) as blocks:
        yield from read_tar_members(lambda _size: next(blocks, b""), allowance)
        # Git's exit status is known only after its whole output was read.
        for _ in blocks:
            pass
