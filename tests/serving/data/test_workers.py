"""Worker processes, and the order in which tasks get one."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.worker import Worker, WorkerError
from transtats_cli.serving.data.workers import WorkerPool

pytestmark = pytest.mark.slow

DIES_ONCE = """
import os, pathlib, signal
if not os.path.exists(mark):
    pathlib.Path(mark).touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


RAISES_SETTINGS_ERROR = """
from transtats_cli.settings.documents import SettingsError
raise SettingsError("x.toml", "no", line=3, key="review")
"""


class Urgency:
    def __init__(self, *, is_urgent: bool = True) -> None:
        self.is_urgent = is_urgent


PROCESS_AFTER_A_WHILE = "[__import__('time').sleep(0.5), __import__('os').getpid()][1]"
"""Expression with the id of a process after a while. The processes cannot import a function of this module."""


def run(story: Callable[[WorkerPool], Awaitable[None]], jobs: int = 2) -> None:
    async def told() -> None:
        workers = WorkerPool(jobs)
        try:
            await story(workers)
        finally:
            workers.end_processes()

    asyncio.run(told())


def test_work_is_done_in_another_process() -> None:
    async def story(workers: WorkerPool) -> None:
        assert await workers.run_task(Urgency(), os.getpid) != os.getpid()

    run(story)


def test_errors_come_back() -> None:
    async def story(workers: WorkerPool) -> None:
        with pytest.raises(ZeroDivisionError):
            await workers.run_task(Urgency(), divmod, 1, 0)
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


def test_errors_that_cannot_be_sent_say_the_same() -> None:
    async def story(workers: WorkerPool) -> None:
        with pytest.raises(TranstatsError, match=r"^x.toml:3: review: no$"):
            await workers.run_task(Urgency(), exec, RAISES_SETTINGS_ERROR)
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


def test_what_can_wait_leaves_processes_free() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = [asyncio.create_task(workers.run_task(Urgency(is_urgent=False), time.sleep, 0.5)) for _ in range(4)]
        await asyncio.sleep(0)
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)
        assert not any(task.done() for task in slow[2:])
        await asyncio.gather(*slow)

    run(story)


def test_what_becomes_urgent_has_its_turn() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = [asyncio.create_task(workers.run_task(Urgency(is_urgent=False), time.sleep, 0.5)) for _ in range(4)]
        wish = Urgency(is_urgent=False)
        waiting = asyncio.create_task(workers.run_task(wish, divmod, 7, 2))
        await asyncio.sleep(0.01)
        wish.is_urgent = True
        workers.schedule_tasks()
        assert await waiting == (3, 1)
        assert not any(task.done() for task in slow[2:])
        await asyncio.gather(*slow)

    run(story)


class _CountedUrgency:
    """Priority that counts how often it is read."""

    reads = 0

    @property
    def is_urgent(self) -> bool:
        _CountedUrgency.reads += 1
        return False


def test_the_end_of_a_task_does_not_go_through_all_waiting_tasks() -> None:
    async def story(workers: WorkerPool) -> None:
        _CountedUrgency.reads = 0
        await asyncio.gather(*(workers.run_task(_CountedUrgency(), divmod, 7, 2) for _ in range(200)))
        assert _CountedUrgency.reads <= 4 * 200

    run(story)


def test_who_gives_up_waiting_takes_nobodys_turn() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = [asyncio.create_task(workers.run_task(Urgency(is_urgent=False), time.sleep, 0.2)) for _ in range(2)]
        await asyncio.sleep(0)
        waiting = asyncio.create_task(workers.run_task(Urgency(is_urgent=False), os.getpid))
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.gather(*slow)
        assert await asyncio.gather(*(workers.run_task(Urgency(), divmod, 7, 2) for _ in range(4))) == [(3, 1)] * 4

    run(story)


def test_work_whose_process_is_killed_is_done_once_more(tmp_path: Path) -> None:
    async def story(workers: WorkerPool) -> None:
        assert await workers.run_task(Urgency(), exec, DIES_ONCE, {"mark": str(tmp_path / "died")}) is None
        assert (tmp_path / "died").exists()
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


@pytest.mark.parametrize("is_seen", [True, False], ids=["known to be dead", "reported as alive for a moment"])
def test_idle_processes_that_are_killed_are_replaced(is_seen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_seen:
        monkeypatch.setattr(Worker, "is_alive", lambda worker: True)

    async def story(workers: WorkerPool) -> None:
        for process in await asyncio.gather(
            *(workers.run_task(Urgency(), eval, PROCESS_AFTER_A_WHILE) for _ in range(3))
        ):
            os.kill(process, signal.SIGKILL)
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_killing_a_process_while_it_sends_blocks_no_other_task() -> None:
    """The result is larger than a pipe buffer, and the process is killed while it sends the result."""

    async def story(workers: WorkerPool) -> None:
        process = await workers.run_task(Urgency(), os.getpid)
        sending = asyncio.create_task(workers.run_task(Urgency(), bytes, 300_000_000))
        await asyncio.sleep(0.2)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        assert len(await asyncio.wait_for(sending, 120)) == 300_000_000
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


def test_work_that_kills_every_process_fails_alone() -> None:
    async def story(workers: WorkerPool) -> None:
        deadly = [asyncio.create_task(workers.run_task(Urgency(), os._exit, 1)) for _ in range(2)]
        harmless = [asyncio.create_task(workers.run_task(Urgency(), time.sleep, 0.2)) for _ in range(2)]
        assert await asyncio.gather(*harmless) == [None, None]
        for each in deadly:
            with pytest.raises(WorkerError):
                await each
        assert await workers.run_task(Urgency(), divmod, 7, 2) == (3, 1)

    run(story)


def test_tasks_with_the_same_topic_use_the_same_idle_process() -> None:
    async def story(workers: WorkerPool) -> None:
        async def find_processes(*topics: str) -> list[int]:
            tasks = (workers.run_task(Urgency(), eval, PROCESS_AFTER_A_WHILE, topic=topic) for topic in topics)
            return [int(each) for each in await asyncio.gather(*tasks)]

        first = await find_processes("a", "b", "")
        assert len(set(first)) == 3
        assert await find_processes("b", "", "a") == [first[1], first[2], first[0]]
        # Each task alone, so that all processes are idle.
        for topic, process in zip(("a", "b", ""), first, strict=True):
            assert await find_processes(topic) == [process]

    run(story)
