"""Draw a series of numbers as a line of block characters."""

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"
_NONE = "·"
LONGEST = 32
"""Maximum length in characters. A longer series is sampled."""


def sparkline(values: Sequence[float | None], scale: tuple[float, float]) -> str:
    """Return a character for each number of the sampled series. `scale` is the lowest and the highest value."""
    low, high = scale
    return "".join(_NONE if value is None else _bar(value - low, high - low) for value in sampled(values))


def sampled(values: Sequence[float | None]) -> list[float | None]:
    """Return at most LONGEST numbers at equal distances. The first and the last are always included."""
    if len(values) <= LONGEST:
        return list(values)
    return [values[place * (len(values) - 1) // (LONGEST - 1)] for place in range(LONGEST)]


def _bar(part: float, whole: float) -> str:
    # If all values are equal, all bars are full.
    return _BARS[-1] if whole <= 0 else _BARS[min(int(part / whole * len(_BARS)), len(_BARS) - 1)]
