"""Render measurements as text: a table per file set, the claims, and the tables of the documentation."""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from statistics import median

from benchmarks import table
from benchmarks.claims import MEGABYTE, ClaimResult
from benchmarks.growth import GrowthResult
from benchmarks.measurement import Sample, smallest_measurable_memory
from benchmarks.ratios import ratio
from benchmarks.rounds import Samples
from benchmarks.sets import SETS, FileSet
from benchmarks.variants import VARIANTS

BASELINES = ("no checks", "all checks")
"""Names of the transtats variants by whose cost the costs of all programs are divided."""
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "performance.md"
_TABLES_PATTERN = re.compile(r"(?<=<!-- benchmarks -->\n).*?(?=<!-- /benchmarks -->)", re.DOTALL)
OUTCOMES = {True: "yes", False: "NO", None: "not measured"}


def render_set(file_set: FileSet, samples: Samples) -> str:
    """Return a text table of the costs of all programs on one file set, with ratios to the costs of transtats."""
    runs = _runs_on_set(file_set.name, samples)
    bases = [name for name in BASELINES if name in runs]
    headings = ["", "CPU ms", "wall ms", "peak MB", *(f"CPU to {name}" for name in bases)]
    rows = []
    for name, own in runs.items():
        ratios = [ratio(own, runs[base]) for base in bases]
        compared = [f"{table.format_ratio(found)} ({table.format_spread(found)})" for found in ratios]
        rows.append(
            [
                _display_name(name),
                _format_milliseconds(own, "cpu"),
                _format_milliseconds(own, "wall"),
                _format_memory(own),
                *compared,
            ]
        )
    rounds = len(next(iter(runs.values())))
    title = (
        f"{SETS[file_set.name].title}: {len(file_set.files)} files, {file_set.size / MEGABYTE:.1f} MB; rounds: {rounds}"
    )
    return f"{title}\n\n{table.render_text(headings, rows)}"


def _runs_on_set(name: str, samples: Samples) -> dict[str, list[Sample]]:
    return {name_of_run: runs for (set_name, name_of_run), runs in samples.items() if set_name == name}


def _display_name(name: str) -> str:
    return f"transtats, {name}" if name in VARIANTS else name


def _format_milliseconds(runs: Iterable[Sample], measure: str) -> str:
    return f"{1000 * median(getattr(run, measure) for run in runs):.0f}"


def _format_memory(runs: Iterable[Sample]) -> str:
    least, most = smallest_measurable_memory(), max(run.memory for run in runs)
    return f"{most / MEGABYTE:.0f}" if most > least else f"< {least / MEGABYTE:.0f}"


def render_claims(results: Iterable[ClaimResult]) -> str:
    headings = ["work", "against", "floor", "measured", "spread", "met"]
    return table.render_text(headings, [[*_claim_cells(result), OUTCOMES[result.is_met]] for result in results])


def _claim_cells(result: ClaimResult) -> list[str]:
    found, against = result.ratio, result.against
    if not against:
        measured = table.format_number(found.median) if found else "–"
        return [result.title, "", result.bound, measured, table.format_spread(found)]
    return [result.title, against, result.bound, table.format_ratio(found), table.format_spread(found)]


def render_growth(found: Iterable[GrowthResult]) -> str:
    """Return a text table with the growth exponent of each series and its CPU time at each size."""
    rows = [
        [
            growth.subject,
            f"{growth.exponent.median:.3f} ({growth.exponent.least:.3f}–{growth.exponent.most:.3f})",
            ", ".join(
                f"{size:,}: {1000 * median(costs):.0f} ms"
                for size, *costs in zip(growth.sizes, *growth.rounds, strict=True)
            ),
        ]
        for growth in found
    ]
    return table.render_text(["cost against", "exponent", "CPU above a start"], rows)


def render_page(results: Iterable[ClaimResult], file_sets: Collection[FileSet], samples: Samples, machine: str) -> str:
    """Return Markdown tables of all claims, and of the CPU times of other tools divided by those of transtats."""
    claims = table.render_markdown(
        ["work", "against", "floor", "measured", "spread"], [_claim_cells(result) for result in results]
    )
    peers = list(dict.fromkeys(name for _, name in samples if name not in VARIANTS))
    rows = [
        _render_peer_row(file_set, base, peers, samples)
        for file_set in file_sets
        for base in BASELINES
        if (file_set.name, base) in samples
    ]
    headings = ["CPU time of others, divided by ours", *peers]
    return f"{claims}\n{table.render_markdown(headings, rows)}\nMeasured on {machine}.\n"


def _render_peer_row(file_set: FileSet, base: str, peers: Sequence[str], samples: Samples) -> list[str]:
    runs = _runs_on_set(file_set.name, samples)
    cells = [table.format_ratio(ratio(runs[name], runs[base])) if name in runs else "" for name in peers]
    return [f"{SETS[file_set.name].title}, {base}", *cells]


def replace_tables(page: str, tables: str) -> str:
    """Return the text of the page with new tables between its two `benchmarks` comments.

    Raises ValueError if the page does not contain the two comments exactly once.
    """
    result, count = _TABLES_PATTERN.subn(lambda _: f"\n{tables.strip()}\n\n", page)
    if count != 1:
        raise ValueError(f"the page must contain the benchmarks comments once, not {count} times")
    return result


def update_page(tables: str, path: Path = PAGE) -> None:
    """Insert the measured tables between the two `benchmarks` comments of the page."""
    path.write_text(replace_tables(path.read_text(encoding="utf-8"), tables), encoding="utf-8")
