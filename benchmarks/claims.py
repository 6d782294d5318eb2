"""Claims in the documentation about speed and memory of transtats, and their comparison with measured values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.ratios import Measure, Ratio, ratio
from benchmarks.rounds import Samples

MEGABYTE = 1_000_000


class Floor(NamedTuple):
    """Claim about the cost of a transtats variant compared with another program or variant on the same files.

    Exactly one of `at_least` and `at_most` is set.
    """

    title: str
    set: str
    ours: str
    other: str
    at_least: float | None = None
    """Smallest allowed ratio: cost of the other program divided by the cost of transtats."""
    at_most: float | None = None
    """Largest allowed ratio: cost of transtats divided by the cost of the other program."""
    measure: Measure = "cpu"


class Ceiling(NamedTuple):
    """Claim that a measured figure of transtats is at most `at_most`, without comparison with another program."""

    title: str
    figure: str
    at_most: float


FLOORS = (
    Floor("many PO files, no checks", "many-po", "no checks", "msgfmt", at_least=7),
    Floor("many PO files, no checks", "many-po", "no checks", "pocount", at_least=18),
    Floor("one huge PO file, no checks", "huge-po", "no checks", "msgfmt", at_least=2.5),
    Floor("one huge PO file, no checks", "huge-po", "no checks", "pocount", at_least=12),
    Floor("many PO files without reStructuredText, all checks", "plain-po", "all checks", "msgfmt", at_least=1.4),
    Floor("many PO files without reStructuredText, all checks", "plain-po", "all checks", "pocount", at_least=4),
    Floor("Sphinx catalogues, all checks", "sphinx", "all checks", "pocount", at_most=3),
    Floor("many XLIFF files, no checks", "many-xliff", "no checks", "pocount", at_least=5),
    Floor("many XLIFF files, all checks", "many-xliff", "all checks", "pocount", at_least=3),
    Floor("a thousand components of 240 strings, no checks", "components", "no checks", "pocount", at_least=5),
    Floor("a thousand components of 240 strings, all checks", "components", "all checks", "pocount", at_least=2),
    Floor("a thousand components of 240 strings, first run", "components", "all checks", "no cache", at_most=1.1),
    Floor("a tiny component, all checks", "tiny", "all checks", "pocount", at_least=1),
    Floor("a tiny component, all checks", "tiny", "all checks", "import click", at_most=2),
    Floor("Android resources, no checks", "android", "no checks", "toolkit words", at_least=4),
    Floor("Java properties, no checks", "properties", "no checks", "toolkit words", at_least=3),
    Floor("nested JSON, no checks", "json", "no checks", "toolkit words", at_least=3),
    Floor("nested YAML, no checks", "yaml", "no checks", "toolkit words", at_least=10),
    Floor("50 MB, all checks, warm cache", "plain-po", "warm", "all checks", at_least=25),
    Floor("a tiny component, all checks, warm cache", "tiny", "warm", "all checks", at_least=1),
    Floor(
        "50 MB, all checks, two cores: wall time", "plain-po", "two cores", "all checks", at_least=1.6, measure="wall"
    ),
)
CEILINGS = (
    Ceiling("exponent of cost against strings", "strings", 1.05),
    Ceiling("exponent of cost against files", "files", 1.05),
    Ceiling("exponent of cost against languages", "languages", 1.05),
    Ceiling("exponent of cost against components", "components", 1.05),
    Ceiling("a million strings, all checks: peak memory in MB", "memory", 150),
)


class ClaimResult(NamedTuple):
    """Claim with its measured value. `ratio` and `is_met` are None if the value was not measured."""

    title: str
    against: str
    bound: str
    ratio: Ratio | None
    is_met: bool | None


def check_floors(samples: Samples, claimed: Sequence[Floor] = FLOORS) -> Iterator[ClaimResult]:
    for floor in claimed:
        ours, other = samples.get((floor.set, floor.ours)), samples.get((floor.set, floor.other))
        against = "cold" if floor.ours == "warm" else "one core" if floor.ours == "two cores" else floor.other
        if floor.at_least is not None:
            bound = f"at least {floor.at_least:g} times less"
            found = ratio(other, ours, floor.measure) if ours and other else None
            is_met = found and found.median >= floor.at_least
        else:
            assert floor.at_most is not None
            bound = f"at most {floor.at_most:g} times"
            found = ratio(ours, other, floor.measure) if ours and other else None
            is_met = found and found.median <= floor.at_most
        yield ClaimResult(floor.title, against, bound, found, is_met if found else None)


def check_ceilings(figures: Mapping[str, float]) -> Iterator[ClaimResult]:
    for limit in CEILINGS:
        figure = figures.get(limit.figure)
        found = None if figure is None else Ratio(figure, figure, figure)
        is_met = None if figure is None else figure <= limit.at_most
        yield ClaimResult(limit.title, "", f"at most {limit.at_most:g}", found, is_met)


def peak_memory(samples: Samples) -> dict[str, float]:
    """Return the largest peak memory of all runs on the file set `million`, in MB, under the key `memory`.

    If this file set was not measured, return an empty dictionary.
    """
    runs = samples.get(("million", "all checks"), [])
    return {"memory": max(sample.memory for sample in runs) / MEGABYTE} if runs else {}
