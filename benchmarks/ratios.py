"""Calculate ratios of costs that were measured in the same rounds, and the growth exponent of costs."""

from collections.abc import Iterable, Sequence
from math import log
from statistics import linear_regression, median
from typing import Literal, NamedTuple

from benchmarks.measurement import Sample

Measure = Literal["cpu", "wall"]

CLOCK_GRAIN = 1e-4
"""Smallest divisor in ratios of costs, in seconds: about the resolution of the clock."""


class Ratio(NamedTuple):
    """Ratio of two costs, or another figure: its median, its smallest and its largest value in all rounds."""

    median: float
    least: float
    most: float


def ratio(numerators: Sequence[Sample], denominators: Sequence[Sample], measure: Measure = "cpu") -> Ratio:
    """Return the ratio of each cost in `numerators` to the cost of the same round in `denominators`.

    Raises ValueError if the numbers of rounds differ.
    """
    found = [
        getattr(above, measure) / max(getattr(below, measure), CLOCK_GRAIN)
        for above, below in zip(numerators, denominators, strict=True)
    ]
    return summarize(found)


def summarize(values: Sequence[float]) -> Ratio:
    return Ratio(median(values), min(values), max(values))


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """Return the exponent b of cost = a * size**b, fitted by least squares to the logarithms of (size, cost) pairs."""
    sizes, costs = zip(*((log(size), log(max(cost, CLOCK_GRAIN))) for size, cost in points), strict=True)
    return linear_regression(sizes, costs).slope
