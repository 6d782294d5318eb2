"""Limits for a single string or part of a file name. `budget` limits all checks together."""

from time import thread_time

SEARCH_SECONDS = 0.5
"""Processor time in seconds for all searches for users' expressions in one string. Most take microseconds."""


class NotChecked(Exception):  # noqa: N818  a result, not an error: this check cannot decide about this string
    """Result of a check for a string that is too long, too deeply nested or too slow. Contains the reason."""


def refuse_longer_than(limit: int, *texts: str) -> None:
    """Raise NotChecked if one of the texts has more than `limit` characters."""
    for text in texts:
        if len(text) > limit:
            raise NotChecked(f"the string has {len(text)} characters, and this check reads up to {limit}")


class SearchTime:
    """Remaining processor time for searches for users' expressions in one string, in all checks together.

    A context manager: it measures one search, and raises NotChecked on entry if no time is left.
    """

    __slots__ = ("_started", "left")

    def __init__(self, seconds: float = SEARCH_SECONDS) -> None:
        self.left = seconds
        self._started = 0.0

    def __enter__(self) -> float:
        """Start a search, and return the number of seconds that it may take."""
        if self.left <= 0:
            raise NotChecked("the regular expressions of the string take too long")
        self._started = thread_time()
        return self.left

    def __exit__(self, *_: object) -> None:
        self.left -= thread_time() - self._started
