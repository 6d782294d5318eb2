"""Replace the content of a file atomically."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from transtats_cli.temporary import remove_file_on_signal


@contextmanager
def replace_file(name: str) -> Iterator[BinaryIO]:
    """Open a temporary file, which replaces the file `name` at the end of the `with` block.

    If the block raises an exception, the file `name` does not change. An existing file keeps its permissions, and a
    symbolic link remains a link. Devices, pipes and files that cannot be replaced are written directly.
    """
    target = Path(name)
    if _is_written_directly(target):
        with target.open("wb") as file:
            yield file
        return
    target = target.resolve()
    temporary = target.with_name(f".transtats-{os.urandom(8).hex()}")
    with remove_file_on_signal(str(temporary)):
        try:
            with temporary.open("xb") as file:
                yield file
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            _move_file(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _move_file(source: Path, target: Path) -> None:
    """Rename a file. If the target is a mount point, as in a container, copy the content and remove the source."""
    try:
        source.replace(target)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        shutil.copyfile(source, target)
        source.unlink()


def _is_written_directly(target: Path) -> bool:
    """Return True if a file must be written directly and not be replaced.

    Such files are devices, pipes, dangling links, read-only files, files in read-only directories, and paths below /dev
    and /proc.
    """
    if str(target).startswith(("/dev/", "/proc/")):
        return True
    if not target.exists():
        return target.is_symlink()
    return not (target.is_file() and os.access(target, os.W_OK) and os.access(target.resolve().parent, os.W_OK))
