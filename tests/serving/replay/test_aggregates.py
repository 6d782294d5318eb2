"""Statistics, order and pages of projects, languages and components equal the recorded ones of a real server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import ABSENT, NEEDS_SPEC, OF_THE_SERVER, SITE, SPEC, names

pytestmark = pytest.mark.slow

EXCHANGES = SPEC / "http-aggregates" / "exchanges"
WHOLE_SITE = ("projects.json", "projects__--", "components__--", "languages", "translations__--", "units__", "root")
"""Prefixes of exchanges about more components than the available ones."""
CHOSEN = OF_THE_SERVER | {"vcs_params", "repo", "language_regex"}
AT_MOST = ("failing", "failing_checks")
"""A server runs this check over the whole project, we run it over one component."""
LOCAL = ("agg-contao", "agg-kimai")


class RecordedExchange(NamedTuple):
    """A recorded request and its response."""

    path: str
    status: int
    body: Any


def read(name: str) -> RecordedExchange:
    exchange = json.loads((EXCHANGES / name).read_text(encoding="utf-8"))
    return RecordedExchange(exchange["request"].removeprefix("GET "), exchange["status"], exchange["body"])


def is_ours(name: str) -> bool:
    return not name.startswith(WHOLE_SITE) and "glossary" not in name and "__components" not in name


@pytest.fixture(scope="session")
def server(serve_all: Callable[..., Any], aggregates: Path) -> Any:
    return serve_all(aggregates, "--base-url", SITE)


@pytest.fixture(scope="session")
def get(server: Any) -> Callable[[str], Any]:
    """Return the response with the source language and all keys, as a server sends it."""

    def get(path: str) -> Any:
        reply = server.get(f"{path}{'&' if '?' in path else '?'}extended=true&with_source=true")
        assert reply.status == 200
        return reply.json

    return get


def numbers(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the counts of failing checks, with their keys."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from numbers(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner, key)
    elif key.startswith(AT_MOST):
        yield key, value


@pytest.mark.parametrize(
    "name", [each for each in names("http-aggregates/exchanges/*.json") if each is ABSENT or is_ours(each)]
)
def test_exchanges_about_available_files_give_equal_responses(
    name: str,
    server: Any,
    differences: Callable[..., list[str]],
    without_ours: Callable[[Any], Any],
    left_out: Callable[[Any, Any], set[str]],
) -> None:
    asked = read(name)
    reply = server.get(f"{asked.path}{'&' if '?' in asked.path else '?'}extended=true&with_source=true")
    ours = without_ours(reply.json)
    counts = frozenset(key for key, _ in numbers(asked.body))
    assert reply.status == asked.status
    assert differences(ours, asked.body, CHOSEN | counts) == []
    assert "statistics" not in name or left_out(ours, asked.body) == set()
    for (key, our), (_, their) in zip(numbers(ours), numbers(asked.body), strict=True):
        assert our <= their, key


def local(rows: list[Any]) -> list[Any]:
    """Return the rows of a server's list that belong to available files."""
    return [row for row in rows if row["slug"] != "glossary" and _project(row) in LOCAL]


def _project(row: dict[str, Any]) -> str:
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
def test_paged_lists_have_the_same_rows(
    path: str, name: str, size: int, get: Callable[[str], Any], differences: Callable[..., list[str]]
) -> None:
    theirs = local(read(name).body["results"])
    ours, following = [], f"{SITE}{path}?page_size={size}"
    while following:
        page = get(following.removeprefix(SITE))
        assert page["count"] == len(theirs)
        assert len(page["results"]) <= size
        ours += page["results"]
        following = page["next"]
    by_slug = {row["slug"]: row for row in theirs}
    assert [row["slug"] for row in ours] == sorted(by_slug)
    for row in ours:
        assert differences(row, by_slug[row["slug"]], CHOSEN) == []


@NEEDS_SPEC
def test_languages_are_those_in_use_by_code(get: Callable[[str], Any], differences: Callable[..., list[str]]) -> None:
    theirs = {row["code"]: row for row in read("languages__--page_size=1000.json").body["results"]}
    ours = get("/api/languages/?page_size=1000")["results"]
    codes = {row["code"] for project in LOCAL for row in read(f"projects__{project}__languages.json").body}
    assert [row["code"] for row in ours] == [code for code in theirs if code in codes]
    assert [each for row in ours for each in differences(row, theirs[row["code"]], CHOSEN)] == []


@NEEDS_SPEC
def test_language_totals_are_sums_of_the_projects(get: Callable[[str], Any]) -> None:
    projects = [{row["code"]: row for row in read(f"projects__{name}__languages.json").body} for name in LOCAL]
    for code in sorted({code for project in projects for code in project}):
        rows = [project[code] for project in projects if code in project]
        total = get(f"/api/languages/{code}/statistics/")
        for key in ("total", "total_words", "total_chars", "translated", "translated_words", "fuzzy_chars", "readonly"):
            assert total[key] == sum(row[key] for row in rows), f"{code} {key}"


@NEEDS_SPEC
def test_component_statistics_are_equal(get: Callable[[str], Any], differences: Callable[..., list[str]]) -> None:
    for path in sorted((SPEC / "http-aggregates" / "expected").glob("*/*.json")):
        theirs = json.loads(path.read_text(encoding="utf-8"))
        ours = get(f"/api/components/{path.parent.name}/{path.stem}/statistics/?page_size=1000")
        assert differences(ours["results"], theirs["results"], CHOSEN | {"failing", "failing_percent"}) == []


@NEEDS_SPEC
def test_the_root_links_to_all_available_lists(server: Any) -> None:
    theirs = read("root.json").body
    ours = server.get("/api/").json
    assert ours
    assert ours.items() <= theirs.items()
