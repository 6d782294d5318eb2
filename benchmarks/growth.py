"""Measure how the cost of transtats grows with the number of strings, files, languages and components.

The series `discovery` measures `transtats components --no-strings`, all others `transtats stats`.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command, run_in_process
from benchmarks.ratios import Ratio, exponent, summarize
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
    """Measured CPU time of a GrowthSeries."""

    subject: str
    sizes: tuple[int, ...]
    rounds: list[list[float]]
    """CPU seconds of each size in each round, without the CPU time of a start."""

    @property
    def exponent(self) -> Ratio:
        """Median, smallest and largest exponent of all rounds."""
        return summarize([exponent(zip(self.sizes, costs, strict=True)) for costs in self.rounds])


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
    """Measure each size of each series in several rounds.

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
    start = min(sample.cpu for sample in samples["start", ""])
    return [
        GrowthResult(
            one.subject,
            one.sizes,
            [
                [sample.cpu - start for sample in round_of_sizes]
                for round_of_sizes in zip(*(samples[one.subject, str(size)] for size in one.sizes), strict=True)
            ],
        )
        for one in series
    ]
