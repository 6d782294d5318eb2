"""Compute from the changes of one file the time of the last change, and the number of units with recent changes."""

from collections.abc import Callable

from transtats_cli.changes.difference import UnitDifference, UnitIdentity, VersionComparer, combine_differences
from transtats_cli.git.log import CommittedChange

MAX_RECENT_SECONDS = 6 * 3600
"""A change is recent if it is less than this number of seconds older than the last change of the file."""
_CLOCK_TOLERANCE_SECONDS = 24 * 3600
"""Tolerance in seconds for wrong clocks of committers.

If a commit is more than MAX_RECENT_SECONDS and this tolerance older than the last change, older commits are not read.
"""


class FileHistory:
    """History of one file. Changes are added from the newest change to the oldest change.

    Only changes that resulted in the current content may be added. For example, a merge may discard the changes of a
    branch. The caller must not add these changes.
    """

    def __init__(self, path: str, blob_id: str, comparer: VersionComparer) -> None:
        self._comparer = comparer
        self.path = path
        """Path of the file from the top of the repository, at the oldest commit that was read.

        A renamed file has another path at newer commits.
        """
        self.last_change_time: int | None = None
        """Time of the last change of the file in seconds since 1970. None if no change with a known time was added."""
        self.is_complete = False
        """True if the commit that added the file, or the boundary of a shallow clone, was read."""
        self.pending_blob_ids = {blob_id} if blob_id else set()
        """Blob ids of contents of the file for which the commit that created them has not been found yet."""
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
        is_long_before = (
            self.last_change_time is not None
            and time is not None
            and time < self.last_change_time - MAX_RECENT_SECONDS - _CLOCK_TOLERANCE_SECONDS
        )
        return self.is_complete or is_long_before

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

    def add_committed_change(
        self, change: CommittedChange, parent_blob_ids: list[str], read_blob: Callable[[str], bytes]
    ) -> None:
        """Add the change of a commit. The contents in the parent commits become the pending contents.

        If one parent of a merge has the same units as the merge, only the content in this parent becomes pending.
        `parent_blob_ids` contains the blob id of the file in each parent commit. `read_blob` returns the content of a
        blob.
        """
        if not self.must_compare_changes_at(change.time):
            self._replace_pending_blob_id(change.blob_id_after, parent_blob_ids)
            return
        content = read_blob(change.blob_id_after)
        differences = [self._comparer.compare_versions(read_blob(identity), content) for identity in parent_blob_ids]
        self.add_older_difference(combine_differences(differences), change.time)
        # If one parent of a merge has the same units, they come from this parent.
        same = [identity for identity, difference in zip(parent_blob_ids, differences, strict=True) if not difference]
        self._replace_pending_blob_id(change.blob_id_after, same[:1] or parent_blob_ids)

    def _replace_pending_blob_id(self, blob_id: str, parent_blob_ids: list[str]) -> None:
        self.pending_blob_ids.discard(blob_id)
        self.pending_blob_ids.update(parent_blob_ids)
