"""Attacks on the processes of a run: signals, killed workers, small limits, and outputs that take nothing."""

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
PATIENCE = 60
"""Seconds after which a run that has not ended counts as hanging."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
KILLING = (signal.SIGKILL, signal.SIGSEGV, signal.SIGBUS)
SECONDS_OF_A_RUN = 1.5
"""Time within which a signal is sent; some come while the interpreter starts, few after the end."""


class Ended(NamedTuple):
    """Result of a run."""

    status: int
    stdout: str
    stderr: str


def attack(work: Path, seconds: float) -> str:
    """Signals to runs and to their workers, small limits on memory and open files, closed and full outputs."""
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


def _signal_a_run(work: Path, choice: random.Random) -> None:
    number = choice.choice(ENDING)
    with _started(work, _a_run(choice, work)) as run:
        time.sleep(choice.random() * SECONDS_OF_A_RUN)
        run.send_signal(number)
        ended = _end_of(run)
    left = list(work.glob(".transtats-*"))
    for path in left:
        path.unlink()
    assert number == signal.SIGKILL or not left, (number, left)
    if number != signal.SIGINT:
        assert ended.status in (0, -number), (number, ended)
        assert not ended.stderr, (number, ended)
    elif not _came_too_early(ended):
        assert ended.status in (0, 130), (number, ended)
        assert not ended.stderr, (number, ended)


def _came_too_early(ended: Ended) -> bool:
    """Return True if the interpreter was interrupted before it began to run the command."""
    return ended.status in (1, -signal.SIGINT) and "transtats_cli/cli" not in ended.stderr


def _kill_a_worker(work: Path, choice: random.Random) -> None:
    number = choice.choice(KILLING)
    with _started(work, _a_run(choice, work)) as run:
        time.sleep(choice.random() * SECONDS_OF_A_RUN)
        killed = _kill_one(_children(run.pid), number, choice)
        ended = _end_of(run)
    assert ended.status in ((0, 2) if killed else (0,)), (number, ended)
    assert "Traceback" not in ended.stderr, (number, ended)
    assert ended.status == 0 or "a worker process was killed" in ended.stderr, (number, ended)


def _kill_one(processes: list[int], number: signal.Signals, choice: random.Random) -> bool:
    if not processes:
        return False
    try:
        os.kill(choice.choice(processes), number)
    except ProcessLookupError:
        return False
    return True


def _children(process: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _limit_a_run(work: Path, choice: random.Random) -> None:
    kind, limit = choice.choice(
        [
            (resource.RLIMIT_NOFILE, choice.randrange(6, 40)),
            (resource.RLIMIT_AS, choice.randrange(60, 400) << 20),
        ]
    )
    with _started(work, _a_run(choice, work), partial(resource.setrlimit, kind, (limit, limit))) as run:
        ended = _end_of(run)
    assert ended.status in (0, 2, 3), (kind, limit, ended)
    assert "Traceback" not in ended.stderr, (kind, limit, ended)


def _refuse_output(work: Path, choice: random.Random) -> None:
    with ExitStack() as stack:
        full = stack.enter_context(open("/dev/full", "wb"))
        to_full, closed = partial(os.dup2, full.fileno(), 1), partial(os.close, 1)
        preparations: list[Callable[[], object]] = [to_full, closed]
        prepare = choice.choice(preparations)
        argv = choice.choice([["--help"], ["--version"], ["completion", "bash"], ["stats", "many", "app1"], ["checks"]])
        ended = _end_of(stack.enter_context(_started(work, argv, prepare)))
    assert ended.status == 2, (argv, ended)
    assert ended.stderr.startswith("Error: standard output cannot be written: "), (argv, ended)
    assert ended.stderr.count("\n") == 1, (argv, ended)


def _a_run(choice: random.Random, work: Path) -> list[str]:
    """Arguments of a run that starts worker processes."""
    return choice.choice(
        [
            ["stats", "demo", "app", "--no-cache", "--jobs", "3", "--format", "json:out.json", "--format", "ndjson"],
            ["stats", "demo", "app", "--no-cache", "--jobs", "2", "--no-checks", "--with-source"],
            ["stats", "--all", "--cache-dir", str(work / "cache"), "--jobs", "3"],
        ]
    )


def _started(work: Path, argv: list[str], prepare: Callable[[], object] | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, *argv],
        cwd=work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell lets what it starts in the background ignore interrupts.
        preexec_fn=lambda: (signal.signal(signal.SIGINT, signal.SIG_DFL), prepare and prepare()),
    )


def _end_of(run: "subprocess.Popen[str]") -> Ended:
    """Wait until the process has ended and no other process holds its output open."""
    try:
        stdout, stderr = run.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        run.kill()
        raise
    return Ended(run.returncode, stdout[-200:], stderr)
