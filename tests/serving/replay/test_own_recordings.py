"""Statistics of projects and the output of the official client equal the recordings in `tests/data/server`.

Unlike the other tests of this folder, these tests do not need `../shared`.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.serving.replay.conftest import SERVER_KEYS, SITE, CallClient, is_source

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parents[2] / "data" / "server"
NEEDS_THE_SETTING = {"enforced-checks"}
"""Projects with a setting that only a server has."""


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Any]) -> Any:
    return serve_all(RECORDED / "components")


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(RECORDED.glob("answers/*.json")) if path.stem not in NEEDS_THE_SETTING],
    ids=lambda path: path.stem,
)
def test_the_statistics_of_a_project_are_those_of_a_server(
    path: Path, server: Any, find_differences: Callable[..., list[str]]
) -> None:
    recorded = json.loads(path.read_text(encoding="utf-8"))["project_statistics"]
    expected = json.loads(json.dumps(recorded).replace(SITE, server.base_url))
    reply = server.get(f"/api/projects/{path.stem}/statistics/?extended=true&with_source=true")
    assert find_differences(reply.json, expected, SERVER_KEYS) == []


@pytest.mark.parametrize("path", sorted(RECORDED.glob("wlc/*.json")), ids=lambda path: path.stem)
def test_the_client_sends_the_recorded_requests_and_prints_the_recorded_output(
    path: Path, server: Any, call_client: CallClient, find_differences: Callable[..., list[str]]
) -> None:
    recorded = json.loads(path.read_text(encoding="utf-8"))
    printed = call_client(server.api, recorded["args"])
    assert (printed.status, printed.requests, printed.stderr) == (recorded["status"], recorded["requests"], "")
    expected = json.loads(json.dumps(recorded["stdout"]).replace(SITE, server.base_url))
    if "stats" in recorded["args"] and isinstance(expected, list):
        expected = [record for record in expected if not is_source(record)]
    assert find_differences(json.loads(printed.stdout), expected, SERVER_KEYS) == []
