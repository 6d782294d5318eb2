"""Limits for one root, and the errors of roots."""

import time
from typing import NamedTuple

from transtats_cli.errors import TranstatsError

_MAX_UNPACKING_RATIO = 200
"""Maximum number of unpacked bytes for each byte of an archive. Translations have a ratio of 3 to 30."""
_BYTES_WITHOUT_RATIO_LIMIT = 16 << 20
"""Number of unpacked bytes that are accepted with any ratio."""


class RootError(TranstatsError):
    """A root cannot be opened. The message is one sentence with the address, the reason and a solution."""


class RootLimits(NamedTuple):
    """Limits for one root that is not a local directory."""

    bytes: int = 4 << 30
    """Maximum number of bytes of a download, and of the files that are unpacked."""
    files: int = 1_000_000
    """Maximum number of files that are written."""
    seconds: float = 600
    """Maximum wall time, in seconds, until all files are written."""


class Allowance:
    """Remaining bytes, files and time of one root."""

    def __init__(self, address: str, limits: RootLimits) -> None:
        """`address` is shown in messages, so it must not contain credentials."""
        self.address = address
        self.limits = limits
        self._end = time.monotonic() + limits.seconds
        self.is_cancelled = False
        """True if a thread that uses this allowance must end."""
        self._bytes_written = 0
        self._files_written = 0

    @property
    def seconds_left(self) -> float:
        return self._end - time.monotonic()

    def create_error(self, reason: str) -> RootError:
        return RootError(f"{self.address}: {reason}")

    def cancel(self) -> None:
        """End the work of other threads on this root: `check_time` raises RootError from now on."""
        self.is_cancelled = True

    def check_time(self) -> None:
        """Raise RootError if the time limit is reached, or after `cancel`."""
        if self.is_cancelled or self.seconds_left <= 0:
            raise self.create_time_error()

    def create_time_error(self) -> RootError:
        return self.create_error(
            f"not there after {self.limits.seconds:g} seconds; check the connection, or increase --root-seconds"
        )

    def create_size_error(self) -> RootError:
        return self.create_error(
            f"more than {self.limits.bytes:,} {'byte' if self.limits.bytes == 1 else 'bytes'}; increase --root-bytes,"
            " or divide it into smaller roots"
        )

    def count_file(self) -> None:
        """Add 1 to the number of written files. Raises RootError if the limit of files or of time is exceeded."""
        self.check_time()
        self._files_written += 1
        if self._files_written > self.limits.files:
            raise self.create_error(
                f"more than {self.limits.files:,} {'file' if self.limits.files == 1 else 'files'};"
                " increase --root-files, or divide it into smaller roots"
            )

    def count_bytes(self, count: int) -> None:
        """Add `count` to the number of written bytes. Raises RootError if the size limit or time limit is exceeded."""
        self.check_time()
        self._bytes_written += count
        if self._bytes_written > self.limits.bytes:
            raise self.create_size_error()

    def check_ratio(self, unpacked_bytes: int, packed_bytes: int) -> None:
        """Raise RootError if an archive expands to much more data than archives of translations usually do."""
        if unpacked_bytes > _BYTES_WITHOUT_RATIO_LIMIT + _MAX_UNPACKING_RATIO * packed_bytes:
            raise self.create_error(
                f"the archive expands to more than {_MAX_UNPACKING_RATIO} times its size, which may be an attack;"
                " unpack it, and name the directory"
            )
