"""Temporary files and directories that are removed at the end of the process, even if a signal ends the process."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from transtats_cli.signals import call_if_signal_ends_process, hold_clean_up, hold_ending_signals


@contextmanager
def create_temporary_directory(parent: str | None = None) -> Iterator[str]:
    """Create a temporary directory and yield its path without symbolic links.

    `parent` is the folder in which it is created, by default that of the operating system. The directory is removed at
    the end of the `with` block, or when a signal ends the process.
    """
    import shutil
    from tempfile import mkdtemp

    def remove() -> None:
        shutil.rmtree(path, ignore_errors=True)

    with ExitStack() as held:
        held.enter_context(hold_clean_up())
        path = os.path.realpath(mkdtemp(prefix="transtats-", dir=parent))
        with call_if_signal_ends_process(remove):
            try:
                # A signal that came since the directory was made is handled here, where the directory is removed.
                held.close()
                yield path
            finally:
                with hold_ending_signals():
                    remove()


@contextmanager
def remove_file_on_signal(path: str) -> Iterator[None]:
    """Remove the file `path` if a signal ends the process within the `with` block.

    At the end of the block the file is not removed. The caller has to remove it.
    """

    def remove() -> None:
        with suppress(OSError):
            os.unlink(path)

    with call_if_signal_ends_process(remove):
        yield
