"""Compute from the changes of one file when its units last changed, and how many changed shortly before."""

from collections.abc import Callable

from transtats_cli.changes.difference import FileComparison, Identity, UnitDifference, merge_difference
from transtats_cli.git.log import CommittedChange

WINDOW = 6 * 3600
"""Length in seconds of the period before the last change in which changes are recent."""
_SLACK = 24 * 3600
"""Tolerance in seconds for wrong clocks. A commit that is older than the window by more than this ends the search."""


class FileHistory:
    """History of one file, built from its newest change to its oldest.

    Only changes that resulted in the current content are added. In merged branches, other changes are ignored.
    """

    def __init__(self, path: str, identity: str, comparison: FileComparison) -> None:
        self._comparison = comparison
        self.path = path
        """Path from the top of the repository, at the commit that was reached."""
        self.last: int | None = None
        """Time of the last change in seconds since 1970."""
        self.is_complete = False
        """True if the history has reached the first commit of the file or the boundary of a shallow clone."""
        self.pending = {identity} if identity else set()
        """Blob ids of contents whose origin has not been found yet."""
        self._recent: set[Identity] = set()
        self._present: set[Identity] = set()
        self._gone: set[Identity] = set()

    @property
    def recent(self) -> int:
        """Number of units of the current content that changed in the window."""
        return len(self._recent)

    @property
    def is_unfinished(self) -> bool:
        return not self.is_complete and self.last is None

    def ignores_changes_at(self, time: int | None) -> bool:
        """True if changes at a time and earlier have no effect."""
        is_long_before = self.last is not None and time is not None and time < self.last - WINDOW - _SLACK
        return self.is_complete or is_long_before

    def compares_changes_at(self, time: int | None) -> bool:
        """True if the contents before and after a change at a time have to be compared."""
        return self.last is None or (time is not None and time > self.last - WINDOW)

    def add(self, difference: UnitDifference, time: int | None) -> None:
        """Add a change that is older than all changes before.

        If the time of the newest change is unknown, the time of the last change stays None.
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
        self._present |= (difference.added | difference.changed) - self._gone
        self._gone |= difference.removed - self._present
        self._recent |= difference.changed - self._gone

    def set_beginning(self, time: int | None) -> None:
        """Complete the history with the commit that added the file. Added strings do not count as changed."""
        self.last = time if self.last is None else self.last
        self.is_complete = True

    def step_back(self, change: CommittedChange, before: list[str], read: Callable[[str], bytes]) -> None:
        """Continue with the blob ids `before`, which the file had before a change."""
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
