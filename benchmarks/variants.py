"""Measured variants of `transtats stats`: with and without checks, with and without cache, on two cores."""

import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command
from benchmarks.peers import program

EXIT_PARTIAL = 3


class Variant(NamedTuple):
    """Options of a measured `transtats stats` command. `needs` are the options that this version must support."""

    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    jobs: int = 1
    cache_from: str = ""
    """Name of the previous variant, whose cache is used. If empty, the cache is empty at the start of each run."""


VARIANTS = {
    # The other tools write no cache, so this variant does not either.
    "no checks": Variant(("--no-checks", "--no-cache"), needs=("--no-cache",)),
    "no cache": Variant(("--no-cache",), needs=("--no-cache",)),
    "all checks": Variant(),
    "warm": Variant(needs=("--cache-dir",), cache_from="all checks"),
    "two cores": Variant(needs=("--jobs",), jobs=2),
}


def stats_options(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the long options of the measured version of `transtats stats`."""
    shown_help = subprocess.run(
        [*executable(), "stats", "--help"], env=environment, capture_output=True, text=True, check=True
    )
    return frozenset(word.strip(",") for word in shown_help.stdout.split() if word.startswith("--"))


def missing_options(variant: Variant, options: Collection[str]) -> list[str]:
    return [option for option in variant.needs if option not in options]


def command(variant: Variant, root: Path, options: Collection[str], cache: Path) -> Command:
    """Return the `transtats stats` command for the component below a folder.

    If the folder contains several components, the command prints the statistics of all components as NDJSON.
    """
    components = list(root.glob("*/*/component.json"))
    selection = components[0].parts[-3:-1] if len(components) == 1 else ("--all", "--format", "ndjson")
    argv = (*executable(), "stats", *selection, "--root", str(root), "--quiet", *variant.options)
    if "--jobs" in options:
        argv += ("--jobs", str(variant.jobs))
    if "--cache-dir" in options:
        argv += ("--cache-dir", str(cache))
    return Command(argv, success=frozenset({0, EXIT_PARTIAL}))


def executable() -> tuple[str, ...]:
    """Return the command that starts transtats: the installed script, or Python with `-m transtats_cli`."""
    script = program("transtats")
    return (script,) if script else (sys.executable, "-m", "transtats_cli")
