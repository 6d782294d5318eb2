"""Regular checks for changes that the operating system does not report."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.serving.data import component_cache
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.data.component_state import COUNTED
from transtats_cli.serving.options import ServeOptions

SETTLING_SECONDS = 0.05
"""Time in seconds after a file change. A change after this time gets a different timestamp."""


@pytest.fixture
def short_check_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component_cache, "_WATCHED_CHECK_SECONDS", 0.02)
    monkeypatch.setattr(component_cache, "UNWATCHED_CHECK_SECONDS", 0.02)


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
    project: Path, po: Callable[..., str], until: Callable[..., None], is_watched: bool, is_open: bool, is_found: bool
) -> None:
    # Files that changed just now would be read again.
    newest = max(file.stat().st_ctime for file in project.rglob("*"))
    until(lambda: time.time() > newest + 2 * SETTLING_SECONDS)

    async def scenario() -> None:
        cache = ComponentCache(ServeOptions(str(project), "http://127.0.0.1:8000"), lambda _: None)
        # The watcher is not running, so no change is reported.
        cache.watcher.is_active = is_watched
        index = await CacheReader(cache).read_index()
        app, manual = (index.components["demo", name] for name in ("app", "docs/manual"))
        before = await CacheReader(cache).read_snapshot(app)
        await CacheReader(cache).read_snapshot(manual)
        states = {(each.project, each.slug): cache.get_component_state(each) for each in (app, manual)}
        for each in (app, manual) if is_open else (manual,):
            cache.feed.subscribe(FeedScope(each.project, each.slug))
        (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
        checking = asyncio.create_task(cache.recheck_files_regularly())
        try:
            # A second change of the other component is found in a later check than the first. So all changes that the
            # first of both checks finds have been found.
            for text in ("Lies", "Lies mich bitte"):
                snapshot = states["demo", "docs/manual"].get_cached(COUNTED)
                old = snapshot.value
                (project / "demo/docs/manual/po/de.po").write_text(po("de", Read_me=text))
                while snapshot.value is old:
                    await asyncio.sleep(0.01)
            assert (states["demo", "app"].get_cached(COUNTED).value is not before) is is_found
        finally:
            checking.cancel()
            cache.workers.end_processes()

    asyncio.run(scenario())
