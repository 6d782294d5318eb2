"""Measurements to what is read: a table a set, the claims, bars, and the README's table."""

from collections.abc import Collection, Iterable, Sequence
from statistics import median

from benchmarks import chart, table
from benchmarks.claims import MEGABYTE, Verdict
from benchmarks.growth import Growth
from benchmarks.measuring import Sample, least_memory
from benchmarks.ours import VARIANTS
from benchmarks.ratios import ratio
from benchmarks.rounds import Samples
from benchmarks.sets import SETS, FileSet

AGAINST = ("no checks", "all checks")
"""Whom everybody is compared with."""
ANSWERS = {True: "yes", False: "NO", None: "not measured"}


def of_set(files: FileSet, samples: Samples) -> str:
    """Who cost how much on one set, and how many times what we cost."""
    runs = _runs(files.name, samples)
    bases = [name for name in AGAINST if name in runs]
    headings = ["", "CPU ms", "wall ms", "peak MB", *(f"CPU to {name}" for name in bases)]
    rows = []
    for name, mine in runs.items():
        ratios = [ratio(mine, runs[base]) for base in bases]
        compared = [f"{table.times(found)} ({table.spread(found)})" for found in ratios]
        rows.append([_named(name), _milliseconds(mine, "cpu"), _milliseconds(mine, "wall"), _memory(mine), *compared])
    rounds = len(next(iter(runs.values())))
    title = f"{SETS[files.name].title}: {len(files.files)} files, {files.size / MEGABYTE:.1f} MB; rounds: {rounds}"
    return f"{title}\n\n{table.text(headings, rows)}"


def _runs(name: str, samples: Samples) -> dict[str, list[Sample]]:
    return {who: runs for (where, who), runs in samples.items() if where == name}


def _named(name: str) -> str:
    return f"transtats, {name}" if name in VARIANTS else name


def _milliseconds(runs: Iterable[Sample], measure: str) -> str:
    return f"{1000 * median(getattr(run, measure) for run in runs):.0f}"


def _memory(runs: Iterable[Sample]) -> str:
    least, most = least_memory(), max(run.memory for run in runs)
    return f"{most / MEGABYTE:.0f}" if most > least else f"< {least / MEGABYTE:.0f}"


def bars(made: Iterable[FileSet], samples: Samples) -> list[chart.Group]:
    """The median CPU time of everybody, a group a set."""
    groups = []
    for files in made:
        found = []
        for name, runs in _runs(files.name, samples).items():
            cpu = median(run.cpu for run in runs)
            found.append(chart.Bar(_named(name), cpu, f"{1000 * cpu:.0f} ms", name in VARIANTS))
        groups.append(chart.Group(f"{SETS[files.name].title}: CPU time", found))
    return groups


def of_claims(verdicts: Iterable[Verdict]) -> str:
    headings = ["work", "against", "floor", "measured", "spread", "met"]
    return table.text(headings, [[*_cells(verdict), ANSWERS[verdict.is_met]] for verdict in verdicts])


def _cells(verdict: Verdict) -> list[str]:
    found, against = verdict.found, verdict.against
    if not against:
        return [verdict.work, "", verdict.bound, table.number(found.median) if found else "–", ""]
    return [verdict.work, against, verdict.bound, table.times(found), table.spread(found)]


def of_growth(found: Iterable[Growth]) -> str:
    """The exponents, and what one string, file or language costs at each size."""
    rows = [
        [
            growth.what,
            f"{growth.exponent:.3f}",
            ", ".join(f"{size:,}: {1000 * cost:.0f} ms" for size, cost in growth.costs),
        ]
        for growth in found
    ]
    return table.text(["cost against", "exponent", "CPU above a start"], rows)


def for_readme(verdicts: Iterable[Verdict], made: Collection[FileSet], samples: Samples, machine: str) -> str:
    """Our claims, and how many times our CPU time others take."""
    claims = table.markdown(
        ["work", "against", "floor", "measured", "spread"], [_cells(verdict) for verdict in verdicts]
    )
    peers = list(dict.fromkeys(name for _, name in samples if name not in VARIANTS))
    rows = [_others(files, base, peers, samples) for files in made for base in AGAINST if (files.name, base) in samples]
    headings = ["CPU time of others, for one of ours", *peers]
    return f"{claims}\n{table.markdown(headings, rows)}\nMeasured on {machine}.\n"


def _others(files: FileSet, base: str, peers: Sequence[str], samples: Samples) -> list[str]:
    runs = _runs(files.name, samples)
    cells = [table.times(ratio(runs[name], runs[base])) if name in runs else "" for name in peers]
    return [f"{SETS[files.name].title}, {base}", *cells]
