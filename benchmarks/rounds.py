"""Run all cases in turn, round after round, so that other load on the machine affects all of them alike."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command, Sample, run


class Case(NamedTuple):
    """One command that is measured on one file set."""

    set: str
    name: str
    command: Command
    empty_before: Path | None = None
    """Cache folder to delete before each run."""
    is_ours: bool = False


class CommandError(Exception):
    """A command did not end successfully, so its cost cannot be compared."""


Samples = dict[tuple[str, str], list[Sample]]
"""Samples by file set and name of the case. Index n of each list is round n."""


class RunSettings(NamedTuple):
    """Settings of all runs, independent of the case."""

    environment: Mapping[str, str]
    log: Path
    note: Callable[[str], None]
    deadline: float = float("inf")
    """Value of time.monotonic() after which no further round begins. The first round is always completed."""


def measure(cases: Sequence[Case], rounds: int, settings: RunSettings) -> Samples:
    """Run all cases `rounds` times, and return their samples.

    A peer that fails is left out with a note. Raises CommandError if one of our own commands fails.
    """
    samples: Samples = {}
    remaining = list(cases)
    for number in range(rounds):
        for name in dict.fromkeys(case.set for case in cases):
            if number and time.monotonic() > settings.deadline:
                return samples
            settings.note(f"round {number + 1} of {rounds}: {name}")
            for case in [case for case in remaining if case.set == name]:
                try:
                    samples.setdefault((name, case.name), []).append(run_once(case, settings))
                except CommandError as failure:
                    if case.is_ours:
                        raise
                    settings.note(f"left out: {failure}")
                    remaining.remove(case)
                    del samples[name, case.name]
    return samples


def run_once(case: Case, settings: RunSettings) -> Sample:
    """Run a case once, after deleting its cache folder if it has one. Raises CommandError."""
    if case.empty_before:
        shutil.rmtree(case.empty_before, ignore_errors=True)
    sample = run(case.command, settings.environment, str(settings.log))
    if sample.status not in case.command.success:
        output = settings.log.read_text(encoding="utf-8", errors="replace")[-500:].strip()
        raise CommandError(f"{case.name} on {case.set} ended with {sample.status}: {output}")
    return sample
