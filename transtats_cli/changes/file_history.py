"""Compute from the changes of one file the time of the last change, and the number of units with recent changes."""

from collections.abc import Callable

from transtats_cli.changes.difference import FileComparison, Identity, UnitDifference, merge_difference
from transtats_cli.git.log import CommittedChange

WINDOW = 6 * 3600
"""Maximum time in seconds between a recent change and the last change of a file."""
_SLACK = 24 * 3600
"""Tolerance in seconds for wrong clocks of committers.

If a commit is more than WINDOW and this tolerance older than the last change, older commits are not read.
"""


class FileHistory:
    """History of one file. Changes are added from the newest change to the oldest change.

    Only changes that resulted in the current content are added. Other changes, such as changes in a merged branch that
    the merge discarded, are ignored.
    """

    def __init__(self, path: str, identity: str, comparison: FileComparison) -> None:
        self._comparison = comparison
        self.path = path
        """Path of the file from the top of the repository, at the oldest commit that was read.

        A renamed file has another path at newer commits.
        """
        self.last: int | None = None
        """Time of the last change of the file in seconds since 1970. None if no change with a known time was added."""
        self.is_complete = False
        """True if the commit that added the file, or the boundary of a shallow clone, was read."""
        self.pending = {identity} if identity else set()
        """Blob ids of contents of the file for which the commit that created them has not been found yet."""
        self._recent_units: set[Identity] = set()
        self._current_units: set[Identity] = set()
        self._removed_units: set[Identity] = set()

    @property
    def recent(self) -> int:
        """Number of units of the current content that changed at most WINDOW seconds before the last change."""
        return len(self._recent_units)

    @property
    def is_unfinished(self) -> bool:
        return not self.is_complete and self.last is None

    def ignores_changes_at(self, time: int | None) -> bool:
        """True if changes at this time (seconds since 1970) and earlier do not affect the result."""
        is_long_before = self.last is not None and time is not None and time < self.last - WINDOW - _SLACK
        return self.is_complete or is_long_before

    def compares_changes_at(self, time: int | None) -> bool:
        """True if a change at this time (seconds since 1970) can affect the result, so the contents have to be
        compared.
        """
        return self.last is None or (time is not None and time > self.last - WINDOW)

    def add(self, difference: UnitDifference, time: int | None) -> None:
        """Add a change that is older than all changes that were added before.

        If the time of the newest change is unknown, `last` stays None.
        """
        if not difference:
            return
        if time is None:
            self.is_complete = self.is_complete or self.last is None
            return
        if self.last is None:
            self.last = time
        if time <= self.last - WINDOW:
            return
        self._current_units |= (difference.added | difference.changed) - self._removed_units
        self._removed_units |= difference.removed - self._current_units
        self._recent_units |= difference.changed - self._removed_units

    def set_beginning(self, time: int | None) -> None:
        """Complete the history with the time of the commit that added the file.

        The strings of this commit do not count as changed.
        """
        self.last = time if self.last is None else self.last
        self.is_complete = True

    def step_back(self, change: CommittedChange, before: list[str], read: Callable[[str], bytes]) -> None:
        """Add a change, and continue with the contents before the change.

        `before` contains the blob id of the file in each parent. `read` returns the content of a blob id.
        """
        if not self.compares_changes_at(change.time):
            self._replace_pending(change.after, before)
            return
        content = read(change.after)
        differences = [self._comparison.difference(read(identity), content) for identity in before]
        self.add(merge_difference(differences), change.time)
        # If one parent of a merge has the same units, they come from this parent.
        same = [identity for identity, difference in zip(before, differences, strict=True) if not difference]
        self._replace_pending(change.after, same[:1] or before)

    def _replace_pending(self, identity: str, before: list[str]) -> None:
        self.pending.discard(identity)
        self.pending.update(before)
