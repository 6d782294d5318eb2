"""Claims in the documentation about speed and memory of transtats, and their comparison with measured values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.ratios import Measure, Ratio, ratio, summarize
from benchmarks.rounds import Samples

MEGABYTE = 1_000_000


class CostRatioClaim(NamedTuple):
    """Claim about the cost of a transtats variant compared with another program or variant on the same files.

    Exactly one of `at_least` and `at_most` is set.
    """

    title: str
    file_set_name: str
    our_case: str
    other_case: str
    at_least: float | None = None
    """Smallest allowed ratio: cost of the other program divided by the cost of transtats."""
    at_most: float | None = None
    """Largest allowed ratio: cost of transtats divided by the cost of the other program."""
    measure: Measure = "cpu"


class FigureClaim(NamedTuple):
    """Claim that a measured figure of transtats is at most `at_most`, without comparison with another program."""

    title: str
    figure: str
    at_most: float


COST_RATIO_CLAIMS = (
    CostRatioClaim("many PO files, no checks", "many-po", "no checks", "msgfmt", at_least=7),
    CostRatioClaim("many PO files, no checks", "many-po", "no checks", "pocount", at_least=16),
    CostRatioClaim("many PO files, no checks", "many-po", "no checks", "pofile-ts", at_least=1.2),
    CostRatioClaim("one huge PO file, no checks", "huge-po", "no checks", "msgfmt", at_least=2.2),
    CostRatioClaim("one huge PO file, no checks", "huge-po", "no checks", "pocount", at_least=10),
    CostRatioClaim(
        "many PO files without reStructuredText, all checks", "plain-po", "all checks", "msgfmt", at_least=1.5
    ),
    CostRatioClaim(
        "many PO files without reStructuredText, all checks", "plain-po", "all checks", "pocount", at_least=4
    ),
    CostRatioClaim("Sphinx catalogues, all checks", "sphinx", "all checks", "pocount", at_most=2.2),
    CostRatioClaim("many XLIFF files, no checks", "many-xliff", "no checks", "pocount", at_least=4),
    CostRatioClaim("many XLIFF files, all checks", "many-xliff", "all checks", "pocount", at_least=2.4),
    CostRatioClaim("a thousand components of 240 strings, no checks", "components", "no checks", "pocount", at_least=5),
    CostRatioClaim(
        "a thousand components of 240 strings, all checks", "components", "all checks", "pocount", at_least=2
    ),
    CostRatioClaim(
        "a thousand components of 240 strings, first run", "components", "all checks", "no cache", at_most=1.25
    ),
    CostRatioClaim(
        "a thousand components of 240 strings, two cores: wall time",
        "components",
        "two cores",
        "all checks",
        at_least=1.7,
        measure="wall",
    ),
    CostRatioClaim(
        "five thousand components of 240 strings, first run",
        "many-components",
        "all checks",
        "no cache",
        at_most=1.25,
    ),
    CostRatioClaim(
        "five thousand components of 240 strings, warm cache",
        "many-components",
        "warm",
        "all checks",
        at_least=8,
    ),
    CostRatioClaim("laboratories, all checks", "laboratories", "all checks", "pocount", at_least=1),
    CostRatioClaim("a tiny component, all checks", "tiny", "all checks", "pocount", at_least=0.9),
    CostRatioClaim("a tiny component, all checks", "tiny", "all checks", "import click", at_most=2.4),
    CostRatioClaim("Android resources, no checks", "android", "no checks", "toolkit words", at_least=2.5),
    CostRatioClaim("Java properties, no checks", "properties", "no checks", "toolkit words", at_least=2.5),
    CostRatioClaim("nested JSON, no checks", "json", "no checks", "toolkit words", at_least=2.5),
    CostRatioClaim("nested YAML, no checks", "yaml", "no checks", "toolkit words", at_least=8),
    CostRatioClaim("50 MB, all checks, warm cache", "plain-po", "warm", "all checks", at_least=8),
    CostRatioClaim("a tiny component, all checks, warm cache", "tiny", "warm", "all checks", at_least=1),
    CostRatioClaim(
        "50 MB, all checks, two cores: wall time", "plain-po", "two cores", "all checks", at_least=1.6, measure="wall"
    ),
)
FIGURE_CLAIMS = (
    FigureClaim("exponent of cost against strings", "strings", 1.05),
    FigureClaim("exponent of cost against files", "files", 1.05),
    FigureClaim("exponent of cost against languages", "languages", 1.05),
    FigureClaim("exponent of cost against components", "components", 1.05),
    FigureClaim("exponent of the cost of discovery against components", "discovery", 1.05),
    FigureClaim("a million strings, all checks: peak memory in MB", "memory", 150),
)


class ClaimResult(NamedTuple):
    """Claim with its measured value. `ratio` and `is_met` are None if the value was not measured."""

    title: str
    against: str
    """Name of the command to compare with. Empty for a FigureClaim."""
    bound: str
    """Limit that the claim states, as text."""
    ratio: Ratio | None
    """Measured ratio, or the figure of a FigureClaim."""
    is_met: bool | None


def check_cost_ratios(samples: Samples, claims: Sequence[CostRatioClaim] = COST_RATIO_CLAIMS) -> Iterator[ClaimResult]:
    for claim in claims:
        ours, other = (
            samples.get((claim.file_set_name, claim.our_case)),
            samples.get((claim.file_set_name, claim.other_case)),
        )
        against = (
            "cold" if claim.our_case == "warm" else "one core" if claim.our_case == "two cores" else claim.other_case
        )
        if claim.at_least is not None:
            bound = f"at least {claim.at_least:g} times less"
            found = ratio(other, ours, claim.measure) if ours and other else None
            is_met = found and found.median >= claim.at_least
        else:
            assert claim.at_most is not None
            bound = f"at most {claim.at_most:g} times"
            found = ratio(ours, other, claim.measure) if ours and other else None
            is_met = found and found.median <= claim.at_most
        yield ClaimResult(claim.title, against, bound, found, is_met if found else None)


def check_figures(figures: Mapping[str, Ratio]) -> Iterator[ClaimResult]:
    for limit in FIGURE_CLAIMS:
        figure = figures.get(limit.figure)
        is_met = None if figure is None else figure.median <= limit.at_most
        yield ClaimResult(limit.title, "", f"at most {limit.at_most:g}", figure, is_met)


def peak_memory(samples: Samples) -> dict[str, Ratio]:
    """Return the peak memory on the file set `million`, in MB, under the key `memory`.

    If this file set was not measured, return an empty dictionary.
    """
    runs = samples.get(("million", "all checks"), [])
    return {"memory": summarize([sample.memory / MEGABYTE for sample in runs])} if runs else {}
