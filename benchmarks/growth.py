"""Measure how the cost of transtats grows with the number of strings, files, languages and components.

The series `discovery` measures `transtats components --no-strings`, all others `transtats stats`.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command, run_in_process
from benchmarks.ratios import exponent
from benchmarks.rounds import CommandCase, RunSettings, measure
from benchmarks.trees import TreeSize, write_tree

SMALLEST_TREE = TreeSize(1, 1, 1)
"""Size of a tree with one string. Its cost is the cost of a start, which is subtracted from all other costs."""


class GrowthSeries(NamedTuple):
    """Generated trees that differ in one number, such as the number of files. `sizes` lists the numbers, ascending."""

    subject: str
    sizes: tuple[int, ...]
    create_size: Callable[[int], TreeSize]
    is_discovery: bool = False
    """True to list the components without counting strings. The trees contain no settings."""


SERIES = (
    GrowthSeries("strings", (12_500, 25_000, 50_000, 100_000), lambda size: TreeSize(1, 4, size)),
    GrowthSeries("files", (250, 500, 1000, 2000), lambda size: TreeSize(size, 1, 100)),
    GrowthSeries("languages", (5, 10, 20, 40), lambda size: TreeSize(1, size, 5000)),
    GrowthSeries("components", (1000, 2000, 4000, 8000), lambda size: TreeSize(size, 1, 5)),
    GrowthSeries(
        "discovery",
        (12_500, 25_000, 50_000, 100_000),
        lambda size: TreeSize(size, 1, 1, has_settings=False),
        is_discovery=True,
    ),
)


class GrowthResult(NamedTuple):
    """Measured CPU time of a GrowthSeries: each size with its CPU seconds, without the CPU time of a start."""

    subject: str
    costs: list[tuple[int, float]]

    @property
    def exponent(self) -> float:
        return exponent(self.costs)


def scale_series(series: GrowthSeries, share: float) -> GrowthSeries:
    """Return a series with `share` of the sizes, for quick measurements.

    The series `languages` keeps its sizes, and gets `share` of the strings in each file.
    """
    if series.subject == "languages":
        return series._replace(create_size=lambda size: series.create_size(size)._replace(strings=round(5000 * share)))
    return series._replace(sizes=tuple(max(1, round(size * share)) for size in series.sizes))


def measure_growth(
    series: Collection[GrowthSeries],
    work: Path,
    create_command: Callable[[Path, bool], Command],
    rounds: int,
    settings: RunSettings,
) -> list[GrowthResult]:
    """Measure each size of each series in several rounds. The result of a size is its smallest CPU time.

    `create_command` is called with the folder of a tree and `GrowthSeries.is_discovery`.
    """
    cache = work / "growth-cache"
    trees = [("start", "", SMALLEST_TREE, False)]
    for one in series:
        trees += [(one.subject, str(size), one.create_size(size), one.is_discovery) for size in one.sizes]
    cases = []
    for subject, size, tree, is_discovery in trees:
        root = work / f"growth-{subject}-{size}"
        run_in_process(write_tree, tree, root)
        cases.append(CommandCase(subject, size, create_command(root, is_discovery), deleted_cache=cache, is_ours=True))
    samples = measure(cases, rounds, settings)
    least = {key: min(sample.cpu for sample in runs) for key, runs in samples.items()}
    start = least["start", ""]
    return [
        GrowthResult(one.subject, [(size, least[one.subject, str(size)] - start) for size in one.sizes])
        for one in series
    ]
