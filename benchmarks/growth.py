"""How our cost grows with strings, files and languages: trees of rising size, and the power fitted to their costs."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Command, aside
from benchmarks.ratios import exponent
from benchmarks.rounds import Contender, Tools, measure
from benchmarks.trees import Tree, plant

NOTHING = Tree(1, 1, 1)
"""What a start costs; it is taken off, or small sizes would make the growth look slower than it is."""


class Series(NamedTuple):
    """Trees that differ in one size, largest last."""

    what: str
    sizes: tuple[int, ...]
    tree: Callable[[int], Tree]


SERIES = (
    Series("strings", (12_500, 25_000, 50_000, 100_000), lambda size: Tree(1, 4, size)),
    Series("files", (250, 500, 1000, 2000), lambda size: Tree(size, 1, 100)),
    Series("languages", (5, 10, 20, 40), lambda size: Tree(1, size, 5000)),
)


class Growth(NamedTuple):
    """What was measured of a series: seconds of CPU above a start for each size, and the power."""

    what: str
    costs: list[tuple[int, float]]

    @property
    def exponent(self) -> float:
        return exponent(self.costs)


def shortened(series: Series, share: float) -> Series:
    """The series with smaller files, or fewer of them; languages are what they are, so their files shrink."""
    if series.what == "languages":
        return series._replace(tree=lambda size: series.tree(size)._replace(strings=round(5000 * share)))
    return series._replace(sizes=tuple(max(1, round(size * share)) for size in series.sizes))


def grow(
    series: Collection[Series], work: Path, command: Callable[[Path], Command], rounds: int, tools: Tools
) -> list[Growth]:
    """Each size is measured in turn, and the least disturbed of its runs counts."""
    cache = work / "growth-cache"
    contenders = [_contender("start", "", NOTHING, work, command, cache)]
    for one in series:
        contenders += [_contender(one.what, str(size), one.tree(size), work, command, cache) for size in one.sizes]
    samples = measure(contenders, rounds, tools)
    least = {key: min(sample.cpu for sample in runs) for key, runs in samples.items()}
    start = least["start", ""]
    return [Growth(one.what, [(size, least[one.what, str(size)] - start) for size in one.sizes]) for one in series]


def _contender(
    series: str, size: str, tree: Tree, work: Path, command: Callable[[Path], Command], cache: Path
) -> Contender:
    root = work / f"growth-{series}-{size}"
    aside(plant, tree, root)
    return Contender(series, size, command(root), empties=cache, is_ours=True)
