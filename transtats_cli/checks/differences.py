"""What a translation lacks or has too much, where the pieces count and their order does not."""

from collections import Counter
from collections.abc import Iterable


def difference(wanted: Iterable[str], found: Iterable[str]) -> str | None:
    """One sentence about the first piece that is missing or superfluous; None if there is none."""
    here = Counter(wanted)
    balance = here.copy()
    balance.subtract(found)
    for piece, times in balance.items():
        if times > 0:
            return f"{piece} is missing"
    for piece, times in balance.items():
        if times < 0:
            return f"{piece} is not in the source" + (" so often" if here[piece] else "")
    return None
