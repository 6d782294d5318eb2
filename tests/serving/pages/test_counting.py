"""Pages of many components are shown before all components have been counted."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.serving.conftest import Serve, write_files
from transtats_cli.component import Component
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.change_feed import FeedScope
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.options import ServeOptions, ServerLimits

pytestmark = pytest.mark.slow
PAGES = ("/", "/languages/", "/projects/demo/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_the_number_of_counted_components_until_it_is_complete(
    serve: Serve, project: Path, until: Callable[..., None], path: str
) -> None:
    server = serve(project, limits={"page_wait_seconds": 0})
    reply = server.get(path)
    assert reply.status == 200
    assert b"Being counted: 0 of 2 components." in reply.body
    until(lambda: b"Being counted" not in server.get(path).body)
    other = serve(project)
    # The page of a project contains the whole address of its badge.
    addresses = (other.base_url.encode(), server.base_url.encode())
    assert server.get(path).body == other.get(path).body.replace(*addresses)


@pytest.mark.parametrize(
    ("path", "rows"),
    [
        ("/", {"/projects/demo/": "being counted: 0 of 2 …"}),
        ("/projects/demo/", {"/projects/demo/app/": "being counted …"}),
    ],
)
def test_what_has_not_been_counted_is_listed_with_a_placeholder(
    serve: Serve, project: Path, until: Callable[..., None], path: str, rows: dict[str, str]
) -> None:
    write_files(project, {"shop/web/po/de.po": 'msgid "a"\nmsgstr "b"\n'})
    server = serve(project, limits={"page_wait_seconds": 0})
    body = server.get(path).body.decode()
    for address, text in rows.items():
        row = body[body.index(f'<a href="{address}">') :].partition("</tr>")[0]
        assert text in row
        assert "%" not in row
    until(lambda: b"being counted" not in server.get(path).body)
    for address in rows:
        assert address in server.get(path).body.decode()


def test_a_language_has_status_503_until_all_components_have_been_counted(
    serve: Serve, project: Path, until: Callable[..., None]
) -> None:
    server = serve(project, limits={"page_wait_seconds": 0})
    assert server.get("/languages/de/").status == 503
    until(lambda: server.get("/languages/xx/").status == 404)
    assert server.get("/languages/de/").status == 200


def test_the_api_waits_until_all_components_have_been_counted(serve: Serve, project: Path) -> None:
    server = serve(project, limits={"page_wait_seconds": 0})
    server.get("/")
    assert json.loads(server.get("/api/projects/demo/statistics/").body)["total"] > 0


def test_open_pages_are_notified_until_the_count_has_ended(project: Path) -> None:
    async def scenario() -> None:
        limits = ServerLimits(page_wait_seconds=0)
        cache = ComponentCache(ServeOptions(str(project), "http://127.0.0.1:8000", limits=limits), lambda _: None)
        try:
            components = list((await CacheReader(cache).read_index()).components.values())
            changed = cache.feed.subscribe(FeedScope())
            uncounted = components
            while uncounted:
                reader = CacheReader(cache)
                reports, still_uncounted = await reader.read_available_reports(components)
                assert len(still_uncounted) <= len(uncounted)
                found = [*still_uncounted, *(each.component for each in reports)]
                assert sorted(each.slug for each in found) == [each.slug for each in components]
                uncounted = [*still_uncounted]
                assert reader.is_cacheable is (not uncounted)
                if uncounted:
                    await changed.wait()
                    changed.clear()
        finally:
            cache.workers.end_processes()

    asyncio.run(scenario())


def test_components_that_cannot_be_counted_are_left_out() -> None:
    async def scenario() -> None:
        messages: list[str] = []
        cache = ComponentCache(ServeOptions("/", "http://127.0.0.1:8000"), messages.append)
        try:
            components = [Component("p", str(number), "/nowhere", "*.po") for number in range(9)]
            assert await CacheReader(cache).read_available_reports(components) == ([], ())
            assert len(messages) == len(components)
        finally:
            cache.workers.end_processes()

    asyncio.run(scenario())
