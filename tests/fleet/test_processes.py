"""Worker processes of this machine: killed processes, and their end."""

import os
import signal
from pathlib import Path

import pytest

from tests.fleet.fleets import OPTIONS, create_root, read_rows, run_roots, write_roots
from transtats_cli.fleet.items import ItemResult, WorkItem
from transtats_cli.fleet.processes import start_processes

pytestmark = pytest.mark.slow


def create_items(folder: Path, count: int) -> list[WorkItem]:
    return [WorkItem((create_root(name, folder / name),)) for name in write_roots(folder, count)]


def list_child_processes() -> set[int]:
    """Return the process ids of all child processes of this process."""
    return {int(each) for path in Path("/proc/self/task").glob("*/children") for each in path.read_text().split()}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_results_are_those_of_this_process(tmp_path: Path, jobs: int) -> None:
    roots = [str(tmp_path / name) for name in write_roots(tmp_path, 4)]
    direct, processes = str(tmp_path / "direct"), str(tmp_path / "processes")
    run_roots(roots, direct)
    with start_processes(jobs) as engine:
        run_roots(roots, processes, engine, item_bytes=1)
    assert read_rows(processes) == read_rows(direct)


@pytest.mark.parametrize("has_ended", [False, True], ids=["while it ends", "after its end"])
def test_a_killed_worker_loses_at_most_its_item_and_is_replaced(tmp_path: Path, has_ended: bool) -> None:
    waiting = create_items(tmp_path, 3)
    others = list_child_processes()
    with start_processes(1) as engine:
        (process,) = list_child_processes() - others
        os.kill(process, signal.SIGKILL)
        if has_ended:
            os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        outcomes = list(engine(lambda: waiting.pop() if waiting else None, OPTIONS))
    lost = [outcome for _, outcome in outcomes if isinstance(outcome, str)]
    # A process that has ended before its first item loses none.
    assert all(each == "a worker process was killed (signal 9)" for each in lost)
    assert len(lost) <= (0 if has_ended else 1)
    assert sum(isinstance(outcome, ItemResult) for _, outcome in outcomes) == 3 - len(lost)


def test_all_processes_have_ended_after_the_run() -> None:
    others = list_child_processes()
    with start_processes(2):
        started = list_child_processes() - others
    assert len(started) == 2
    for process in started:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
