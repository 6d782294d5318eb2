"""Measured variants of `transtats stats`: with and without checks, with and without cache, on two cores."""

import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command
from benchmarks.peers import find_program

EXIT_PARTIAL = 3


class Variant(NamedTuple):
    """Options of a measured `transtats stats` command."""

    options: tuple[str, ...] = ()
    jobs: int = 1
    cache_source: str = ""
    """Name of the previous variant, whose cache is used. If empty, the cache is empty at the start of each run."""


VARIANTS = {
    # The other tools write no cache, so this variant does not either.
    "no checks": Variant(("--no-checks", "--no-cache")),
    "no cache": Variant(("--no-cache",)),
    "all checks": Variant(),
    "warm": Variant(cache_source="all checks"),
    "two cores": Variant(jobs=2),
}


def create_command(variant: Variant, root: Path, cache: Path) -> Command:
    """Return the `transtats stats` command for the component below a folder.

    If the folder contains several components, the command prints the statistics of all components as NDJSON.
    """
    components = list(root.glob("*/*/component.json"))
    selection = components[0].parts[-3:-1] if len(components) == 1 else ("--all", "--format", "ndjson")
    argv = (*find_transtats_command(), "stats", *selection, "--root", str(root), "--quiet", *variant.options)
    argv += ("--jobs", str(variant.jobs), "--cache-dir", str(cache))
    return Command(argv, success=frozenset({0, EXIT_PARTIAL}))


def create_discovery_command(root: Path) -> Command:
    """Return the command that lists the components below a folder, without counting their strings."""
    argv = (*find_transtats_command(), "components", "--no-strings", "--format", "ndjson", "--root", str(root))
    return Command(argv, success=frozenset({0}))


def find_transtats_command() -> tuple[str, ...]:
    """Return the command that starts transtats: the installed script, or Python with `-m transtats_cli`."""
    script = find_program("transtats")
    return (script,) if script else (sys.executable, "-m", "transtats_cli")
