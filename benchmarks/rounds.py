"""Runs everybody on every set in turn, round after round, so that a busy minute of the machine hits all alike."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Command, Sample, run


class Contender(NamedTuple):
    """Somebody on a set."""

    set: str
    name: str
    command: Command
    empties: Path | None = None
    """A cache that is removed before each run."""
    is_ours: bool = False


class CommandError(Exception):
    """A command did not do what is measured, so there is nothing to compare."""


Samples = dict[tuple[str, str], list[Sample]]
"""By set and name; the runs of one round stand at one place of their lists."""


class Tools(NamedTuple):
    """What measuring takes besides the contenders."""

    environment: Mapping[str, str]
    log: Path
    say: Callable[[str], None]
    deadline: float = float("inf")
    """No further round begins after this time of the monotonic clock; the first one is always finished."""


def measure(contenders: Sequence[Contender], rounds: int, tools: Tools) -> Samples:
    """The samples of all contenders, equally many within a set; another tool that fails is named and left out."""
    samples: Samples = {}
    staying = list(contenders)
    for number in range(rounds):
        for name in dict.fromkeys(contender.set for contender in contenders):
            if number and time.monotonic() > tools.deadline:
                return samples
            tools.say(f"round {number + 1} of {rounds}: {name}")
            for contender in [contender for contender in staying if contender.set == name]:
                try:
                    samples.setdefault((name, contender.name), []).append(once(contender, tools))
                except CommandError as failure:
                    if contender.is_ours:
                        raise
                    tools.say(f"left out: {failure}")
                    staying.remove(contender)
                    del samples[name, contender.name]
    return samples


def once(contender: Contender, tools: Tools) -> Sample:
    """One run, from an empty cache unless it is to be warm."""
    if contender.empties:
        shutil.rmtree(contender.empties, ignore_errors=True)
    sample = run(contender.command, tools.environment, str(tools.log))
    if sample.status not in contender.command.good:
        said = tools.log.read_text(encoding="utf-8", errors="replace")[-500:].strip()
        raise CommandError(f"{contender.name} on {contender.set} ended with {sample.status}: {said}")
    return sample
