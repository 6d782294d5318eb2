"""Worker processes, and the order in which they run tasks."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.serving.data.workers import ServerWorkers, Turn, make_urgent
from transtats_cli.worker import Worker, WorkerError

pytestmark = pytest.mark.slow

DIES_ONCE = """
import os, pathlib, signal
if not os.path.exists(mark):
    pathlib.Path(mark).touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


RAISES_UNPICKLABLE_ERROR = """
from transtats_cli.errors import TranstatsError
class LocalError(TranstatsError):
    pass
raise LocalError("x.toml:3: review: no")
"""


def make_turn(*, is_urgent: bool = True) -> Turn:
    turn: Turn = asyncio.get_running_loop().create_future()
    return make_urgent(turn) if is_urgent else turn


WAITS_FOR_FILES = """
import os, time
while len(os.listdir(folder)) < number:
    time.sleep(0.01)
"""
WAITS_FOR_OTHER_TASKS = (
    f"[open(f'{{folder}}/{{name}}', 'w').close(), exec({WAITS_FOR_FILES!r}), __import__('os').getpid()][2]"
)
"""Expression that returns the id of its process when `number` tasks run at the same time.

The processes cannot import a function of this module.
"""
MAX_SECONDS = 120


class Gate:
    """Directory that tasks wait for: they end when it contains a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def start_tasks(self, workers: ServerWorkers, count: int, *, is_urgent: bool = False) -> list[asyncio.Task[None]]:
        """Start tasks that wait until the gate is open."""
        variables = {"folder": str(self._folder), "number": 1}
        calls = (
            workers.run_task(make_turn(is_urgent=is_urgent), exec, WAITS_FOR_FILES, variables) for _ in range(count)
        )
        return [asyncio.create_task(call) for call in calls]

    def open(self) -> None:
        (self._folder / "open").touch()


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    (tmp_path / "gate").mkdir()
    return Gate(tmp_path / "gate")


def run_scenario(scenario: Callable[[ServerWorkers], Awaitable[None]], jobs: int = 2) -> None:
    async def await_scenario() -> None:
        workers = ServerWorkers(jobs)
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await scenario(workers)
        finally:
            workers.end_processes()

    asyncio.run(await_scenario())


async def find_processes(workers: ServerWorkers, parent: Path, *topics: str) -> list[int]:
    """Run a task for each topic, all at the same time, and return the ids of their processes."""
    with TemporaryDirectory(dir=parent) as folder:
        common = {"folder": folder, "number": len(topics)}
        tasks = (
            workers.run_task(make_turn(), eval, WAITS_FOR_OTHER_TASKS, {**common, "name": str(index)}, topic=topic)
            for index, topic in enumerate(topics)
        )
        return [int(each) for each in await asyncio.gather(*tasks)]


def test_a_task_runs_in_another_process() -> None:
    async def scenario(workers: ServerWorkers) -> None:
        assert await workers.run_task(make_turn(), os.getpid) != os.getpid()

    run_scenario(scenario)


def test_an_exception_of_a_task_is_raised_for_the_caller() -> None:
    async def scenario(workers: ServerWorkers) -> None:
        with pytest.raises(ZeroDivisionError):
            await workers.run_task(make_turn(), divmod, 1, 0)
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


def test_an_exception_that_cannot_be_pickled_is_raised_with_the_same_message() -> None:
    async def scenario(workers: ServerWorkers) -> None:
        with pytest.raises(TranstatsError, match=r"^x.toml:3: review: no$"):
            await workers.run_task(make_turn(), exec, RAISES_UNPICKLABLE_ERROR, {})
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


def test_tasks_that_are_not_urgent_leave_a_worker_free_for_urgent_tasks(gate: Gate) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        slow = gate.start_tasks(workers, 4)
        await asyncio.sleep(0)
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)
        gate.open()
        await asyncio.gather(*slow)

    run_scenario(scenario)


def test_a_waiting_task_is_run_first_when_it_becomes_urgent(gate: Gate) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        slow = gate.start_tasks(workers, 4)
        turn = make_turn(is_urgent=False)
        waiting = asyncio.create_task(workers.run_task(turn, divmod, 7, 2))
        await asyncio.sleep(0)
        make_urgent(turn)
        assert await waiting == (3, 1)
        gate.open()
        await asyncio.gather(*slow)

    run_scenario(scenario)


class _CountedTurn(asyncio.Future[bool]):
    """Turn that counts how often its state is read."""

    reads = 0

    def done(self) -> bool:
        _CountedTurn.reads += 1
        return super().done()


def test_the_end_of_a_task_does_not_check_all_waiting_tasks() -> None:
    async def scenario(workers: ServerWorkers) -> None:
        _CountedTurn.reads = 0
        await asyncio.gather(*(workers.run_task(_CountedTurn(), divmod, 7, 2) for _ in range(200)))
        assert _CountedTurn.reads <= 4 * 200

    run_scenario(scenario)


def test_a_cancelled_task_takes_no_worker_from_other_tasks(gate: Gate) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        slow = gate.start_tasks(workers, 2)
        await asyncio.sleep(0)
        waiting = asyncio.create_task(workers.run_task(make_turn(is_urgent=False), os.getpid))
        await asyncio.sleep(0)
        waiting.cancel()
        gate.open()
        await asyncio.gather(*slow)
        assert await asyncio.gather(*(workers.run_task(make_turn(), divmod, 7, 2) for _ in range(4))) == [(3, 1)] * 4

    run_scenario(scenario)


def test_a_task_runs_again_if_its_worker_is_killed(tmp_path: Path) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        assert await workers.run_task(make_turn(), exec, DIES_ONCE, {"mark": str(tmp_path / "died")}) is None
        assert (tmp_path / "died").exists()
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


@pytest.mark.parametrize("is_reported", [True, False], ids=["reported as dead", "reported as alive"])
def test_killed_idle_workers_are_replaced(is_reported: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if not is_reported:
        monkeypatch.setattr(Worker, "is_alive", lambda worker: True)

    async def scenario(workers: ServerWorkers) -> None:
        for process in await find_processes(workers, tmp_path, "", "", ""):
            os.kill(process, signal.SIGKILL)
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_worker_killed_while_it_sends_a_result_blocks_no_other_task() -> None:
    """The result is larger than a pipe buffer, and the process is killed while it sends the result."""

    async def scenario(workers: ServerWorkers) -> None:
        process = await workers.run_task(make_turn(), os.getpid)
        sending = asyncio.create_task(workers.run_task(make_turn(), bytes, 300_000_000))
        await asyncio.sleep(0.2)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        assert len(await asyncio.wait_for(sending, 120)) == 300_000_000
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


def test_tasks_that_kill_their_workers_fail_and_other_tasks_succeed(gate: Gate) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        deadly = [asyncio.create_task(workers.run_task(make_turn(), os._exit, 1)) for _ in range(2)]
        harmless = gate.start_tasks(workers, 2, is_urgent=True)
        for each in deadly:
            with pytest.raises(WorkerError):
                await each
        gate.open()
        assert await asyncio.gather(*harmless) == [None, None]
        assert await workers.run_task(make_turn(), divmod, 7, 2) == (3, 1)

    run_scenario(scenario)


def test_tasks_with_the_same_topic_use_the_same_idle_worker(tmp_path: Path) -> None:
    async def scenario(workers: ServerWorkers) -> None:
        first = await find_processes(workers, tmp_path, "a", "b", "")
        assert len(set(first)) == 3
        assert await find_processes(workers, tmp_path, "b", "", "a") == [first[1], first[2], first[0]]
        # Each task alone, so that all processes are idle.
        for topic, process in zip(("a", "b", ""), first, strict=True):
            assert await find_processes(workers, tmp_path, topic) == [process]

    run_scenario(scenario)


KEEPS_A_TEMPORARY_DIRECTORY = """
import time
from transtats_cli.signals import create_temporary_directory
with create_temporary_directory(folder):
    time.sleep(3600)
"""


def test_running_tasks_leave_no_temporary_files_when_the_server_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = ServerWorkers(1)
        call = workers.run_task(make_turn(), exec, KEEPS_A_TEMPORARY_DIRECTORY, {"folder": str(tmp_path)})
        task = asyncio.create_task(call)
        while not os.listdir(tmp_path):
            await asyncio.sleep(0.01)
        workers.end_processes()
        # Not an error, which the server would write to its log.
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
        assert os.listdir(tmp_path) == []

    asyncio.run(scenario())
