"""Run all measured commands one after the other, in several rounds. So other load affects all commands equally."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measurement import Command, Sample, run


class CommandCase(NamedTuple):
    """One command to measure on one file set."""

    file_set_name: str
    name: str
    command: Command
    deleted_cache: Path | None = None
    """Cache folder that is deleted before each run of the command. If None, nothing is deleted."""
    is_ours: bool = False


class CommandError(Exception):
    """A measured command failed, so its cost cannot be compared."""


Samples = dict[tuple[str, str], list[Sample]]
"""Measured costs by the names of the file set and the command. Each list contains one sample per round."""


class RunSettings(NamedTuple):
    """Settings for the runs of all measured commands."""

    environment: Mapping[str, str]
    log: Path
    note: Callable[[str], None]
    deadline: float = float("inf")
    """Value of time.monotonic() after which the measurement stops at the next file set. The first round is always
    completed."""


def measure(cases: Sequence[CommandCase], rounds: int, settings: RunSettings) -> Samples:
    """Run each command `rounds` times, and return the measured costs.

    Another tool that fails is left out with a note. Raises CommandError if a transtats command fails.
    """
    samples: Samples = {}
    remaining = list(cases)
    for number in range(rounds):
        for name in dict.fromkeys(case.file_set_name for case in cases):
            if number and time.monotonic() > settings.deadline:
                return samples
            settings.note(f"round {number + 1} of {rounds}: {name}")
            for case in [case for case in remaining if case.file_set_name == name]:
                try:
                    samples.setdefault((name, case.name), []).append(run_once(case, settings))
                except CommandError as failure:
                    if case.is_ours:
                        raise
                    settings.note(f"left out: {failure}")
                    remaining.remove(case)
                    del samples[name, case.name]
    return samples


def run_once(case: CommandCase, settings: RunSettings) -> Sample:
    """Delete the cache folder of a command if it has one, run the command, and return its cost.

    Raises CommandError if the command fails.
    """
    if case.deleted_cache:
        shutil.rmtree(case.deleted_cache, ignore_errors=True)
    sample = run(case.command, settings.environment, str(settings.log))
    if sample.status not in case.command.success:
        output = settings.log.read_text(encoding="utf-8", errors="replace")[-500:].strip()
        raise CommandError(f"{case.name} on {case.file_set_name} ended with {sample.status}: {output}")
    return sample
