"""Temporary files and directories that are removed at the end of the process, even if a signal ends the process."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from transtats_cli.signals import cleaned_up_on_signal, signals_held


@contextmanager
def directory() -> Iterator[str]:
    """Create a temporary directory and yield its path without symbolic links.

    The directory is removed at the end of the `with` block, or when a signal ends the process.
    """
    import shutil
    from tempfile import mkdtemp

    def remove() -> None:
        shutil.rmtree(path, ignore_errors=True)

    with ExitStack() as held:
        held.enter_context(signals_held())
        path = os.path.realpath(mkdtemp(prefix="transtats-"))
        with cleaned_up_on_signal(remove):
            try:
                # A signal that came since the directory was made is handled here, where the directory is removed.
                held.close()
                yield path
            finally:
                with signals_held():
                    remove()


@contextmanager
def removed_on_signal(path: str) -> Iterator[None]:
    """Remove the file `path` if a signal ends the process within the `with` block.

    At the end of the block the file is not removed. The caller has to remove it.
    """

    def remove() -> None:
        with suppress(OSError):
            os.unlink(path)

    with cleaned_up_on_signal(remove):
        yield
