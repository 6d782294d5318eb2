"""Limit on the processor time that checks may use: of one run, and of one file.

Every checked string has an allowance, about 20 times what a normal string needs. Only time beyond the allowances is
taken from the budget, so a normal run of any size uses almost nothing of it. Processor time is measured instead of wall
time, so other programs on the machine do not affect the result.
"""

import math
from time import thread_time

RUN_SECONDS = 30.0
"""Default budget of a run."""
SCAN_SECONDS = 10.0
"""Default budget of a server for one scan of a component."""

_SLOW_FILES = 10
"""Number of slow files that together use up the budget of a run."""
_STRING_SECONDS = 250e-6
_CHARACTER_SECONDS = 8e-6
"""Allowance of a string, and of each character of its source and its target."""


class Budget:
    """Processor time that the checks of a run may use beyond the allowances of its strings.

    Picklable: a task in another process receives a share of the budget, and returns how much of it was spent.
    """

    __slots__ = ("_file_seconds", "_seconds", "spent")

    def __init__(self, seconds: float = RUN_SECONDS) -> None:
        """Set the limit of a run in seconds. 0 means no limit."""
        self._seconds = seconds or math.inf
        self._file_seconds = self._seconds / _SLOW_FILES
        self.spent = 0.0

    @property
    def left(self) -> float:
        """Remaining seconds. If the budget is used up, 0 or less."""
        return self._seconds - self.spent

    def share(self, pieces: int) -> "Budget":
        """Return the budget of one of several tasks that run at the same time.

        If enough is left, the share is at least the budget of one file.
        """
        share = Budget()
        share._seconds = min(self.left, max(self.left / pieces, self._file_seconds))
        share._file_seconds = self._file_seconds
        return share

    def of_file(self) -> "FileBudget":
        return FileBudget(self, min(self._file_seconds, self.left))


class FileBudget:
    """Processor time that the checks of one file may use, and the number of strings left unchecked for lack of time."""

    __slots__ = ("_excess", "_run", "_seconds", "_started", "unchecked")

    def __init__(self, run: Budget, seconds: float) -> None:
        self._run = run
        self._seconds = seconds
        self._excess = 0.0
        self._started = 0.0
        self.unchecked = 0

    @property
    def is_spent(self) -> bool:
        return self._excess >= self._seconds

    def start(self) -> None:
        """Start the measurement of consecutive strings."""
        self._started = thread_time()

    def charge(self, characters: int) -> None:
        """Charge the time since the last call. `characters` is the length of source and target together."""
        now = thread_time()
        self._excess += now - self._started - _STRING_SECONDS - _CHARACTER_SECONDS * characters
        self._started = now

    def close(self) -> None:
        """Subtract the time from the budget of the run."""
        self._run.spent += max(self._excess, 0.0)

    @property
    def warnings(self) -> tuple[str, ...]:
        """One warning with the number of unchecked strings, or no warning."""
        if not self.unchecked:
            return ()
        strings = "1 string is" if self.unchecked == 1 else f"{self.unchecked} strings are"
        return (f"{strings} not checked: the checks took too much processor time; --check-time sets the limit",)
