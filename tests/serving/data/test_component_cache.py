"""Responses of a server after files are changed, broken, deleted and restored."""

import asyncio
import math
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from tests.serving.conftest import Serve
from transtats_cli.serving.data import scans
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.cached_value import CachedValue
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.data.component_state import COUNTED, FAILING
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.view_types import ViewRequest
from transtats_cli.serving.views import pages
from transtats_cli.worker import WorkerError

APP = "/api/components/demo/app/statistics/"
BROKEN = 'msgid "Hello\nmsgstr oops\n'


def run_with_cache(root: Path, scenario: Callable[[ComponentCache], Awaitable[None]]) -> None:
    """Run a scenario with a new cache whose watcher is not running."""

    async def run_scenario() -> None:
        cache = ComponentCache(ServeOptions(str(root), "http://127.0.0.1:8000"), lambda _: None)
        try:
            await scenario(cache)
        finally:
            cache.workers.end_processes()

    asyncio.run(run_scenario())


def count_translated(server: Any, path: str = APP) -> dict[str, int]:
    reply = server.get(path)
    assert reply.status == 200, reply
    return {record["code"]: record["translated"] for record in reply.json["results"]}


def test_a_changed_file_changes_the_response(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    assert count_translated(server) == {"cs": 1, "de": 2}
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    until(lambda: count_translated(server) == {"cs": 2, "de": 2})


def test_a_replaced_file_changes_the_response(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    assert count_translated(server)["cs"] == 1
    (project / "demo/app/po/.cs.po.new").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    os.replace(project / "demo/app/po/.cs.po.new", project / "demo/app/po/cs.po")
    until(lambda: count_translated(server)["cs"] == 2)


def test_added_and_removed_languages_change_the_response(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    assert set(count_translated(server)) == {"cs", "de"}
    (project / "demo/app/po/fr.po").write_text(po("fr", Hello="Bonjour"))
    until(lambda: set(count_translated(server)) == {"cs", "de", "fr"})
    (project / "demo/app/po/cs.po").unlink()
    until(lambda: set(count_translated(server)) == {"de", "fr"})


def test_added_and_removed_components_change_the_response(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    new = "/api/components/demo/web/statistics/"
    assert server.get(new).status == 404
    (project / "demo/web/po").mkdir(parents=True)
    (project / "demo/web/po/de.po").write_text(po("de", Hello="Hallo"))
    until(lambda: server.get(new).status == 200)
    (project / "demo/web/po/de.po").unlink()
    until(lambda: server.get(new).status == 404)
    (project / "demo/web/po/de.po").write_text(po("de", Hello="Hallo"))
    until(lambda: server.get(new).status == 200)


def test_a_component_whose_last_file_is_deleted_is_not_listed(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        component = await CacheReader(cache).require_component("demo", "app")
        await CacheReader(cache).read_snapshot(component)
        for path in (project / "demo/app/po").iterdir():
            path.unlink()
        await cache.get_component_state(component).recheck_files()
        async with asyncio.timeout(10):
            while cache.index.value is None or ("demo", "app") in cache.index.value.components:
                await asyncio.sleep(0.05)

    run_with_cache(project, scenario)


def test_files_linked_from_outside_the_tree_are_polled(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    elsewhere = project / "demo/app/.elsewhere"
    elsewhere.mkdir()
    (elsewhere / "cs.po").write_text(po("cs", Hello="Ahoj"))
    (project / "demo/app/po/cs.po").unlink()
    (project / "demo/app/po/cs.po").symlink_to(elsewhere / "cs.po")
    server = serve(project)
    assert count_translated(server)["cs"] == 1
    (elsewhere / "cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    until(lambda: count_translated(server)["cs"] == 2)


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names that are not UTF-8")
def test_files_are_polled_after_a_file_was_created_whose_name_is_not_utf_8(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    assert count_translated(server)["cs"] == 1
    Path(os.fsdecode(os.fsencode(project / "demo") + b"/\xff")).touch()
    assert len(server.log("files are checked once a second")) == 1
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    until(lambda: count_translated(server)["cs"] == 2)
    assert server.end() == 0


def test_an_unreadable_file_keeps_its_last_good_record(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    before = server.get(APP).json
    (project / "demo/app/po/cs.po").write_text(BROKEN)
    until(lambda: server.get("/healthz").json["broken"] != [])
    (broken,) = server.get("/healthz").json["broken"]
    assert (broken["project"], broken["component"], broken["path"]) == ("demo", "app", "po/cs.po")
    assert str(project) not in str(broken)
    assert server.get(APP).json == before
    assert len(server.log("demo/app/po/cs.po:")) == 1
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
    until(lambda: count_translated(server) == {"cs": 2, "de": 2})
    assert server.get("/healthz").json["broken"] == []


def test_an_unreadable_file_has_the_same_record_in_all_responses(
    serve: Serve, project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    """The download and the statistics without checks were not requested while the file was readable."""
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj.", Good_bye=""))
    server = serve(project)
    (failing,) = (each["failing"] for each in server.get(APP).json["results"] if each["code"] == "cs")
    assert failing == 1
    (project / "demo/app/po/cs.po").write_text(BROKEN)
    until(lambda: server.get("/healthz").json["broken"] != [])
    without = {each["code"]: each for each in server.get(f"{APP}?checks=false").json["results"]}
    assert {code: each["translated"] for code, each in without.items()} == count_translated(server)
    assert without["cs"]["failing"] == 0
    assert server.get("/api/translations/demo/app/cs/file/").body == BROKEN.encode()


def test_a_file_that_was_never_readable_has_no_record(serve: Serve, project: Path) -> None:
    (project / "demo/app/po/cs.po").write_text(BROKEN)
    server = serve(project)
    assert count_translated(server) == {"de": 2}


def test_a_deleted_unreadable_file_has_no_record(serve: Serve, project: Path, until: Callable[..., None]) -> None:
    server = serve(project)
    assert set(count_translated(server)) == {"cs", "de"}
    (project / "demo/app/po/cs.po").write_text(BROKEN)
    until(lambda: server.get("/healthz").json["broken"] != [])
    (project / "demo/app/po/cs.po").unlink()
    until(lambda: set(count_translated(server)) == {"de"})
    assert server.get("/healthz").json["broken"] == []


def test_a_component_with_an_invalid_settings_file_is_kept(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    server = serve(project)
    manual = "/api/components/demo/docs%252Fmanual/statistics/"
    assert count_translated(server, manual) == {"de": 1}
    document = project / "demo/docs/manual/component.json"
    good = document.read_text()
    document.write_text("{")
    until(lambda: server.get("/api/components/").status == 200 and server.get("/healthz").json["broken"] != [])
    assert count_translated(server, manual) == {"de": 1}
    assert server.get("/healthz").json["broken"][0]["path"] == "demo/docs/manual/component.json"
    document.write_text(good)
    until(lambda: server.get("/api/components/").status == 200 and server.get("/healthz").json["broken"] == [])


def test_concurrent_requests_for_a_component_cause_one_scan(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        component = await CacheReader(cache).require_component("demo", "app")
        snapshots = await asyncio.gather(*(CacheReader(cache).read_snapshot(component) for _ in range(1_000)))
        # Each scan would create a new version.
        assert len({snapshot.version for snapshot in snapshots}) == 1

    run_with_cache(project, scenario)


def test_unwatched_files_are_polled(project: Path, po: Callable[..., str]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        component = await CacheReader(cache).require_component("demo", "app")
        first = await CacheReader(cache).read_snapshot(component)
        (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
        deadline = asyncio.get_running_loop().time() + 10
        while (await CacheReader(cache).read_snapshot(component)) is first:
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.05)

    run_with_cache(project, scenario)


@pytest.mark.parametrize("is_watched", [True, False])
def test_a_response_expires_only_if_its_files_may_change_without_a_report(project: Path, is_watched: bool) -> None:
    async def scenario(cache: ComponentCache) -> None:
        cache.watcher.is_active = is_watched
        reader = CacheReader(cache)
        component = await reader.require_component("demo", "app")
        await reader.read_snapshot(component)
        assert (reader.expiry == math.inf) is is_watched
        assert reader.expiry > 0
        assert reader.version == cache.feed.version
        cache.get_component_state(component).mark_changed()
        assert reader.version < cache.feed.version

    run_with_cache(project, scenario)


def test_new_settings_of_a_component_invalidate_its_cached_values(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        reader = CacheReader(cache)
        await reader.read_snapshot(await reader.require_component("demo", "docs/manual"))
        document = project / "demo/docs/manual/component.json"
        document.write_text(document.read_text().replace("Manual", "Handbook"))
        await cache.index.refresh()
        assert reader.version < cache.feed.version
        assert (await CacheReader(cache).require_component("demo", "docs/manual")).name == "Handbook"

    run_with_cache(project, scenario)


def test_known_components_are_kept_if_the_settings_become_invalid(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        await CacheReader(cache).require_component("demo", "app")
        (project / "transtats.toml").write_text("base_url = 1")
        await cache.index.refresh()
        await CacheReader(cache).require_component("demo", "app")
        ((_, broken),) = cache.list_broken_files()
        assert (broken.path, broken.line) == ("transtats.toml", 1)
        assert str(project) not in broken.reason

    run_with_cache(project, scenario)


def test_broken_settings_files_are_listed_before_broken_translation_files(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        (project / "demo/app/po/cs.po").write_text(BROKEN)
        await CacheReader(cache).read_snapshot(await CacheReader(cache).require_component("demo", "app"))
        (project / "transtats.toml").write_text("base_url = 1")
        await cache.index.refresh()
        assert [each.path for _, each in cache.list_broken_files()] == ["transtats.toml", "po/cs.po"]

    run_with_cache(project, scenario)


@pytest.mark.skipif(sys.platform == "win32", reason="names of folders cannot contain colons")
def test_an_invalid_settings_file_is_found_in_a_folder_with_a_colon_in_its_name(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        await CacheReader(cache).require_component("demo", "docs/manual")
        (root / "demo/docs/manual/component.json").write_text("{\n")
        await cache.index.refresh()
        ((_, broken),) = cache.list_broken_files()
        assert (broken.path, broken.line) == ("demo/docs/manual/component.json", 2)
        assert broken.reason.startswith("not valid JSON: ")
        await CacheReader(cache).require_component("demo", "docs/manual")

    root = project.rename(project.with_name("a:b"))
    run_with_cache(root, scenario)


@pytest.mark.parametrize("root", ["link", "root/demo"])
def test_the_reasons_of_broken_files_contain_no_path_outside_of_the_root(
    project: Path, tmp_path: Path, root: str
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        components = list((await CacheReader(cache).read_index()).components.values())
        await CacheReader(cache).read_reports(components)
        ((_, broken),) = cache.list_broken_files()
        assert broken.reason.startswith("a link that leads out of ")
        assert str(tmp_path) not in broken.reason

    (tmp_path / "link").symlink_to(project)
    subprocess.run(["git", "init", "-q", project], check=True)
    (project / "transtats.toml").write_text('[project.demo.component.app]\npath = "demo/app"\nfilemask = "po/*.po"\n')
    (project / "demo/app/po/it.po").symlink_to(tmp_path / "it.po")
    run_with_cache(tmp_path / root, scenario)


def test_the_pages_of_a_project_that_was_removed_are_not_found(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        for path in ("gone/", "gone/-/de/"):
            with pytest.raises(HttpProblem) as raised:
                await pages.show_page(pages.project_or_component, ViewRequest({"path": path}, (), CacheReader(cache)))
            assert raised.value.status == 404

    run_with_cache(project, scenario)


def test_a_deleted_component_has_no_snapshot(project: Path) -> None:
    async def scenario(cache: ComponentCache) -> None:
        index = await CacheReader(cache).read_index()
        for path in (project / "demo/app/po").iterdir():
            path.unlink()
        snapshots = await CacheReader(cache).read_snapshots(list(index.components.values()))
        assert [snapshot.value.component.slug for snapshot in snapshots] == ["docs/manual"]

    run_with_cache(project, scenario)


def test_open_pages_that_are_notified_get_the_new_values_of_a_component(project: Path, po: Callable[..., str]) -> None:
    async def scenario(cache: ComponentCache) -> None:
        component = (await CacheReader(cache).read_index()).components["demo", "app"]
        state = cache.get_component_state(component)
        all_cached: list[CachedValue[Any]] = [state.get_cached(COUNTED), state.get_cached(FAILING)]
        old = [await cached.get() for cached in all_cached]
        subscription = cache.feed.subscribe(FeedScope("demo", "app"))
        (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
        state.mark_changed()
        await subscription.wait()
        assert all([await cached.get() is not before for cached, before in zip(all_cached, old, strict=True)])

    run_with_cache(project, scenario)


def test_other_responses_of_a_component_stay_cached_if_one_value_cannot_be_computed_any_more(
    project: Path, po: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(cache: ComponentCache) -> None:
        # All changes are reported by this test.
        cache.watcher.is_active = True
        component = await CacheReader(cache).require_component("demo", "app")
        state = cache.get_component_state(component)
        failing_reader = CacheReader(cache)
        await failing_reader.read_snapshot(component)
        await failing_reader.read_value(component, FAILING)
        run_task = cache.workers.run_task

        async def fail_to_count(turn: Any, function: Any, *arguments: Any, topic: str = "") -> Any:
            if function is scans.count_failing_units:
                raise WorkerError("killed")
            return await run_task(turn, function, *arguments, topic=topic)

        monkeypatch.setattr(cache.workers, "run_task", fail_to_count)
        (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"))
        while state.get_cached(FAILING).value is not None or state.get_cached(COUNTED).valid_until != math.inf:
            state.mark_changed()
            await asyncio.sleep(0.1)
        reader = CacheReader(cache)
        await reader.read_snapshot(component)
        assert failing_reader.version < reader.version
        with pytest.raises(WorkerError):
            await CacheReader(cache).read_value(component, FAILING)
        assert (reader.version, reader.expiry) == (cache.feed.version, math.inf)

    run_with_cache(project, scenario)


def test_a_small_component_does_not_wait_for_large_scans(serve: Serve, project: Path, po: Callable[..., str]) -> None:
    strings = {f"String_number_{number}_of_many,_with_%s": f"Text {number} %d" for number in range(10_000)}
    for slug in ("huge1", "huge2", "huge3"):
        (project / f"demo/{slug}/po").mkdir(parents=True)
        for language in ("cs", "de", "fr"):
            (project / f"demo/{slug}/po/{language}.po").write_text(po(language, **strings))
    server = serve(project)
    assert server.get("/api/components/demo/nope/statistics/").status == 404
    ended: list[str] = []
    aggregate = threading.Thread(target=lambda: ended.append(server.get("/api/projects/demo/statistics/") and "sum"))
    aggregate.start()
    assert count_translated(server) == {"cs": 1, "de": 2}
    ended.append("small")
    aggregate.join()
    assert ended == ["small", "sum"]


@pytest.mark.parametrize("checks", ["true", "false"])
def test_checks_can_be_disabled(serve: Serve, project: Path, po: Callable[..., str], checks: str) -> None:
    (project / "demo/app/po/cs.po").write_text(po("cs", **{"Ready.": "Hotovo"}))
    server = serve(project)
    records = server.get(f"{APP}?checks={checks}").json["results"]
    assert records[0]["failing"] == (1 if checks == "true" else 0)


@pytest.mark.parametrize(
    ("option", "lines"),
    [
        pytest.param("-q", (0, 1, 0, 0), id="quiet"),
        pytest.param("--log-format=text", (1, 1, 0, 0), id="default"),
        pytest.param("-v", (1, 1, 1, 1), id="verbose"),
    ],
)
def test_the_log_depends_on_the_verbosity(
    serve: Serve, project: Path, po: Callable[..., str], option: str, lines: tuple[int, ...]
) -> None:
    (project / "demo/app/po/de_DE.po").write_text(po("de_DE", Hello="Hallo"))
    (project / "demo/app/po/en.po").write_text(po("en", Hello="Hello"))
    (project / "demo/app/po/fr.po").write_text(BROKEN)
    server = serve(project, option)
    server.get(APP)
    assert server.end() == 0
    texts = ("GET /api/", "demo/app/po/fr.po:", "demo/app/po/en.po: left out: ", "demo/app/po/de_DE.po: left out, ")
    assert tuple(len(server.log(text, 0)) for text in texts) == lines


@pytest.mark.parametrize(("option", "languages"), [("--reference", set()), ("--no-reference", {"de"})])
def test_an_option_selects_the_reference_readers(
    serve: Serve, tree: WriteTree, monkeypatch: pytest.MonkeyPatch, option: str, languages: set[str]
) -> None:
    """With a translate-toolkit that makes each file unreadable, only the fast reader reads the file."""
    toolkit = 'from transtats_cli.errors import UnreadableFile\n\nraise UnreadableFile("read with the toolkit")\n'
    text = (
        '<xliff version="1.2"><file><trans-unit id="1"><source>a</source><target>b</target></trans-unit></file></xliff>'
    )
    root = tree({"modules/translate/__init__.py": toolkit, "project/demo/app/messages.de.xlf": text})
    monkeypatch.setenv("PYTHONPATH", str(root / "modules"))
    server = serve(root / "project", option)
    assert count_translated(server).keys() == languages
    assert server.end() == 0
    assert bool(server.log("read with the toolkit", 0)) == (option == "--reference")


@pytest.mark.parametrize("option", ["--strict", "--no-strict"])
def test_a_file_with_control_characters_is_read_unless_the_server_is_strict(
    serve: Serve, project: Path, po: Callable[..., str], option: str
) -> None:
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="\x1b[1mAhoj"))
    server = serve(project, option)
    assert ("cs" in count_translated(server)) == (option == "--no-strict")
    kind = "the control character U+001B in a string" if option == "--strict" else "U+001B in line "
    assert len(server.log("demo/app/po/cs.po:")) >= 1
    assert len(server.log(kind)) == 1
    if option == "--no-strict":
        body = server.get("/api/translations/demo/app/cs/units/").body
        assert b"\\u001b[1mAhoj" in body
        assert b"\x1b" not in body
