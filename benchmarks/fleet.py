"""Measure `transtats fleet` on many generated components: processes of this machine, and workers of a Dask cluster."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks import table
from benchmarks.measurement import Command, Sample, run, run_in_process
from benchmarks.ratios import Ratio, exponent, ratio, summarize
from benchmarks.rounds import CommandError
from benchmarks.trees import TreeSize, write_tree

ENGINES = ("processes", "Dask")
SIZES = (5_000, 20_000)
"""Numbers of components. The roots of the fleet are projects of 50 components."""
QUICK_SIZES = (100, 400)
LANGUAGES = 6
STRINGS = 20
_BYTES_PER_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024
_START_SECONDS = 60
_DASK_SETTINGS = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
"""Environment of Dask: the profiler of a worker would keep all call stacks of the last hour in memory."""


class FleetCase(NamedTuple):
    """Engine, number of workers, and number of components."""

    engine: str
    workers: int
    components: int


class FleetResult(NamedTuple):
    """Cost of a case, one sample for each round. CPU time includes the workers.

    The memory of a sample is the peak of the largest process.
    """

    case: FleetCase
    samples: Sequence[Sample]


def list_cases(sizes: Sequence[int], engines: Sequence[str] = ENGINES) -> list[FleetCase]:
    """Return the cases: all sizes with two workers, and the smallest size with one worker."""
    return [
        FleetCase(engine, workers, size)
        for engine in engines
        for workers, measured in ((1, sizes[:1]), (2, sizes))
        for size in measured
    ]


def measure_fleet(
    work: Path, cases: Sequence[FleetCase], rounds: int, environment: Mapping[str, str], note: Callable[[str], None]
) -> list[FleetResult]:
    """Measure all cases in turns, each of them `rounds` times."""
    for size in sorted({case.components for case in cases}):
        note(f"creating {size:,} components with {LANGUAGES} languages of {STRINGS} strings")
        run_in_process(write_tree, TreeSize(size, LANGUAGES, STRINGS), work / f"fleet-{size}")
    results: dict[FleetCase, list[Sample]] = {case: [] for case in cases}
    output = work / "fleet-output"
    for number in range(rounds):
        for case in cases:
            note(f"round {number + 1}: {case.engine}, {case.workers} worker(s), {case.components:,} components")
            results[case].append(_measure_case(case, work, output, environment))
            shutil.rmtree(output)
    return [FleetResult(*each) for each in results.items()]


def render_fleet(results: Sequence[FleetResult]) -> str:
    """Return the table of the results, the growth of the cost, and the gain of the second worker.

    Each value is a median, with the smallest and the largest value of all rounds.
    """
    rows = [
        [
            f"{each.case.engine}, {each.case.components:,} components, {each.case.workers} worker(s)",
            _format_values([sample.cpu for sample in each.samples]),
            _format_values([sample.wall for sample in each.samples]),
            _format_values([sample.memory / 1e6 for sample in each.samples]),
        ]
        for each in results
    ]
    samples = {each.case: each.samples for each in results}
    lines = []
    for engine in dict.fromkeys(case.engine for case in samples):
        (size, two), *larger = ((case.components, samples[case]) for case in samples if case[:2] == (engine, 2))
        one = samples[FleetCase(engine, 1, size)]
        gain, cost = ratio(one, two, "wall"), ratio(two, one)
        growth = ""
        if larger:
            sizes = (size, *(each for each, _ in larger))
            rounds = zip(two, *(found for _, found in larger), strict=True)
            exponents = [exponent(zip(sizes, (sample.cpu for sample in measured), strict=True)) for measured in rounds]
            growth = f"exponent of CPU time {_format_values(exponents)}; "
        lines.append(
            f"{engine}: {growth}two workers take {_format_ratio(gain)} times less wall time and {_format_ratio(cost)}"
            " times the CPU time of one"
        )
    headings = ["fleet", "CPU s", "wall s", "MB of the largest process"]
    return table.render_text(headings, rows) + "\n".join(lines) + "\n"


def _format_ratio(found: Ratio) -> str:
    return f"{table.format_number(found.median)} [{table.format_spread(found)}]"


def _format_values(values: Sequence[float]) -> str:
    return _format_ratio(summarize(values))


def _measure_case(case: FleetCase, work: Path, output: Path, environment: Mapping[str, str]) -> Sample:
    roots = work / f"fleet-{case.components}.txt"
    roots.write_text("".join(f"{path}\n" for path in sorted((work / f"fleet-{case.components}").iterdir())))
    arguments = ("fleet", "--files-from", str(roots), "--output", str(output), "--quiet")
    command = (sys.executable, "-m", "transtats_cli", *arguments)
    if case.engine == "processes":
        return _run_command((*command, "--jobs", str(case.workers)), work, environment)
    usages: list[Sample] = []
    with _start_cluster(case.workers, work, environment, usages) as address:
        sample = _run_command((*command, "--cluster", address), work, environment)
    return sample._replace(
        cpu=sample.cpu + sum(each.cpu for each in usages), memory=max(each.memory for each in [sample, *usages])
    )


def _run_command(command: tuple[str, ...], work: Path, environment: Mapping[str, str]) -> Sample:
    errors = work / "fleet-stderr"
    sample = run(Command(command), environment, str(errors))
    if sample.status:
        raise CommandError(f"{' '.join(command)} ended with {sample.status}: {errors.read_text()}")
    return sample


@contextmanager
def _start_cluster(workers: int, work: Path, environment: Mapping[str, str], usages: list[Sample]) -> Iterator[str]:
    """Start a scheduler and workers. At the end of the block, end them and add the cost of each worker to `usages`."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    options = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--local-directory", str(work))
    started = [_start_dask("scheduler", "--host", "127.0.0.1", "--port", str(port), environment=environment)]
    try:
        _wait_for_port(port)
        started += [_start_dask("worker", address, *options, environment=environment) for _ in range(workers)]
        _wait_for_workers(address, workers, environment)
        yield address
    finally:
        for process in started:
            os.kill(process, signal.SIGKILL)
        ended = [os.wait4(process, 0)[2] for process in started]
        usages += [
            Sample(usage.ru_utime + usage.ru_stime, 0, usage.ru_maxrss * _BYTES_PER_MEMORY_UNIT, 0)
            for usage in ended[1:]
        ]


def _start_dask(*arguments: str, environment: Mapping[str, str]) -> int:
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    return os.posix_spawnp(command[0], command, {**environment, **_DASK_SETTINGS}, file_actions=silent)


def _wait_for_port(port: int) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while True:
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if time.monotonic() > deadline:
            raise CommandError("the Dask scheduler does not answer")
        time.sleep(0.1)


def _wait_for_workers(address: str, workers: int, environment: Mapping[str, str]) -> None:
    script = (
        f"from distributed import Client; Client({address!r}).wait_for_workers({workers}, timeout={_START_SECONDS})"
    )
    subprocess.run([sys.executable, "-c", script], env=dict(environment), check=True, stderr=subprocess.DEVNULL)
