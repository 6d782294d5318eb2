"""One file followed into its past: when its units last changed, and which of them shortly before."""

from collections.abc import Callable

from transtats_cli.changes.difference import Comparing, Difference, Identity, beyond_all
from transtats_cli.git.log import Change

WINDOW = 6 * 3600
"""Seconds before the last change in which changes are recent."""
_SLACK = 24 * 3600
"""Clocks differ: only after a commit this much older than the window, no newer one is expected."""


class Trace:
    """What is known so far of a file; it is told changes, the newest first, and takes those that led to its content.

    The content is what is followed: of branches that were merged, only what survived has a say.
    """

    def __init__(self, path: str, identity: str, comparing: Comparing) -> None:
        self._comparing = comparing
        self.path = path
        """From the top of the repository; another one before the file was renamed."""
        self.last: int | None = None
        self.is_complete = False
        """Its past has been followed to its beginning, or to the end of a shallow clone."""
        self.wanted = {identity} if identity else set()
        self._recent: set[Identity] = set()
        self._present: set[Identity] = set()
        self._gone: set[Identity] = set()

    @property
    def recent(self) -> int:
        """How many of today's units changed in the window."""
        return len(self._recent)

    @property
    def is_wanted(self) -> bool:
        return not self.is_complete and self.last is None

    def is_past(self, time: int | None) -> bool:
        """Whether nothing that happened before a time can matter."""
        is_long_before = self.last is not None and time is not None and time < self.last - WINDOW - _SLACK
        return self.is_complete or is_long_before

    def take(self, difference: Difference, time: int | None) -> None:
        """Learn what changed at a time; the newest comes first.

        If the time of the newest change is unknown, git has no answer: older changes are not the last one.
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

    def begin(self, time: int | None) -> None:
        """The file is there for the first time: that is an import, and changes nothing that was there."""
        self.last = time if self.last is None else self.last
        self.is_complete = True

    def step(self, change: Change, before: list[str], read: Callable[[str], bytes]) -> None:
        """Go back to the contents that the file had before a change."""
        if self.last is not None and (change.time is None or change.time <= self.last - WINDOW):
            self._follow(change.after, before)
            return
        content = read(change.after)
        differences = [self._comparing.difference(read(identity), content) for identity in before]
        self.take(beyond_all(differences), change.time)
        # Of what was merged, a side with the same units is where they are from.
        same = [identity for identity, difference in zip(before, differences, strict=True) if not difference]
        self._follow(change.after, same[:1] or before)

    def _follow(self, identity: str, before: list[str]) -> None:
        self.wanted.discard(identity)
        self.wanted.update(before)
