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
    """A set of options for `transtats stats`, and the options that must exist for it."""

    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    jobs: int = 1
    cache_from: str = ""
    """Variant that runs immediately before and whose cache is used. If empty, each run begins with an empty cache."""


VARIANTS = {
    # The other tools write no cache, so this variant does not either.
    "no checks": Variant(("--no-checks", "--no-cache"), needs=("--no-cache",)),
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
    """Return the command for the only component below a folder, or, if there are several, for all of them as NDJSON."""
    components = list(root.glob("*/*/component.json"))
    selection = components[0].parts[-3:-1] if len(components) == 1 else ("--all", "--format", "ndjson")
    argv = (*executable(), "stats", *selection, "--root", str(root), "--quiet", *variant.options)
    if "--jobs" in options:
        argv += ("--jobs", str(variant.jobs))
    if "--cache-dir" in options:
        argv += ("--cache-dir", str(cache))
    return Command(argv, success=frozenset({0, EXIT_PARTIAL}))


def executable() -> tuple[str, ...]:
    """Return the first words of our command line: the installed script, or Python with `-m transtats_cli`."""
    script = program("transtats")
    return (script,) if script else (sys.executable, "-m", "transtats_cli")
