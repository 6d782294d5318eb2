"""Numbers in a row, drawn in one line of text."""

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"
_NONE = "·"
LONGEST = 32
"""Characters; of more numbers, only some are drawn."""


def sparkline(values: Sequence[float | None], scale: tuple[float, float]) -> str:
    """A bar for each number, from the lowest to the highest of the scale; the first and the last are always there."""
    low, high = scale
    return "".join(_NONE if value is None else _bar(value - low, high - low) for value in sampled(values))


def sampled(values: Sequence[float | None]) -> list[float | None]:
    """As many of the numbers as there is room for, at equal distances."""
    if len(values) <= LONGEST:
        return list(values)
    return [values[place * (len(values) - 1) // (LONGEST - 1)] for place in range(LONGEST)]


def _bar(part: float, whole: float) -> str:
    # Where nothing ever changes, the line is full.
    return _BARS[-1] if whole <= 0 else _BARS[min(int(part / whole * len(_BARS)), len(_BARS) - 1)]
