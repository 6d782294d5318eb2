"""Validity and refresh of a cached value. In these tests the value is a number."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from transtats_cli.serving.data.cached_value import CachedValue


class Loop(asyncio.SelectorEventLoop):
    """Event loop whose time can be advanced."""

    passed = 0.0

    def time(self) -> float:
        return super().time() + self.passed


class Files:
    """Source of a cached value. Counts the computations, which wait while `gate` is closed."""

    def __init__(self, loop: Loop, *, is_watched: bool) -> None:
        self.content = 1
        self.computations = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.cached: CachedValue[int] = CachedValue(self._compute, lambda: is_watched, self._announce)
        self.announced: list[int | None] = []
        self._loop = loop

    async def pass_time(self, seconds: float) -> None:
        self._loop.passed += seconds
        await self.settle()

    async def settle(self) -> None:
        """Let all other tasks run."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def _compute(self, cached: CachedValue[int]) -> int:
        self.computations += 1
        content = self.content
        await self.gate.wait()
        if content < 0:
            raise LookupError(content)
        return content

    def _announce(self) -> None:
        self.announced.append(self.cached.value)


def run_scenario(scenario: Callable[[Files], Awaitable[None]], *, is_watched: bool = True) -> Files:
    async def await_scenario() -> Files:
        files = Files(loop, is_watched=is_watched)
        await scenario(files)
        return files

    loop = Loop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(await_scenario())


def test_concurrent_requests_compute_the_value_once() -> None:
    async def scenario(files: Files) -> None:
        assert await asyncio.gather(*(files.cached.get() for _ in range(1_000))) == [1] * 1_000

    assert run_scenario(scenario).computations == 1


def test_a_watched_value_stays_valid_without_changes() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        await files.pass_time(100_000)
        assert files.cached.is_valid()
        assert await files.cached.get() == 1

    assert run_scenario(scenario).computations == 1


def test_a_value_that_takes_longer_to_compute_than_it_is_valid_is_computed_once() -> None:
    async def scenario(files: Files) -> None:
        files.gate.clear()
        request = asyncio.create_task(files.cached.get())
        await files.settle()
        await files.pass_time(100)
        files.gate.set()
        assert await request == 1

    assert run_scenario(scenario, is_watched=False).computations == 1


def test_a_value_that_was_computed_before_its_files_were_watched_is_checked_again() -> None:
    watched = [False, True]

    async def scenario(files: Files) -> None:
        files.cached = CachedValue(
            files._compute, lambda: watched.pop(0) if len(watched) > 1 else watched[0], files._announce
        )
        await files.cached.get()
        files.content = 2
        await files.pass_time(2)
        assert await files.cached.get() == 2

    assert run_scenario(scenario).computations == 2


def test_a_refresh_is_announced_only_if_the_value_differs() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        files.cached.mark_changed()
        await files.settle()
        assert files.announced == []
        files.content = 2
        files.cached.mark_changed()
        await files.settle()
        assert files.announced == [2]

    run_scenario(scenario)


def test_an_unwatched_value_is_computed_again_after_one_second() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        await files.pass_time(0.9)
        assert await files.cached.get() == 1
        assert files.computations == 1
        await files.pass_time(0.2)
        assert await files.cached.get() == 2

    assert run_scenario(scenario, is_watched=False).computations == 2


def test_an_unwatched_value_that_takes_long_to_compute_is_computed_once_for_a_request() -> None:
    async def scenario(files: Files) -> None:
        files.gate.clear()
        request = asyncio.create_task(files.cached.get())
        await files.pass_time(10)
        files.gate.set()
        assert await request == 1

    assert run_scenario(scenario, is_watched=False).computations == 1


def test_a_request_waits_for_the_new_value_after_a_change() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        files.gate.clear()
        files.cached.mark_changed()
        waiting = asyncio.create_task(files.cached.get())
        await files.settle()
        assert not waiting.done()
        files.gate.set()
        assert await waiting == 2

    run_scenario(scenario)


def test_a_change_during_a_refresh_causes_another_refresh_without_a_request() -> None:
    async def scenario(files: Files) -> None:
        files.gate.clear()
        request = asyncio.create_task(files.cached.get())
        await files.settle()
        files.content = 2
        files.cached.mark_changed()
        files.gate.set()
        await request
        await files.settle()
        assert files.announced == [2]
        assert await files.cached.get() == 2

    assert run_scenario(scenario).computations == 2


def test_a_stale_value_is_computed_again_for_the_next_request_only() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        files.cached.mark_changed(refresh=False)
        await files.settle()
        assert files.computations == 1
        await files.cached.get()

    assert run_scenario(scenario).computations == 2


def test_the_first_failure_of_a_refresh_is_announced_and_the_old_value_is_not_returned() -> None:
    async def scenario(files: Files) -> None:
        await files.cached.get()
        files.content = -1
        for _ in range(3):
            files.cached.mark_changed()
            await files.settle()
            with pytest.raises(LookupError):
                await files.cached.get()
        assert files.announced == [None]
        files.content = 2
        assert await files.cached.get() == 2

    run_scenario(scenario)


def test_a_failed_refresh_is_repeated_by_the_next_request() -> None:
    async def scenario(files: Files) -> None:
        files.content = -1
        for _ in range(2):
            with pytest.raises(LookupError):
                await files.cached.get()
        files.content = 3
        assert await files.cached.get() == 3

    assert run_scenario(scenario).computations == 3


def test_a_cancelled_request_does_not_cancel_the_refresh() -> None:
    async def scenario(files: Files) -> None:
        files.gate.clear()
        first, second = (asyncio.create_task(files.cached.get()) for _ in range(2))
        await files.settle()
        second.cancel()
        files.gate.set()
        assert await first == 1

    assert run_scenario(scenario).computations == 1


def test_an_urgent_request_makes_a_running_refresh_urgent() -> None:
    async def scenario(files: Files) -> None:
        files.gate.clear()
        background = asyncio.create_task(files.cached.get(urgent=False))
        await files.settle()
        turn = files.cached.turn
        assert turn is not None
        assert not turn.done()
        urgent = asyncio.create_task(files.cached.get())
        await files.settle()
        assert turn.done()
        files.gate.set()
        assert [*await asyncio.gather(background, urgent)] == [1, 1]
        assert files.cached.turn is None

    run_scenario(scenario)
