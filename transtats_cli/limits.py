"""Limits on checks of one string, and on searches in a file name. The module `budget` limits all strings together."""

from time import thread_time

MAX_SEARCH_SECONDS = 0.5
"""Processor time in seconds for all searches for regular expressions of users in one string."""


class NotChecked(Exception):  # noqa: N818  a result, not an error: this check cannot decide about this string
    """A check cannot decide about a string that is too long, too deeply nested or too slow. Contains the reason."""


def refuse_longer_than(limit: int, *texts: str) -> None:
    """Raise NotChecked if one of the texts has more than `limit` characters."""
    for text in texts:
        if len(text) > limit:
            raise NotChecked(f"the string has {len(text)} characters, and this check reads up to {limit}")


class RemainingSearchTime:
    """Processor time that remains for searches in one string with regular expressions that users wrote.

    All checks of a string use the same instance. A `with` block measures the time of one search, and subtracts it from
    the remaining time. If no time is left at the beginning of the block, NotChecked is raised.
    """

    def __init__(self, seconds: float = MAX_SEARCH_SECONDS) -> None:
        self.seconds_left = seconds
        self._started = 0.0

    def __enter__(self) -> float:
        """Start the measurement of a search. Return the number of seconds that the search may take."""
        if self.seconds_left <= 0:
            raise NotChecked("the regular expressions of the string take too long")
        self._started = thread_time()
        return self.seconds_left

    def __exit__(self, *_: object) -> None:
        self.seconds_left -= thread_time() - self._started
