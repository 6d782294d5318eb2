"""How transtats itself is measured: with and without checks, with and without a cache, on one core and on two."""

import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command
from benchmarks.peers import program

EXIT_PARTIAL = 3


class Variant(NamedTuple):
    """One way to be run, and the options of `transtats stats` that it takes to be possible."""

    options: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    jobs: int = 1
    cache_from: str = ""
    """The variant whose cache it finds, which runs right before it; otherwise each run begins with an empty one."""


VARIANTS = {
    # As the others, it writes nothing down.
    "no checks": Variant(("--no-checks", "--no-cache"), needs=("--no-cache",)),
    "all checks": Variant(),
    "warm": Variant(needs=("--cache-dir",), cache_from="all checks"),
    "two cores": Variant(needs=("--jobs",), jobs=2),
}


def stats_options(environment: Mapping[str, str]) -> frozenset[str]:
    """The options that this version of `transtats stats` has."""
    shown_help = subprocess.run(
        [*executable(), "stats", "--help"], env=environment, capture_output=True, text=True, check=True
    )
    return frozenset(word.strip(",") for word in shown_help.stdout.split() if word.startswith("--"))


def missing_options(variant: Variant, options: Collection[str]) -> list[str]:
    return [option for option in variant.needs if option not in options]


def command(variant: Variant, root: Path, options: Collection[str], cache: Path) -> Command:
    """The one component below a folder, as a user asks for it, or all of them, a line a record."""
    components = list(root.glob("*/*/component.json"))
    selection = components[0].parts[-3:-1] if len(components) == 1 else ("--all", "--format", "ndjson")
    argv = (*executable(), "stats", *selection, "--root", str(root), "--quiet", *variant.options)
    if "--jobs" in options:
        argv += ("--jobs", str(variant.jobs))
    if "--cache-dir" in options:
        argv += ("--cache-dir", str(cache))
    return Command(argv, success=frozenset({0, EXIT_PARTIAL}))


def executable() -> tuple[str, ...]:
    """How we are started."""
    script = program("transtats")
    return (script,) if script else (sys.executable, "-m", "transtats_cli")
