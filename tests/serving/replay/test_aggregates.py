"""Statistics, order and pages of projects, languages and components equal the recordings of a real server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import NEEDS_SPEC, NO_RECORDINGS, SERVER_KEYS, SITE, SPEC, list_recordings

pytestmark = pytest.mark.slow

EXCHANGES = SPEC / "http-aggregates" / "exchanges"
WHOLE_SITE = ("projects.json", "projects__--", "components__--", "languages", "translations__--", "units__", "root")
"""Prefixes of exchanges about more components than the available ones."""
KEYS_THAT_MAY_DIFFER = SERVER_KEYS | {"vcs_params", "repo", "language_regex"}
KEYS_WITH_SMALLER_COUNTS = ("failing", "failing_checks")
"""Keys of counts that may be smaller than recorded: only a server runs some checks over a whole project."""
AVAILABLE_PROJECTS = ("agg-contao", "agg-kimai")


class RecordedExchange(NamedTuple):
    """A recorded request and its response."""

    path: str
    status: int
    body: Any


def read_exchange(name: str) -> RecordedExchange:
    exchange = json.loads((EXCHANGES / name).read_text(encoding="utf-8"))
    return RecordedExchange(exchange["request"].removeprefix("GET "), exchange["status"], exchange["body"])


def is_about_available_files(name: str) -> bool:
    return not name.startswith(WHOLE_SITE) and "glossary" not in name and "__components" not in name


@pytest.fixture(scope="session")
def server(serve_all: Callable[..., Any], aggregates: Path) -> Any:
    return serve_all(aggregates, "--base-url", SITE)


@pytest.fixture(scope="session")
def get_json(server: Any) -> Callable[[str], Any]:
    """Function that gets JSON with the source language and all keys, as a server sends it."""

    def get_json(path: str) -> Any:
        reply = server.get(f"{path}{'&' if '?' in path else '?'}extended=true&with_source=true")
        assert reply.status == 200
        return reply.json

    return get_json


def find_failing_counts(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the counts of failing checks, with their keys."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from find_failing_counts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from find_failing_counts(inner, key)
    elif key.startswith(KEYS_WITH_SMALLER_COUNTS):
        yield key, value


@pytest.mark.parametrize(
    "name",
    [
        each
        for each in list_recordings("http-aggregates/exchanges/*.json")
        if each is NO_RECORDINGS or is_about_available_files(each)
    ],
)
def test_requests_about_available_files_get_equal_responses(
    name: str,
    server: Any,
    find_differences: Callable[..., list[str]],
    remove_added_parameters: Callable[[Any], Any],
    find_missing_keys: Callable[[Any, Any], set[str]],
) -> None:
    exchange = read_exchange(name)
    reply = server.get(f"{exchange.path}{'&' if '?' in exchange.path else '?'}extended=true&with_source=true")
    ours = remove_added_parameters(reply.json)
    counts = frozenset(key for key, _ in find_failing_counts(exchange.body))
    assert reply.status == exchange.status
    assert find_differences(ours, exchange.body, KEYS_THAT_MAY_DIFFER | counts) == []
    assert "statistics" not in name or find_missing_keys(ours, exchange.body) == set()
    for (key, our), (_, their) in zip(find_failing_counts(ours), find_failing_counts(exchange.body), strict=True):
        assert our <= their, key


def select_available_rows(rows: list[Any]) -> list[Any]:
    """Return the rows of a server's list that belong to available files."""
    return [row for row in rows if row["slug"] != "glossary" and _get_project(row) in AVAILABLE_PROJECTS]


def _get_project(row: dict[str, Any]) -> str:
    url: str = row["url"]
    return url.removeprefix(f"{SITE}/api/").split("/")[1]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        pytest.param("/api/projects/", "projects.json", id="projects"),
        pytest.param("/api/projects/agg-contao/components/", "projects__agg-contao__components.json", id="agg-contao"),
        pytest.param("/api/projects/agg-kimai/components/", "projects__agg-kimai__components.json", id="agg-kimai"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 100])
@NEEDS_SPEC
def test_paged_lists_have_the_recorded_rows(
    path: str, name: str, size: int, get_json: Callable[[str], Any], find_differences: Callable[..., list[str]]
) -> None:
    theirs = select_available_rows(read_exchange(name).body["results"])
    ours, following = [], f"{SITE}{path}?page_size={size}"
    while following:
        page = get_json(following.removeprefix(SITE))
        assert page["count"] == len(theirs)
        assert len(page["results"]) <= size
        ours += page["results"]
        following = page["next"]
    by_slug = {row["slug"]: row for row in theirs}
    assert [row["slug"] for row in ours] == sorted(by_slug)
    for row in ours:
        assert find_differences(row, by_slug[row["slug"]], KEYS_THAT_MAY_DIFFER) == []


@NEEDS_SPEC
def test_used_languages_equal_the_recorded_ones_and_are_sorted_by_code(
    get_json: Callable[[str], Any], find_differences: Callable[..., list[str]]
) -> None:
    theirs = {row["code"]: row for row in read_exchange("languages__--page_size=1000.json").body["results"]}
    ours = get_json("/api/languages/?page_size=1000")["results"]
    codes = {
        row["code"]
        for project in AVAILABLE_PROJECTS
        for row in read_exchange(f"projects__{project}__languages.json").body
    }
    assert [row["code"] for row in ours] == [code for code in theirs if code in codes]
    assert [each for row in ours for each in find_differences(row, theirs[row["code"]], KEYS_THAT_MAY_DIFFER)] == []


@NEEDS_SPEC
def test_language_totals_are_sums_over_the_projects(get_json: Callable[[str], Any]) -> None:
    projects = [
        {row["code"]: row for row in read_exchange(f"projects__{name}__languages.json").body}
        for name in AVAILABLE_PROJECTS
    ]
    for code in sorted({code for project in projects for code in project}):
        rows = [project[code] for project in projects if code in project]
        total = get_json(f"/api/languages/{code}/statistics/")
        for key in ("total", "total_words", "total_chars", "translated", "translated_words", "fuzzy_chars", "readonly"):
            assert total[key] == sum(row[key] for row in rows), f"{code} {key}"


@NEEDS_SPEC
def test_component_statistics_equal_the_recorded_ones(
    get_json: Callable[[str], Any], find_differences: Callable[..., list[str]]
) -> None:
    for path in sorted((SPEC / "http-aggregates" / "expected").glob("*/*.json")):
        theirs = json.loads(path.read_text(encoding="utf-8"))
        ours = get_json(f"/api/components/{path.parent.name}/{path.stem}/statistics/?page_size=1000")
        assert (
            find_differences(ours["results"], theirs["results"], KEYS_THAT_MAY_DIFFER | {"failing", "failing_percent"})
            == []
        )


@NEEDS_SPEC
def test_the_root_of_the_api_links_to_all_available_lists(server: Any) -> None:
    theirs = read_exchange("root.json").body
    ours = server.get("/api/").json
    assert ours
    assert ours.items() <= theirs.items()
