"""Measured variants of `transtats stats`: with and without checks, with and without cache, on two cores."""

import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command
from benchmarks.peers import find_program

EXIT_PARTIAL = 3


class Variant(NamedTuple):
    """Options of a measured `transtats stats` command.

    If the measured version of transtats lacks one of the `required_options`, the variant is left out.
    """

    options: tuple[str, ...] = ()
    required_options: tuple[str, ...] = ()
    jobs: int = 1
    cache_source: str = ""
    """Name of the previous variant, whose cache is used. If empty, the cache is empty at the start of each run."""


VARIANTS = {
    # The other tools write no cache, so this variant does not either.
    "no checks": Variant(("--no-checks", "--no-cache"), required_options=("--no-cache",)),
    "no cache": Variant(("--no-cache",), required_options=("--no-cache",)),
    "all checks": Variant(),
    "warm": Variant(required_options=("--cache-dir",), cache_source="all checks"),
    "two cores": Variant(required_options=("--jobs",), jobs=2),
}


def stats_options(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the long options of the measured version of `transtats stats`."""
    shown_help = subprocess.run(
        [*find_transtats_command(), "stats", "--help"], env=environment, capture_output=True, text=True, check=True
    )
    return frozenset(word.strip(",") for word in shown_help.stdout.split() if word.startswith("--"))


def missing_options(variant: Variant, options: Collection[str]) -> list[str]:
    return [option for option in variant.required_options if option not in options]


def create_command(variant: Variant, root: Path, options: Collection[str], cache: Path) -> Command:
    """Return the `transtats stats` command for the component below a folder.

    If the folder contains several components, the command prints the statistics of all components as NDJSON.
    """
    components = list(root.glob("*/*/component.json"))
    selection = components[0].parts[-3:-1] if len(components) == 1 else ("--all", "--format", "ndjson")
    argv = (*find_transtats_command(), "stats", *selection, "--root", str(root), "--quiet", *variant.options)
    if "--jobs" in options:
        argv += ("--jobs", str(variant.jobs))
    if "--cache-dir" in options:
        argv += ("--cache-dir", str(cache))
    return Command(argv, success=frozenset({0, EXIT_PARTIAL}))


def create_discovery_command(root: Path) -> Command:
    """Return the command that lists the components below a folder, without counting their strings."""
    argv = (*find_transtats_command(), "components", "--no-strings", "--format", "ndjson", "--root", str(root))
    return Command(argv, success=frozenset({0}))


def find_transtats_command() -> tuple[str, ...]:
    """Return the command that starts transtats: the installed script, or Python with `-m transtats_cli`."""
    script = find_program("transtats")
    return (script,) if script else (sys.executable, "-m", "transtats_cli")
