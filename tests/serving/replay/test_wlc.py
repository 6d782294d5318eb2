"""The official client sends the same requests to a real server and to transtats, and prints the same results."""

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import (
    NEEDS_SPEC,
    NO_RECORDINGS,
    SERVER_KEYS,
    SITE,
    SPEC,
    CallClient,
    ClientResult,
    is_source,
    list_recordings,
)

pytestmark = pytest.mark.slow

RECORDED = SPEC / "http-aggregates" / "wlc"
RECORDED_AT = "http://127.0.0.1:8096/"
KEYS_THAT_MAY_DIFFER = SERVER_KEYS | {
    "repo",
    "failing",
    "failing_percent",
    *(f"failing_checks{end}" for end in ("", "_words", "_percent")),
}
UNAVAILABLE_OBJECTS = ("glossary", "agg-django")
"""Projects and components whose files are not available."""
KEYS_THAT_MAY_BE_MISSING = re.compile(
    r"(fuzzy|approved|readonly)_(words|chars)(_percent)?|id|type|labels|timestamp|last_updated"
)
"""Keys that may be missing in our JSON: keys from the database of a server, and keys that `extended=true` adds."""
TOKEN = "wlu_for_the_client"  # noqa: S105  a token of the tests


class RecordedRun(NamedTuple):
    """A recorded call of the client."""

    args: list[str]
    has_key: bool
    status: int
    stderr: str
    requests: list[str]
    stdout: Any

    @property
    def format(self) -> str:
        return self.args[1]


def read_run(name: str) -> RecordedRun:
    run = json.loads((RECORDED / name).read_text(encoding="utf-8"))
    return RecordedRun(run["args"], run["key"], run["exit"], run["stderr"], run["requests"], run.get("stdout"))


@pytest.fixture(scope="session")
def apis(serve_all: Callable[..., Any], aggregates: Path) -> dict[bool, str]:
    """URLs of a server that needs a token, and of one without."""
    tokens = aggregates.parent / "tokens"
    tokens.write_text(f"{TOKEN}\n")
    return {True: serve_all(aggregates, "--token-file", tokens).api, False: serve_all(aggregates).api}


@pytest.fixture
def run_client(apis: dict[bool, str], call_client: CallClient) -> Callable[..., ClientResult]:
    """Function that calls the client with or without a key, and returns its output and its requests."""

    def run_client(args: list[str], has_key: bool = True) -> ClientResult:
        return call_client(apis[has_key], [*(["--key", TOKEN] if has_key else []), *args])

    return run_client


def is_available(text: str) -> bool:
    return not any(name in text for name in UNAVAILABLE_OBJECTS)


def adapt_recorded_output(value: Any, api: str) -> Any:
    """Return recorded output with the URL of the tested server, and without keys that only a Weblate server has."""
    text = json.dumps(value).replace(RECORDED_AT, api.removesuffix("api/"))
    value = json.loads(text)
    return [each for each in value if is_available(each.get("url", ""))] if isinstance(value, list) else value


def get_row_key(row: dict[str, Any]) -> str:
    return str(row.get("url") or row.get("code") or row.get("id_hash"))


