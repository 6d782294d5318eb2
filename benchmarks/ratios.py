"""Ratios of paired measurements, and the growth exponent of a series of sizes."""

from collections.abc import Iterable, Sequence
from math import log
from statistics import linear_regression, median
from typing import Literal, NamedTuple

from benchmarks.measurement import Sample

Measure = Literal["cpu", "wall"]

CLOCK_GRAIN = 1e-4
"""Smallest cost in seconds to divide by, about the resolution of the clock."""


class Ratio(NamedTuple):
    """Ratio of two costs: median, smallest and largest of all rounds."""

    median: float
    least: float
    most: float


def ratio(over: Sequence[Sample], under: Sequence[Sample], measure: Measure = "cpu") -> Ratio:
    """Divide the costs of two series, round by round. Raises ValueError if their lengths differ."""
    found = [
        getattr(above, measure) / max(getattr(below, measure), CLOCK_GRAIN)
        for above, below in zip(over, under, strict=True)
    ]
    return Ratio(median(found), min(found), max(found))


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """Return the exponent b of cost = a * size**b, fitted by least squares to the logarithms of (size, cost) pairs."""
    sizes, costs = zip(*((log(size), log(max(cost, CLOCK_GRAIN))) for size, cost in points), strict=True)
    return linear_regression(sizes, costs).slope
