"""The work of a server for many components in one folder grows in proportion to their number."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from tests.settings.test_growth import steps
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.data.component_state import UNCHECKED
from transtats_cli.serving.data.scans import FileState
from transtats_cli.serving.data.watcher import FileChange
from transtats_cli.serving.options import ServeOptions

pytestmark = pytest.mark.slow

LANGUAGES = ("cs", "de")


@pytest.fixture
def make_folder(tree: WriteTree, po: Callable[..., str]) -> Callable[[int], Path]:
    """Function that makes a folder with a number of components, and returns the folder."""

    def make_folder(number: int) -> Path:
        names = [f"root/demo/app{place}.{code}.po" for place in range(number) for code in LANGUAGES]
        top: Path = tree({name: po(name.split(".")[1], Hello="") for name in names})
        return top / "root"

    return make_folder


@pytest.fixture
def accessed_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the folders that this process lists and of the files of git that it opens, in order."""
    names: list[str] = []
    list_folder, open_file = os.scandir, os.open

    def record_name(path: object) -> None:
        names.append(os.path.basename(os.path.normpath(str(path))))

    monkeypatch.setattr(os, "scandir", lambda path=".": (record_name(path), list_folder(path))[1])
    monkeypatch.setattr(os, "open", lambda path, *rest, **more: (record_name(path), open_file(path, *rest, **more))[1])
    return names


def run_with_cache(root: Path, scenario: Callable[[ComponentCache], Awaitable[None]]) -> None:
    """Run a scenario with a new cache whose watcher is not running."""

    async def run_scenario() -> None:
        cache = ComponentCache(ServeOptions(str(root), "http://127.0.0.1:8000"), lambda _: None)
        try:
            await scenario(cache)
        finally:
            cache.workers.end_processes()

    asyncio.run(run_scenario())


@pytest.mark.parametrize("number", [10, 20])
def test_the_files_of_all_components_are_checked_with_one_listing(
    make_folder: Callable[[int], Path], accessed_names: list[str], number: int
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        assert len(components) == number
        accessed_names.clear()
        file_states = cache.file_states
        for _ in range(2):
            states = await asyncio.gather(*(file_states.get(component) for component in components))
            assert [[os.path.basename(path) for path, *_ in state.file_stamps] for state in states] == [
                [f"{os.path.basename(component.slug)}.{code}.po" for code in LANGUAGES] for component in components
            ]
        assert accessed_names.count("demo") == 2

    run_with_cache(make_folder(number), scenario)


@pytest.mark.parametrize("number", [4, 8])
def test_a_request_for_all_components_lists_their_folder_once(
    make_folder: Callable[[int], Path], accessed_names: list[str], number: int
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        accessed_names.clear()
        snapshots = await CacheReader(cache).read_snapshots(components)
        assert [len(snapshot.value.translations) for snapshot in snapshots if snapshot is not None] == [2] * number
        assert accessed_names.count("demo") == 1

    run_with_cache(make_folder(number), scenario)


def test_a_file_added_between_two_requests_changes_the_state_of_the_component(
    make_folder: Callable[[int], Path],
) -> None:
    root = make_folder(3)

    async def scenario(cache: ComponentCache) -> None:
        component, *_ = (await CacheReader(cache).read_index()).components.values()
        file_states = cache.file_states
        before = await file_states.get(component)
        (root / "demo/app0.fr.po").write_text("")
        after = await file_states.get(component)
        assert len(after.file_stamps) == len(before.file_stamps) + 1

    run_with_cache(root, scenario)


def test_a_cancelled_request_cancels_no_other_request(make_folder: Callable[[int], Path]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        file_states = cache.file_states
        requests = [asyncio.create_task(file_states.get(component)) for component in components]
        await asyncio.sleep(0)
        requests[0].cancel()
        states = await asyncio.gather(*requests, return_exceptions=True)
        assert isinstance(states[0], asyncio.CancelledError)
        assert [len(state.file_stamps) for state in states if isinstance(state, FileState)] == [2, 2]

    run_with_cache(make_folder(3), scenario)


@pytest.mark.parametrize("number", [10, 20])
def test_the_head_of_a_repository_is_read_once_for_all_components(
    make_folder: Callable[[int], Path], accessed_names: list[str], number: int
) -> None:
    root = make_folder(number)
    for folder in ("objects", "refs"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("0" * 40)

    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        assert len(components) == number
        accessed_names.clear()
        states = scans.read_file_states(components)
        assert {len(state.git_head_positions) for state in states} == {1}
        assert accessed_names.count("HEAD") == 1

    run_with_cache(root, scenario)


def test_the_steps_for_changed_files_grow_in_proportion_to_their_number(make_folder: Callable[[int], Path]) -> None:
    step_counts: list[int] = []

    async def scenario(cache: ComponentCache) -> None:
        components = (await CacheReader(cache).read_index()).components.values()
        await CacheReader(cache).read_snapshots(list(components), checks=False)
        root = os.path.join(cache.options.root, "demo")
        changes = [
            FileChange(f"{root}/app{place}.{code}.po", is_content_change=False, is_directly_below_root=False)
            for place in range(len(components))
            for code in ("de", "sr")
        ]
        cache._apply_file_changes(changes[:1])
        step_counts.append(steps(lambda: cache._apply_file_changes(changes)))

    for number in (100, 200):
        run_with_cache(make_folder(number), scenario)
    assert step_counts[1] < 2.5 * step_counts[0]


@pytest.mark.parametrize(
    ("name", "affected"),
    [
        pytest.param("demo/app1.de.po", {"app1"}, id="a translation"),
        pytest.param("demo/app1.sr_Latn.po", {"app0", "app1", "app2"}, id="a new file"),
        pytest.param("demo/notes.pdf", set(), id="another file"),
        pytest.param("demo", {"app0", "app1", "app2"}, id="the folder"),
    ],
)
def test_a_changed_path_affects_only_the_components_of_the_path(
    make_folder: Callable[[int], Path], name: str, affected: set[str]
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        # Nothing else reports changes.
        cache.watcher.is_active = True
        components = list((await CacheReader(cache).read_index()).components.values())
        await CacheReader(cache).read_snapshots(components, checks=False)
        path = os.path.join(cache.options.root, name)
        cache._apply_file_changes([FileChange(path, is_content_change=False, is_directly_below_root=False)])
        states = map(cache.get_component_state, components)
        outdated = {state.component.slug for state in states if not state.get_cached(UNCHECKED).is_valid()}
        assert {os.path.basename(slug) for slug in outdated} == affected

    run_with_cache(make_folder(3), scenario)


def test_reading_cached_components_again_creates_no_task(make_folder: Callable[[int], Path]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        cache.watcher.is_active = True
        components = list((await CacheReader(cache).read_index()).components.values())
        first = await CacheReader(cache).read_reports(components)
        created = 0

        def count_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> "asyncio.Task[Any]":
            nonlocal created
            created += 1
            return asyncio.Task(coroutine, loop=loop, **options)

        asyncio.get_running_loop().set_task_factory(count_task)
        again = await CacheReader(cache).read_reports(components)
        asyncio.get_running_loop().set_task_factory(None)
        assert created == 0
        assert [*map(id, again)] == [*map(id, first)]

    run_with_cache(make_folder(6), scenario)
