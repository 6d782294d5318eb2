"""Runs everybody on every set in turn, round after round, so that a busy minute of the machine hits all alike."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command, Sample, run


class Case(NamedTuple):
    """Somebody on a set."""

    set: str
    name: str
    command: Command
    empty_before: Path | None = None
    """A cache that is removed before each run."""
    is_ours: bool = False


class CommandError(Exception):
    """A command did not do what is measured, so there is nothing to compare."""


Samples = dict[tuple[str, str], list[Sample]]
"""By set and name; the runs of one round stand at one place of their lists."""


class RunSettings(NamedTuple):
    """What measuring takes besides the cases."""

    environment: Mapping[str, str]
    log: Path
    note: Callable[[str], None]
    deadline: float = float("inf")
    """No further round begins after this time of the monotonic clock; the first one is always finished."""


def measure(cases: Sequence[Case], rounds: int, settings: RunSettings) -> Samples:
    """The samples of all cases, equally many within a set; another tool that fails is named and left out."""
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
    """One run, from an empty cache unless it is to be warm."""
    if case.empty_before:
        shutil.rmtree(case.empty_before, ignore_errors=True)
    sample = run(case.command, settings.environment, str(settings.log))
    if sample.status not in case.command.success:
        output = settings.log.read_text(encoding="utf-8", errors="replace")[-500:].strip()
        raise CommandError(f"{case.name} on {case.set} ended with {sample.status}: {output}")
    return sample
