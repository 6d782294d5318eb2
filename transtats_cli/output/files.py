"""A file that gets its new content in one step, or keeps the old one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from transtats_cli.temporary import removed_on_signal


@contextmanager
def replacing(name: str) -> Iterator[BinaryIO]:
    """Write a file so that nobody ever sees half of it; if anything is raised meanwhile, nothing changes.

    A file that exists keeps its permissions; a link stays a link.
    """
    target = Path(name)
    if _is_written_straight(target):
        with target.open("wb") as file:
            yield file
        return
    target = target.resolve()
    temporary = target.with_name(f".transtats-{os.urandom(8).hex()}")
    with removed_on_signal(str(temporary)):
        try:
            with temporary.open("xb") as file:
                yield file
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _is_written_straight(target: Path) -> bool:
    """What cannot be replaced: devices, pipes, links to nowhere, what a process has open; or what must not be."""
    if str(target).startswith(("/dev/", "/proc/")):
        return True
    if not target.exists():
        return target.is_symlink()
    return not (target.is_file() and os.access(target, os.W_OK))
