"""A value made of files, and how long it is given; the files here are a number."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from transtats_cli.serving.cached_value import CachedValue


class Loop(asyncio.SelectorEventLoop):
    """Its time passes faster when it is told to."""

    passed = 0.0

    def time(self) -> float:
        return super().time() + self.passed


class Files:
    """What a value is made of: making is counted, and waits at a gate while that is closed."""

    def __init__(self, loop: Loop, *, is_watched: bool) -> None:
        self.content = 1
        self.made = 0
        self.hurried = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.cached: CachedValue[int] = CachedValue(self._make, lambda: is_watched, self._hurry)
        self._loop = loop

    @property
    def now(self) -> float:
        return self._loop.time()

    async def pass_time(self, seconds: float) -> None:
        self._loop.passed += seconds
        await self.settle()

    async def settle(self) -> None:
        """Whatever can go on without us goes on."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def _make(self, cached: CachedValue[int]) -> int:
        self.made += 1
        content = self.content
        await self.gate.wait()
        if content < 0:
            raise LookupError(content)
        return content

    def _hurry(self) -> None:
        self.hurried += 1


def run(story: Callable[[Files], Awaitable[None]], *, is_watched: bool = True) -> Files:
    async def told() -> Files:
        files = Files(loop, is_watched=is_watched)
        await story(files)
        return files

    loop = Loop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(told())


def test_it_is_made_once_however_many_ask() -> None:
    async def story(files: Files) -> None:
        assert await asyncio.gather(*(files.cached.get() for _ in range(1_000))) == [1] * 1_000

    assert run(story).made == 1


def test_nobody_asks_again_while_changes_would_be_told() -> None:
    async def story(files: Files) -> None:
        await files.cached.get()
        await files.pass_time(10)
        assert files.cached.is_valid(1, files.now)
        assert await files.cached.get() == 1

    assert run(story).made == 1


def test_even_who_is_told_looks_now_and_then() -> None:
    async def story(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        await files.pass_time(20)
        assert await files.cached.get() == 2

    assert run(story).made == 2


def test_it_is_looked_at_once_a_second_where_nobody_tells() -> None:
    async def story(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        await files.pass_time(0.9)
        assert await files.cached.get() == 1
        await files.settle()
        assert files.made == 1
        await files.pass_time(0.2)
        assert await files.cached.get() == 1
        await files.settle()
        assert await files.cached.get() == 2

    assert run(story, is_watched=False).made == 2


def test_nothing_is_given_that_has_not_been_looked_at_for_long() -> None:
    async def story(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        await files.pass_time(1.5)
        assert await files.cached.get() == 2

    run(story, is_watched=False)


def test_what_is_old_is_given_while_the_new_is_made_but_not_for_long() -> None:
    async def story(files: Files) -> None:
        await files.cached.get()
        files.content = 2
        files.gate.clear()
        files.cached.mark_changed()
        await files.pass_time(1)
        assert await files.cached.get() == 1
        await files.pass_time(0.5)
        assert not files.cached.is_valid(1, files.now)
        waiting = asyncio.create_task(files.cached.get())
        await files.settle()
        assert not waiting.done()
        files.gate.set()
        assert await waiting == 2

    run(story)


def test_a_change_while_it_is_made_has_it_made_again() -> None:
    async def story(files: Files) -> None:
        files.gate.clear()
        asking = asyncio.create_task(files.cached.get())
        await files.settle()
        files.content = 2
        files.cached.mark_changed()
        files.gate.set()
        assert await asking == 1
        assert await files.cached.get() == 1
        await files.settle()
        assert await files.cached.get() == 2

    assert run(story).made == 2


def test_what_could_not_be_made_is_tried_again() -> None:
    async def story(files: Files) -> None:
        files.content = -1
        for _ in range(2):
            with pytest.raises(LookupError):
                await files.cached.get()
        files.content = 3
        assert await files.cached.get() == 3

    assert run(story).made == 3


def test_another_value_does_not_hold() -> None:
    async def story(files: Files) -> None:
        value = await files.cached.get()
        assert files.cached.is_valid(value, files.now)
        assert not files.cached.is_valid(2, files.now)
        files.cached.clear()
        assert not files.cached.is_valid(value, files.now)

    run(story)


def test_whoever_gives_up_leaves_the_value_to_the_others() -> None:
    async def story(files: Files) -> None:
        files.gate.clear()
        patient, hasty = (asyncio.create_task(files.cached.get()) for _ in range(2))
        await files.settle()
        hasty.cancel()
        files.gate.set()
        assert await patient == 1

    assert run(story).made == 1


def test_it_becomes_urgent_when_somebody_waits_for_it_alone() -> None:
    async def story(files: Files) -> None:
        files.gate.clear()
        sums = asyncio.create_task(files.cached.get(urgent=False))
        await files.settle()
        assert (files.cached.is_urgent, files.hurried) == (False, 0)
        alone = asyncio.create_task(files.cached.get())
        await files.settle()
        assert (files.cached.is_urgent, files.hurried) == (True, 1)
        files.gate.set()
        assert await asyncio.gather(sums, alone) == [1, 1]
        assert not files.cached.is_urgent

    run(story)
