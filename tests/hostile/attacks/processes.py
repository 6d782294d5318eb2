"""Attacks on the processes of a run: signals, killed workers, small limits, and outputs that cannot be written."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "transtats_cli"]
LANGUAGES = ("cs", "de", "es", "fr", "it", "nl", "pl", "ru")
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
MAX_SECONDS = 60
"""Time after which a run counts as hanging."""
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
KILLING_SIGNALS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGBUS)
RUN_SECONDS = 1.5
"""Time within which a signal is sent. Some signals arrive while Python starts, and few after the end of the run."""


class RunResult(NamedTuple):
    """Result of a run."""

    status: int
    stdout: str
    stderr: str


def attack(work: Path, seconds: float) -> str:
    """Send signals to runs and workers, limit memory and open files, and close or fill outputs."""
    _write_project(work)
    seed = random.SystemRandom().randrange(1_000_000) if seconds else 1
    attacks = {
        "signals": _signal_a_run,
        "killed workers": _kill_a_worker,
        "limits": _limit_a_run,
        "outputs": _refuse_output,
    }
    counts = dict.fromkeys(attacks, 0)
    until = time.monotonic() + seconds
    while not all(counts.values()) or time.monotonic() < until:
        for name, each in attacks.items():
            problem = f"processes: {name}, seed {seed}"
            try:
                each(work, random.Random(seed))  # noqa: S311  no secret
            except subprocess.TimeoutExpired as error:
                raise AssertionError(f"{problem}: the run hangs, or leaves a process behind: {error}") from error
            except AssertionError as error:
                raise AssertionError(f"{problem}: {error}") from error
            counts[name] += 1
            seed += 1
    return ", ".join(f"{count:,} times {name}" for name, count in counts.items()) + ": no hang, orphan or traceback"


def _write_project(work: Path) -> None:
    """Write enough text for worker processes, once as one component and once as many."""
    (work / "demo/app").mkdir(parents=True, exist_ok=True)
    for code in LANGUAGES:
        text = "".join(
            f'#, c-format\nmsgid "Number {n} of %d files"\nmsgstr "{code} {n} %{"sd"[n % 2]} {"x" * 180}"\n\n'
            for n in range(4500)
        )
        (work / f"demo/app/{code}.po").write_text(HEADER + text)
    for number in range(24):
        (work / f"many/app{number}").mkdir(parents=True, exist_ok=True)
        (work / f"many/app{number}/de.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins"\n\n' * (number % 2))


def _signal_a_run(work: Path, randomness: random.Random) -> None:
    number = randomness.choice(ENDING_SIGNALS)
    with _start_run(work, _choose_arguments(randomness, work)) as run:
        time.sleep(randomness.random() * RUN_SECONDS)
        run.send_signal(number)
        result = _wait_for_end(run)
    left = list(work.glob(".transtats-*"))
    for path in left:
        path.unlink()
    assert number == signal.SIGKILL or not left, (number, left)
    if number != signal.SIGINT:
        assert result.status in (0, -number), (number, result)
        assert not result.stderr, (number, result)
    elif not _was_interrupted_too_early(result):
        assert result.status in (0, 130), (number, result)
        assert not result.stderr, (number, result)


def _was_interrupted_too_early(result: RunResult) -> bool:
    """Return True if Python was interrupted before the command started."""
    return result.status in (1, -signal.SIGINT) and "transtats_cli/cli" not in result.stderr


def _kill_a_worker(work: Path, randomness: random.Random) -> None:
    number = randomness.choice(KILLING_SIGNALS)
    with _start_run(work, _choose_arguments(randomness, work)) as run:
        time.sleep(randomness.random() * RUN_SECONDS)
        killed = _kill_one(_find_children(run.pid), number, randomness)
        result = _wait_for_end(run)
    assert result.status in ((0, 2) if killed else (0,)), (number, result)
    assert "Traceback" not in result.stderr, (number, result)
    assert result.status == 0 or "a worker process was killed" in result.stderr, (number, result)


def _kill_one(processes: list[int], number: signal.Signals, randomness: random.Random) -> bool:
    if not processes:
        return False
    try:
        os.kill(randomness.choice(processes), number)
    except ProcessLookupError:
        return False
    return True


def _find_children(process: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _limit_a_run(work: Path, randomness: random.Random) -> None:
    kind, limit = randomness.choice(
        [
            (resource.RLIMIT_NOFILE, randomness.randrange(6, 40)),
            (resource.RLIMIT_AS, randomness.randrange(60, 400) << 20),
        ]
    )
    with _start_run(
        work, _choose_arguments(randomness, work), partial(resource.setrlimit, kind, (limit, limit))
    ) as run:
        result = _wait_for_end(run)
    assert result.status in (0, 2, 3), (kind, limit, result)
    assert "Traceback" not in result.stderr, (kind, limit, result)


def _refuse_output(work: Path, randomness: random.Random) -> None:
    with ExitStack() as stack:
        full = stack.enter_context(open("/dev/full", "wb"))
        to_full, closed = partial(os.dup2, full.fileno(), 1), partial(os.close, 1)
        preparations: list[Callable[[], object]] = [to_full, closed]
        prepare = randomness.choice(preparations)
        argv = randomness.choice(
            [["--help"], ["--version"], ["completion", "bash"], ["stats", "many", "app1"], ["checks"]]
        )
        result = _wait_for_end(stack.enter_context(_start_run(work, argv, prepare)))
    assert result.status == 2, (argv, result)
    assert result.stderr.startswith("Error: standard output cannot be written: "), (argv, result)
    assert result.stderr.count("\n") == 1, (argv, result)


def _choose_arguments(randomness: random.Random, work: Path) -> list[str]:
    """Return the arguments of a run that starts worker processes."""
    return randomness.choice(
        [
            ["stats", "demo", "app", "--no-cache", "--jobs", "3", "--format", "json:out.json", "--format", "ndjson"],
            ["stats", "demo", "app", "--no-cache", "--jobs", "2", "--no-checks", "--with-source"],
            ["stats", "--all", "--cache-dir", str(work / "cache"), "--jobs", "3"],
        ]
    )


def _start_run(work: Path, argv: list[str], prepare: Callable[[], object] | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *argv],
        cwd=work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Processes that a shell starts in the background ignore interrupts.
        preexec_fn=lambda: (signal.signal(signal.SIGINT, signal.SIG_DFL), prepare and prepare()),
    )


def _wait_for_end(run: "subprocess.Popen[str]") -> RunResult:
    """Wait until the process has ended and no other process holds its output open."""
    try:
        stdout, stderr = run.communicate(timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        run.kill()
        raise
    return RunResult(run.returncode, stdout[-200:], stderr)
