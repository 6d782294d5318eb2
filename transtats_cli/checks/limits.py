"""Limits of a single check: past a limit, a string counts as not checked. `budget` limits all checks together."""

from time import thread_time

SEARCH_SECONDS = 0.5
"""Processor time of all searches for users' expressions in one string; honest ones take microseconds."""


class NotChecked(Exception):  # noqa: N818  a result, not an error: this check cannot decide about this string
    """The string is too long, too nested or too slow for one check; the message says which of them."""


def refuse_longer_than(limit: int, *texts: str) -> None:
    """Raise NotChecked when one of the texts has more characters than a check can read in good time."""
    for text in texts:
        if len(text) > limit:
            raise NotChecked(f"the string has {len(text)} characters, and this check reads up to {limit}")


class SearchTime:
    """Processor time left for searches for users' expressions in one string, over all checks and expressions."""

    __slots__ = ("_started", "left")

    def __init__(self, seconds: float = SEARCH_SECONDS) -> None:
        self.left = seconds
        self._started = 0.0

    def __enter__(self) -> float:
        """Start a search; returns the seconds that it may take."""
        if self.left <= 0:
            raise NotChecked("the regular expressions of the string take too long")
        self._started = thread_time()
        return self.left

    def __exit__(self, *_: object) -> None:
        self.left -= thread_time() - self._started
