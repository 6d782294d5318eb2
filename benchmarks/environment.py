"""Environment variables for measured processes, and a description of the machine."""

import datetime
import os
import platform
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command

COPY_FOLDER = "site-packages"
"""Folder of the measured copy, named like the folder of installed packages.

In a folder with any other name, the package counts as an editable install. Each run would then read the modification
times of its 400 files for the key of the cache, which a run of an installed package does not.
"""
PACKAGE = Path(__file__).parents[1] / "transtats_cli"


class Machine(NamedTuple):
    """Description of the machine, for the caption of results."""

    cores: int
    processor: str
    python: str
    date: str

    def __str__(self) -> str:
        return f"{self.cores} cores, {self.processor}, Python {self.python}, {self.date}"


def describe_machine() -> Machine:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return Machine(count_cores(), _processor_name(), platform.python_version(), today)


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor_name() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text(encoding="utf-8").splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def clean_environment(work: Path, given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables for measured processes. `given` contains the variables of this process.

    All Python programs read and write cached bytecode, as installed programs do. The cache is in the folder `work`.
    """
    kept = {
        name: value
        for name, value in given.items()
        if name != "PYTHONDONTWRITEBYTECODE" and not name.startswith("TRANSTATS_")
    }
    return kept | {
        "PYTHONPATH": str(work / COPY_FOLDER),
        "PYTHONPYCACHEPREFIX": str(work / "bytecode"),
        "LC_ALL": "C.UTF-8",
        "XDG_CACHE_HOME": str(work / "cache"),
    }


def copy_package(work: Path) -> Command:
    """Copy the package transtats_cli, and return the command that compiles the copy.

    The copy is measured, so that changes of the package during the measurement have no effect.
    """
    copy = work / COPY_FOLDER / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return Command((sys.executable, "-m", "compileall", "-q", str(copy)))
