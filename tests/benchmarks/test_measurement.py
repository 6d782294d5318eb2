"""Cost of commands, with their child processes, and failures of peers and of our own commands."""

import os
import sys
from pathlib import Path

import pytest

from benchmarks.environment import clean_environment
from benchmarks.measurement import Command, run
from benchmarks.rounds import CommandCase, CommandError, RunSettings, measure


def make_command(program: str, **options: object) -> Command:
    return Command((sys.executable, "-c", program), **options)  # type: ignore[arg-type]


@pytest.fixture
def settings(tmp_path: Path) -> RunSettings:
    notes: list[str] = []
    return RunSettings(os.environ, tmp_path / "stderr", notes.append)


def test_the_cost_of_child_processes_is_included() -> None:
    busy = "sum(range(3_000_000))"
    alone = run(make_command("pass"), os.environ)
    started = run(make_command(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"), os.environ)
    assert started.cpu > alone.cpu
    assert started.wall > 0
    assert started.memory > 1_000_000


def test_the_exit_status_is_part_of_the_sample() -> None:
    assert run(make_command("raise SystemExit(3)"), os.environ).status == 3


def test_a_command_reads_the_given_file_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("one\0two")
    program = "import sys; sys.exit(len(sys.stdin.read().split('\\0')))"
    assert run(make_command(program, stdin=str(tmp_path / "list")), os.environ).status == 2


def test_each_case_runs_once_per_round(settings: RunSettings, tmp_path: Path) -> None:
    log = tmp_path / "log"
    cases = [
        CommandCase(place, name, make_command(f"open({str(log)!r}, 'a').write('{place}{name} ')"))
        for place in "AB"
        for name in "xy"
    ]
    samples = measure(cases, 2, settings)
    assert log.read_text() == "Ax Ay Bx By Ax Ay Bx By "
    assert {key: len(runs) for key, runs in samples.items()} == dict.fromkeys([(a, b) for a in "AB" for b in "xy"], 2)


def test_after_the_deadline_only_the_first_round_is_completed(settings: RunSettings) -> None:
    cases = [CommandCase("A", "x", make_command("pass")), CommandCase("B", "x", make_command("pass"))]
    samples = measure(cases, 3, settings._replace(deadline=0.0))
    assert {key: len(runs) for key, runs in samples.items()} == {("A", "x"): 1, ("B", "x"): 1}


def test_a_peer_that_fails_is_left_out(settings: RunSettings) -> None:
    cases = [
        CommandCase("A", "broken", make_command("raise SystemExit('no such file')")),
        CommandCase("A", "x", make_command("pass")),
    ]
    notes: list[str] = []
    samples = measure(cases, 2, settings._replace(note=notes.append))
    assert list(samples) == [("A", "x")]
    assert "left out: broken on A ended with 1: no such file" in notes


def test_a_failure_of_our_own_command_is_an_error(settings: RunSettings) -> None:
    with pytest.raises(CommandError, match="all checks on A ended with 2"):
        measure([CommandCase("A", "all checks", make_command("raise SystemExit(2)"), is_ours=True)], 1, settings)


def test_a_cold_run_starts_with_an_empty_cache(settings: RunSettings, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    program = f"import os; os.mkdir({str(cache)!r})"
    measure([CommandCase("A", "x", make_command(program), deleted_cache=cache, is_ours=True)], 2, settings)
    assert cache.is_dir()


def test_bytecode_is_written_even_if_the_environment_forbids_it(tmp_path: Path) -> None:
    environment = clean_environment(tmp_path, {"PYTHONDONTWRITEBYTECODE": "1", "PATH": "/bin"})
    assert "PYTHONDONTWRITEBYTECODE" not in environment
    assert environment["PATH"] == "/bin"
    assert environment["PYTHONPYCACHEPREFIX"].startswith(str(tmp_path))
