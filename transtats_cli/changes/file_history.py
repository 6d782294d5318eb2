"""Compute from the changes of one file the time of the last change, and the number of units with recent changes."""

from collections.abc import Callable, Sequence
from functools import reduce

from transtats_cli.changes.difference import UnitDifference, UnitIdentity, VersionComparer
from transtats_cli.changes.history_walk import CommittedChange, History

MAX_RECENT_SECONDS = 6 * 3600
"""A change is recent if it is less than this number of seconds older than the last change of the file."""
_CLOCK_TOLERANCE_SECONDS = 24 * 3600
"""Tolerance in seconds for wrong clocks of committers.

If a commit is more than MAX_RECENT_SECONDS and this tolerance older than the last change, older commits are not read.
"""


class FileHistory(History):
    """History of one file. Changes are added from the newest change to the oldest change.

    Only changes that resulted in the current content may be added. For example, a merge may discard the changes of a
    branch. The caller must not add these changes.
    """

    def __init__(self, comparer: VersionComparer) -> None:
        self._comparer = comparer
        self.last_change_time: int | None = None
        """Time of the last change of the file in seconds since 1970. None if no change with a known time was added."""
        self._recent_units: set[UnitIdentity] = set()
        self._current_units: set[UnitIdentity] = set()
        self._removed_units: set[UnitIdentity] = set()

    @property
    def recent_changes(self) -> int:
        """Number of recently changed units, without units that were removed later.

        A unit is recently changed if it changed less than MAX_RECENT_SECONDS before the last change of the file. Added
        units are not counted.
        """
        return len(self._recent_units)

    @property
    def lacks_last_change(self) -> bool:
        """True if no change with a known time was added, and older commits must still be read."""
        return not self.is_complete and self.last_change_time is None

    def can_ignore_changes_at(self, time: int | None) -> bool:
        """True if changes at this time (seconds since 1970) and earlier do not affect the result."""
        if self.is_complete or self.last_change_time is None or time is None:
            return self.is_complete
        return time < self.last_change_time - MAX_RECENT_SECONDS - _CLOCK_TOLERANCE_SECONDS

    def must_compare_changes_at(self, time: int | None) -> bool:
        """True if the contents before and after a change at this time (seconds since 1970) must be compared.

        Older changes do not affect the result.
        """
        return self.last_change_time is None or (time is not None and time > self.last_change_time - MAX_RECENT_SECONDS)

    def add_older_difference(self, difference: UnitDifference, change_time: int | None) -> None:
        """Add a change that is older than all changes that were added before.

        `change_time` is in seconds since 1970. An empty difference is ignored, and so is a change with an unknown time.
        If the time of the newest change is unknown, the history is complete, and `last_change_time` stays None.
        """
        if not difference:
            return
        if change_time is None:
            self.is_complete = self.is_complete or self.last_change_time is None
            return
        if self.last_change_time is None:
            self.last_change_time = change_time
        if change_time <= self.last_change_time - MAX_RECENT_SECONDS:
            return
        self._current_units |= (difference.added | difference.changed) - self._removed_units
        self._removed_units |= difference.removed - self._current_units
        self._recent_units |= difference.changed - self._removed_units

    def set_creation_time(self, time: int | None) -> None:
        """Complete the history at the commit that added the file.

        If no change was added, `time` becomes the time of the last change. The strings of this commit do not count as
        changed.
        """
        self.last_change_time = time if self.last_change_time is None else self.last_change_time
        self.is_complete = True

    def add_change(self, change: CommittedChange, read_blob: Callable[[str], bytes]) -> Sequence[int]:
        """Add the change of a commit. Return the indexes of the parents at which the history continues.

        If one parent of a merge has the same units as the merge, the units come from this parent.
        """
        indexes = [index for index, blob_id in enumerate(change.blob_ids_before) if blob_id]
        if not self.must_compare_changes_at(change.time):
            return indexes
        content = read_blob(change.blob_id_after)
        differences = [
            self._comparer.compare_versions(read_blob(change.blob_ids_before[index]), content) for index in indexes
        ]
        self.add_older_difference(reduce(UnitDifference.combine_with_parent, differences), change.time)
        same = [index for index, difference in zip(indexes, differences, strict=True) if not difference]
        return same[:1] or indexes
