"""What two series of paired measurements say of each other, and the power that a series of sizes grows with."""

from collections.abc import Iterable, Sequence
from math import log
from statistics import linear_regression, median
from typing import Literal, NamedTuple

from benchmarks.measurement import Sample

Measure = Literal["cpu", "wall"]

CLOCK_GRAIN = 1e-4
"""Seconds; what costs less cannot be divided by."""


class Ratio(NamedTuple):
    """How many times more: the median of the rounds, and the least and the most of them."""

    median: float
    least: float
    most: float


def ratio(over: Sequence[Sample], under: Sequence[Sample], measure: Measure = "cpu") -> Ratio:
    """How many times the cost of one that of another is, round by round."""
    found = [
        getattr(above, measure) / max(getattr(below, measure), CLOCK_GRAIN)
        for above, below in zip(over, under, strict=True)
    ]
    return Ratio(median(found), min(found), max(found))


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """The power of the size that the cost grows with: the slope of a line through their logarithms (least squares)."""
    sizes, costs = zip(*((log(size), log(max(cost, CLOCK_GRAIN))) for size, cost in points), strict=True)
    return linear_regression(sizes, costs).slope