@pytest.mark.parametrize(
    "name",
    [each for each in list_recordings("http-aggregates/wlc/*.json") if each is NO_RECORDINGS or is_available(each)],
)
def test_the_client_sends_the_recorded_requests_and_prints_the_recorded_output(
    name: str,
    run_client: Callable[..., Any],
    apis: dict[bool, str],
    find_differences: Callable[..., list[str]],
    find_missing_keys: Callable[[Any, Any], set[str]],
) -> None:
    run = read_run(name)
    printed = run_client(run.args, run.has_key)
    assert (printed.status, sorted(printed.requests)) == (run.status, sorted(filter(is_available, run.requests)))
    assert printed.stderr.splitlines()[-1:] == run.stderr.splitlines()[-1:]
    if run.format == "json" and run.status == 0:
        ours, theirs = json.loads(printed.stdout), adapt_recorded_output(run.stdout, apis[run.has_key])
        if "version" in run.args:
            # The recorded client was an older one.
            theirs = {"version": version("wlc")}
        if isinstance(theirs, list):
            if "stats" in run.args:
                theirs = [record for record in theirs if not is_source(record)]
            elif "ls" in run.args or "list-components" in run.args:
                # A server lists components by creation time, which is unknown here.
                ours, theirs = sorted(ours, key=get_row_key), sorted(theirs, key=get_row_key)
        assert (
            find_differences(ours, theirs, KEYS_THAT_MAY_DIFFER | (UNIT_KEYS if "list-units" in run.args else set()))
            == []
        )
        assert not [each for each in find_missing_keys(ours, theirs) if not KEYS_THAT_MAY_BE_MISSING.fullmatch(each)]
    elif run.status == 0:
        assert_equal_rows(
            parse_rows(printed.stdout, run.format), adapt_recorded_output(load_json_output(name, run), apis[True]), run
        )


def load_json_output(name: str, run: RecordedRun) -> Any:
    """Return the recorded JSON output of the same call, or else the recorded response."""
    json_path = RECORDED / name.replace(f".{run.format}.", ".json.")
    if json_path.exists():
        return read_run(json_path.name).stdout
    answer = f"components__{run.args[-1].replace('/', '__')}__translations__--page_size=1000.json"
    text = (SPEC / "http-aggregates" / "exchanges" / answer).read_text(encoding="utf-8")
    return json.loads(text.replace(f"{SITE}/", RECORDED_AT))["body"]["results"]


UNIT_KEYS = frozenset({"id_hash", "content_hash", "source_unit", "url", "web_url"})


def parse_rows(text: str, format_name: str) -> list[dict[str, str]]:
    """Parse the text, CSV or HTML output of the client."""
    if format_name == "csv":
        table = list(csv.reader(io.StringIO(text)))
        if all(len(line) == 2 for line in table):
            # A single object is printed with one key per line.
            return [dict(table)]
        return [dict(zip(table[0], line, strict=True)) for line in table[1:]]
    if format_name == "html":
        return list(parse_html_rows(text))
    blocks = text.strip("\n").split("\n\n")
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def parse_html_rows(text: str) -> Iterator[dict[str, str]]:
    cells = [
        [html.unescape(each) for each in re.findall(r"<t[hd]>(.*?)</t[hd]>", row)] for row in text.split("<tr>")[1:]
    ]
    if all(len(each) == 2 for each in cells):
        yield dict(cells)
    else:
        yield from (dict(zip(cells[0], each, strict=True)) for each in cells[1:])


def assert_equal_rows(ours: list[dict[str, str]], theirs: Any, run: RecordedRun) -> None:
    """Compare every printed value with the JSON of a server."""
    expected = theirs if isinstance(theirs, list) else [theirs]
    if "stats" in run.args and isinstance(theirs, list):
        expected = [record for record in expected if not is_source(record)]
    by_key = {get_row_key(row): row for row in expected}
    assert sorted(map(get_row_key, ours)) == sorted(by_key)
    for row in ours:
        their = by_key[get_row_key(row)]
        for name, value in row.items():
            if name not in KEYS_THAT_MAY_DIFFER and not isinstance(their.get(name, {}), dict | list):
                assert value == ("" if their[name] is None else str(their[name])), name


@NEEDS_SPEC
@pytest.mark.parametrize("place", ["agg-contao", "agg-contao/manager-bundle", "agg-contao/manager-bundle/de"])
@pytest.mark.parametrize("format_name", ["text", "csv", "html"])
def test_stats_prints_the_recorded_numbers_in_every_format(
    place: str, format_name: str, run_client: Callable[..., Any], apis: dict[bool, str]
) -> None:
    run = read_run(f"stats-{place.replace('/', '__')}.json.json")
    printed = run_client(["--format", format_name, "stats", place])
    assert printed.status == 0
    assert_equal_rows(parse_rows(printed.stdout, format_name), adapt_recorded_output(run.stdout, apis[True]), run)
