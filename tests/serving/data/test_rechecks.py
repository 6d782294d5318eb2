"""Regular checks for changes that the operating system does not report."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.serving.data import rechecks
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import CacheReader, ComponentCache
from transtats_cli.serving.data.rechecks import recheck_files_regularly
from transtats_cli.serving.options import ServeOptions


@pytest.fixture
def short_check_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rechecks, "_WATCHED_CHECK_SECONDS", 0.02)
    monkeypatch.setattr(rechecks, "_UNWATCHED_CHECK_SECONDS", 0.02)


@pytest.mark.usefixtures("short_check_intervals")
@pytest.mark.parametrize(
    ("is_watched", "is_open", "is_found"),
    [
        pytest.param(True, False, True, id="watched files"),
        pytest.param(False, True, True, id="unwatched files of an open page"),
        pytest.param(False, False, False, id="unwatched files of no open page"),
    ],
)
def test_regular_checks_find_changes_of_watched_files_and_of_open_pages(
    project: Path, po: Callable[..., str], is_watched: bool, is_open: bool, is_found: bool
) -> None:
    async def scenario() -> None:
        cache = ComponentCache(ServeOptions(str(project), "http://127.0.0.1:8000"), lambda _: None)
        # The watcher is not running, so no change is reported.
        cache.watcher.is_active = is_watched
        checking = None
        try:
            component = (await CacheReader(cache).read_index()).components["demo", "app"]
            await CacheReader(cache).read_snapshot(component)
            # New files are checked again after a moment. Wait until that check has ended.
            await asyncio.sleep(0.3)
            before = await CacheReader(cache).read_snapshot(component)
            (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
            subscription = cache.feed.subscribe(FeedScope("demo", "app")) if is_open else None
            state = cache.get_component_state(component)
            checking = asyncio.create_task(recheck_files_regularly(cache.index, {("demo", "app"): state}, cache.feed))
            async with asyncio.timeout(20 if is_found else 0.5):
                while state.cached_snapshots[True].value is before:
                    await asyncio.sleep(0.01)
                if subscription is not None:
                    await subscription.changed.wait()
        except TimeoutError:
            assert not is_found
        finally:
            if checking is not None:
                checking.cancel()
            cache.end_workers()

    asyncio.run(scenario())
