"""Files made of one repeated token, and known reader bombs: all are read or refused within the limits of a file.

`python tests/hostile/run.py readers --seconds 3600` tries random tokens of samples of all text
formats with a size of one megabyte.
"""

import random
import resource
import time
from contextlib import suppress
from pathlib import Path

import commands  # noqa: F401  makes the folder `tests` importable

from tests.reader_bombs import BOMBS, TEXT_SAMPLES, find_tokens, repeat_token
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions, guarded
from transtats_cli.formats.table import FILE_FORMATS

MAX_RESIDENT_KILOBYTES = 1_500_000
"""Maximum memory of a process. Libraries and the parsed file of this process are included."""


def attack(work: Path, seconds: float) -> str:
    """Read each bomb, and then samples with a repeated token until the time is over."""
    if not seconds:
        guarded.MAX_SECONDS_PER_MEGABYTE = 1
    for file_format, content in BOMBS.values():
        read_within_limits(file_format, content)
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    randomness = random.Random(seed)  # noqa: S311  repeatable, and no secret
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end:
        file_format, sample = randomness.choice([*TEXT_SAMPLES.items()])
        position, token = randomness.choice(find_tokens(sample))
        read_within_limits(file_format, repeat_token(sample, position, token, 990_000), f"{token!r} repeated")
        count += 1
    return f"{len(BOMBS)} bombs and {count} repeated tokens"


def read_within_limits(file_format: str, content: str, name: str = "a bomb") -> None:
    """Read a file, and compare the processor time and the memory of both processes with the limits."""
    before = measure_seconds()
    known = FILE_FORMATS[file_format]
    options = ReadOptions(is_monolingual=known.may_have_template)
    with suppress(UnreadableFile):
        known.create_reader(options, "cs")(content.encode())
    spent = measure_seconds() - before
    megabytes = -(-len(content.encode()) // 1_000_000)
    # The fast readers run before the limited ones, and importing a library takes time, too.
    assert spent < guarded.MAX_SECONDS_PER_MEGABYTE * megabytes + 10, f"{file_format}, {name}: {spent:.1f} s"
    for process in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        most = resource.getrusage(process).ru_maxrss
        assert most < MAX_RESIDENT_KILOBYTES, f"{file_format}, {name}: {most} KB"


def measure_seconds() -> float:
    """Return the processor time of this process and of all reading processes, of which none is left."""
    guarded.end_idle_processes()
    usages = (resource.getrusage(process) for process in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
