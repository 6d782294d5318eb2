"""The time that a server needs for many components in one folder grows with their number."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from tests.settings.test_growth import steps
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.component_cache import CacheReader, ComponentCache
from transtats_cli.serving.data.file_states import SharedFileStateReader
from transtats_cli.serving.data.scans import FileState
from transtats_cli.serving.data.watcher import FileChange
from transtats_cli.serving.options import ServeOptions

pytestmark = pytest.mark.slow

LANGUAGES = ("cs", "de")


@pytest.fixture
def flat(tree: WriteTree, po: Callable[..., str]) -> Callable[[int], Path]:
    """Make a folder with a number of components, and return it."""

    def flat(number: int) -> Path:
        names = [f"root/demo/app{place}.{code}.po" for place in range(number) for code in LANGUAGES]
        top: Path = tree({name: po(name.split(".")[1], Hello="") for name in names})
        return top / "root"

    return flat


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of folders that are listed and of files of git that are opened, in this process and in order."""
    names: list[str] = []
    scandir, opened = os.scandir, os.open

    def note(path: object) -> None:
        names.append(os.path.basename(os.path.normpath(str(path))))

    monkeypatch.setattr(os, "scandir", lambda path=".": (note(path), scandir(path))[1])
    monkeypatch.setattr(os, "open", lambda path, *rest, **more: (note(path), opened(path, *rest, **more))[1])
    return names


def run(root: Path, scenario: Callable[[ComponentCache], Awaitable[None]]) -> None:
    """Run a scenario with a new cache whose watcher is not running."""

    async def run_scenario() -> None:
        cache = ComponentCache(ServeOptions(str(root), "http://127.0.0.1:8000"), lambda _: None)
        try:
            await scenario(cache)
        finally:
            cache.end_workers()

    asyncio.run(run_scenario())


@pytest.mark.parametrize("number", [10, 20])
def test_the_files_of_all_components_are_checked_with_one_listing(
    flat: Callable[[int], Path], looked_at: list[str], number: int
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        assert len(components) == number
        looked_at.clear()
        file_states = SharedFileStateReader()
        for _ in range(2):
            states = await asyncio.gather(*(file_states.read(component) for component in components))
            assert [[os.path.basename(path) for path, *_ in state.file_signatures] for state in states] == [
                [f"{os.path.basename(component.slug)}.{code}.po" for code in LANGUAGES] for component in components
            ]
        assert looked_at.count("demo") == 2

    run(flat(number), scenario)


@pytest.mark.parametrize("number", [4, 8])
def test_a_request_for_all_components_lists_their_folder_once(
    flat: Callable[[int], Path], looked_at: list[str], number: int
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        looked_at.clear()
        snapshots = await CacheReader(cache).read_snapshots(components)
        assert [len(snapshot.report.translations) for snapshot in snapshots if snapshot is not None] == [2] * number
        assert looked_at.count("demo") == 1

    run(flat(number), scenario)


def test_a_file_that_changes_between_two_requests_has_another_state(flat: Callable[[int], Path]) -> None:
    root = flat(3)

    async def scenario(cache: ComponentCache) -> None:
        component, *_ = (await CacheReader(cache).read_index()).components.values()
        file_states = SharedFileStateReader()
        before = await file_states.read(component)
        (root / "demo/app0.fr.po").write_text("")
        after = await file_states.read(component)
        assert len(after.file_signatures) == len(before.file_signatures) + 1

    run(root, scenario)


def test_a_cancelled_request_cancels_no_other(flat: Callable[[int], Path]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        file_states = SharedFileStateReader()
        requests = [asyncio.create_task(file_states.read(component)) for component in components]
        await asyncio.sleep(0)
        requests[0].cancel()
        states = await asyncio.gather(*requests, return_exceptions=True)
        assert isinstance(states[0], asyncio.CancelledError)
        assert [len(state.file_signatures) for state in states if isinstance(state, FileState)] == [2, 2]

    run(flat(3), scenario)


@pytest.mark.parametrize("number", [10, 20])
def test_the_position_of_a_repository_is_read_once_for_all_components(
    flat: Callable[[int], Path], looked_at: list[str], number: int
) -> None:
    root = flat(number)
    for folder in ("objects", "refs"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("0" * 40)

    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        assert len(components) == number
        looked_at.clear()
        states = scans.read_file_states(components)
        assert {len(state.head_positions) for state in states} == {1}
        assert looked_at.count("HEAD") == 1

    run(root, scenario)


def test_the_steps_for_changed_files_grow_with_their_number(flat: Callable[[int], Path]) -> None:
    taken: list[int] = []

    async def scenario(cache: ComponentCache) -> None:
        components = (await CacheReader(cache).read_index()).components.values()
        states = [cache.get_component_state(component) for component in components]
        root = os.path.join(cache.options.root, "demo")
        changes = [FileChange(f"{root}/app{place}.de.po", True, False) for place in range(len(states))]
        cache._apply_file_changes(changes[:1])
        taken.append(steps(lambda: cache._apply_file_changes(changes)))

    for number in (100, 200):
        run(flat(number), scenario)
    assert taken[1] < 2.5 * taken[0]


@pytest.mark.parametrize(
    ("name", "affected"),
    [
        pytest.param("demo/app1.de.po", {"app1"}, id="a translation"),
        pytest.param("demo/app1.sr_Latn.po", {"app1"}, id="a new language"),
        pytest.param("demo/app1.a.b.po", set(), id="no language"),
        pytest.param("demo/notes.txt", set(), id="another file"),
        pytest.param("demo", {"app0", "app1", "app2"}, id="the folder"),
        pytest.param("other/app1.de.po", set(), id="another folder"),
    ],
)
def test_a_change_concerns_the_components_of_the_file(
    flat: Callable[[int], Path], name: str, affected: set[str]
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = (await CacheReader(cache).read_index()).components.values()
        for component in components:
            cache.get_component_state(component)
        _, owners = cache._find_affected_paths_and_states([os.path.join(cache.options.root, name)])
        assert {os.path.basename(state.component.slug) for state in owners} == affected

    run(flat(3), scenario)


def test_reading_components_again_creates_no_task_for_each(flat: Callable[[int], Path]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        cache.watcher.is_active = True
        components = list((await CacheReader(cache).read_index()).components.values())
        first = await CacheReader(cache).read_compared_reports(components)
        created = 0

        def count_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> "asyncio.Task[Any]":
            nonlocal created
            created += 1
            return asyncio.Task(coroutine, loop=loop, **options)

        asyncio.get_running_loop().set_task_factory(count_task)
        again = await CacheReader(cache).read_compared_reports(components)
        asyncio.get_running_loop().set_task_factory(None)
        assert created == 0
        assert [*map(id, again)] == [*map(id, first)]

    run(flat(6), scenario)
