"""Pages of many components are shown before all components have been counted."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving.conftest import Serve
from transtats_cli.component import Component
from transtats_cli.serving.data.background import BackgroundCounter

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
    assert server.get(path).body == serve(project).get(path).body


def test_a_project_is_not_listed_before_it_has_been_counted(serve: Serve, project: Path) -> None:
    server = serve(project, limits={"page_wait_seconds": 0})
    assert b"/projects/demo/" not in server.get("/").body


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


def test_open_pages_are_notified_when_the_count_has_ended() -> None:

    async def scenario() -> None:
        announced: list[int] = []
        read: list[int] = []

        async def read_components(components: Any) -> None:
            read.append(len(components))

        counter = BackgroundCounter(lambda: announced.append(len(read)))
        components = [Component("p", str(number), "/", "*.po") for number in range(250)]
        task = counter.start_counting("", components, read_components)
        assert counter.start_counting("", components, read_components) is task
        await task
        await asyncio.sleep(0)
        assert read == [5] * 50
        assert announced == [50]
        assert counter.start_counting("", components, read_components) is not task

    asyncio.run(scenario())


def test_a_count_that_fails_is_started_again() -> None:

    async def scenario() -> None:
        async def fail(components: Any) -> None:
            raise ValueError(components)

        counter = BackgroundCounter(lambda: None)
        component = Component("p", "c", "/", "*.po")
        task = counter.start_counting("", [component], fail)
        await asyncio.wait([task])
        await asyncio.sleep(0)
        assert counter.start_counting("", [component], fail) is not task

    asyncio.run(scenario())
