"""Limits for one root, and the errors of roots."""

import time
from typing import NamedTuple

from transtats_cli.errors import TranstatsError

_MAX_UNPACKING_RATIO = 200
"""Maximum number of unpacked bytes for each byte of an archive. Translations have a ratio of 3 to 30."""
_BYTES_WITHOUT_RATIO_LIMIT = 16 << 20


class RootError(TranstatsError):
    """A root cannot be opened. The message is one sentence with the address, the reason and a solution."""


class RootLimits(NamedTuple):
    """Limits for one root that is not a local directory."""

    bytes: int = 4 << 30
    """Maximum number of bytes of a download, and of the files that are unpacked."""
    files: int = 1_000_000
    seconds: float = 600


class Allowance:
    """Remaining bytes, files and time of one root. Methods that check or count raise RootError above a limit."""

    def __init__(self, address: str, limits: RootLimits) -> None:
        """`address` is shown in messages, so it must not contain credentials."""
        self.limits = limits
        self.is_cancelled = False
        """True if a thread that uses this allowance must end: `check_time` raises RootError from then on."""
        self._address = address
        self._end = time.monotonic() + limits.seconds
        self._bytes = 0
        self._files = 0

    @property
    def seconds_left(self) -> float:
        return self._end - time.monotonic()

    def create_error(self, reason: str) -> RootError:
        return RootError(f"{self._address}: {reason}")

    def create_time_error(self) -> RootError:
        return self.create_error(
            f"not there after {self.limits.seconds:g} seconds; check the connection, or increase --root-seconds"
        )

    def create_write_error(self, error: OSError) -> RootError:
        return self.create_error(
            f"the files cannot be written ({error.strerror or error}); set TMPDIR to a directory with more space"
        )

    def check_time(self) -> None:
        if self.is_cancelled or self.seconds_left <= 0:
            raise self.create_time_error()

    def count_file(self) -> None:
        self.check_time()
        self._files += 1
        self._require_at_most(self._files, self.limits.files, "file", "--root-files")

    def reset_counts(self) -> None:
        self._bytes = self._files = 0

    def count_bytes(self, count: int) -> None:
        self.check_time()
        self._bytes += count
        self.check_size(self._bytes)

    def check_size(self, size: int) -> None:
        self._require_at_most(size, self.limits.bytes, "byte", "--root-bytes")

    def check_ratio(self, unpacked_bytes: int, packed_bytes: int) -> None:
        """Raise RootError if an archive expands to much more data than archives of translations usually do."""
        if unpacked_bytes > _BYTES_WITHOUT_RATIO_LIMIT + _MAX_UNPACKING_RATIO * packed_bytes:
            reason = f"the archive expands to more than {_MAX_UNPACKING_RATIO} times its size, which may be an attack"
            raise self.create_error(f"{reason}; unpack it, and name the directory")

    def _require_at_most(self, number: int, limit: int, unit: str, option: str) -> None:
        if number > limit:
            shown = f"{limit:,} {unit if limit == 1 else f'{unit}s'}"
            raise self.create_error(f"more than {shown}; increase {option}, or divide it into smaller roots")
