"""What a check may cost: past a limit, a string counts as not checked."""


class NotChecked(Exception):  # noqa: N818  a result, not an error: this check cannot decide about this string
    """The string is too long, too nested or too slow for one check; the message says which of them."""


def refuse_longer_than(limit: int, *texts: str) -> None:
    """Raise NotChecked when one of the texts has more characters than a check can read in good time."""
    for text in texts:
        if len(text) > limit:
            raise NotChecked(f"the string has {len(text)} characters, and this check reads up to {limit}")


class Patience:
    """How many searches may still run late: a file full of expressions that do not end must come to an end itself."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """For the next translation."""
        self._left = 8

    def lose(self) -> None:
        self._left -= 1

    @property
    def is_lost(self) -> bool:
        return self._left <= 0


PATIENCE = Patience()
"""Of this process, with the regular expressions that users write into flags."""
