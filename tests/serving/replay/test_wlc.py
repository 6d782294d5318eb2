"""The official client sends us the same requests as a real server, and prints the same results."""

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import ABSENT, NEEDS_SPEC, OF_THE_SERVER, SITE, SPEC, names

pytestmark = pytest.mark.slow

wlc = pytest.importorskip("wlc.main", reason="the client is not installed")

RECORDED = SPEC / "http-aggregates" / "wlc"
RECORDED_AT = "http://127.0.0.1:8096/"
FREE = OF_THE_SERVER | {
    "repo",
    "failing",
    "failing_percent",
    *(f"failing_checks{end}" for end in ("", "_words", "_percent")),
}
ONLY_A_SERVERS = ("glossary", "agg-django")
"""Projects and components whose files are not available."""
LEFT_OUT = re.compile(r"(fuzzy|approved|readonly)_(words|chars)(_percent)?|id|type|labels|timestamp|last_updated")
"""Keys of a server's statistics without `extended=true`, and keys from its database."""
TOKEN = "wlu_for_the_client"  # noqa: S105  a test's


class Run(NamedTuple):
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


class Printed(NamedTuple):
    status: int
    stdout: str
    stderr: str
    requests: list[str]


def read(name: str) -> Run:
    run = json.loads((RECORDED / name).read_text(encoding="utf-8"))
    return Run(run["args"], run["key"], run["exit"], run["stderr"], run["requests"], run.get("stdout"))


@pytest.fixture(scope="session")
def apis(serve_all: Callable[..., Any], aggregates: Path) -> dict[bool, str]:
    """URLs of a server that needs a token, and of one without."""
    tokens = aggregates.parent / "tokens"
    tokens.write_text(f"{TOKEN}\n")
    return {True: serve_all(aggregates, "--token-file", tokens).api, False: serve_all(aggregates).api}


@pytest.fixture
def call(
    apis: dict[bool, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Run the client, and return its output and its requests."""
    monkeypatch.setattr("sys.argv", ["wlc"])

    def call(args: list[str], has_key: bool = True) -> Printed:
        settings = [("weblate", "url", apis[has_key])]
        try:
            status = wlc.main(settings=settings, args=["--debug", *(["--key", TOKEN] if has_key else []), *args])
        except SystemExit as ended:
            status = ended.code
        printed = capsys.readouterr()
        lines = printed.err.splitlines(keepends=True)
        said = "".join(line for line in lines if not line.startswith("DEBUG:wlc:"))
        asked = re.findall(r"^DEBUG:wlc:HTTP response (GET) http://[^/]+(\S+) -> (.*)$", printed.err, re.MULTILINE)
        return Printed(status, printed.out, said, [f"{method} {path} -> {answer}" for method, path, answer in asked])

    return call


def is_known(text: str) -> bool:
    return not any(name in text for name in ONLY_A_SERVERS)


def theirs_here(value: Any, api: str) -> Any:
    """Return recorded output with our URL, and without keys that only a server has."""
    text = json.dumps(value).replace(RECORDED_AT, api.removesuffix("api/"))
    value = json.loads(text)
    return [each for each in value if is_known(each.get("url", ""))] if isinstance(value, list) else value


def is_source(record: Any) -> bool:
    """Return True for the record of the source language, which our list does not contain."""
    return isinstance(record, dict) and record.get("code") == "en" and "readonly" in record


def key(row: dict[str, Any]) -> str:
    return str(row.get("url") or row.get("code") or row.get("id_hash"))


@pytest.mark.parametrize(
    "name", [each for each in names("http-aggregates/wlc/*.json") if each is ABSENT or is_known(each)]
)
def test_the_client_sends_and_prints_the_same(
    name: str,
    call: Callable[..., Any],
    apis: dict[bool, str],
    differences: Callable[..., list[str]],
    left_out: Callable[[Any, Any], set[str]],
) -> None:
    run = read(name)
    printed = call(run.args, run.has_key)
    assert (printed.status, sorted(printed.requests)) == (run.status, sorted(filter(is_known, run.requests)))
    assert printed.stderr.splitlines()[-1:] == run.stderr.splitlines()[-1:]
    if run.format == "json" and run.status == 0:
        ours, theirs = json.loads(printed.stdout), theirs_here(run.stdout, apis[run.has_key])
        if isinstance(theirs, list):
            if "stats" in run.args:
                theirs = [record for record in theirs if not is_source(record)]
            elif "ls" in run.args or "list-components" in run.args:
                # A server lists components by creation time, which is unknown here.
                ours, theirs = sorted(ours, key=key), sorted(theirs, key=key)
        assert differences(ours, theirs, FREE | (OF_UNITS if "list-units" in run.args else set())) == []
        assert not [each for each in left_out(ours, theirs) if not LEFT_OUT.fullmatch(each)]
    elif run.status == 0:
        hold_rows(rows(printed.stdout, run.format), theirs_here(as_json(name, run), apis[True]), run)


def as_json(name: str, run: Run) -> Any:
    """Return the recorded JSON output of the same call, or else the recorded response."""
    twin = RECORDED / name.replace(f".{run.format}.", ".json.")
    if twin.exists():
        return read(twin.name).stdout
    answer = f"components__{run.args[-1].replace('/', '__')}__translations__--page_size=1000.json"
    text = (SPEC / "http-aggregates" / "exchanges" / answer).read_text(encoding="utf-8")
    return json.loads(text.replace(f"{SITE}/", RECORDED_AT))["body"]["results"]


OF_UNITS = frozenset({"id_hash", "content_hash", "source_unit", "url", "web_url"})


def rows(text: str, form: str) -> list[dict[str, str]]:
    """Parse the text, CSV or HTML output of the client."""
    if form == "csv":
        table = list(csv.reader(io.StringIO(text)))
        if all(len(line) == 2 for line in table):
            # A single object is printed with one key per line.
            return [dict(table)]
        return [dict(zip(table[0], line, strict=True)) for line in table[1:]]
    if form == "html":
        return list(html_rows(text))
    blocks = text.strip("\n").split("\n\n")
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


def html_rows(text: str) -> Iterator[dict[str, str]]:
    cells = [
        [html.unescape(each) for each in re.findall(r"<t[hd]>(.*?)</t[hd]>", row)] for row in text.split("<tr>")[1:]
    ]
    if all(len(each) == 2 for each in cells):
        yield dict(cells)
    else:
        yield from (dict(zip(cells[0], each, strict=True)) for each in cells[1:])


def hold_rows(ours: list[dict[str, str]], theirs: Any, run: Run) -> None:
    """Compare every printed value with the JSON of a server."""
    expected = theirs if isinstance(theirs, list) else [theirs]
    if "stats" in run.args and isinstance(theirs, list):
        expected = [record for record in expected if not is_source(record)]
    by_key = {key(row): row for row in expected}
    assert sorted(map(key, ours)) == sorted(by_key)
    for row in ours:
        their = by_key[key(row)]
        for name, value in row.items():
            if name not in FREE and not isinstance(their.get(name, {}), dict | list):
                assert value == ("" if their[name] is None else str(their[name])), name


@NEEDS_SPEC
@pytest.mark.parametrize("place", ["agg-contao", "agg-contao/manager-bundle", "agg-contao/manager-bundle/de"])
@pytest.mark.parametrize("form", ["text", "csv", "html"])
def test_stats_prints_the_same_numbers_in_every_format(
    place: str, form: str, call: Callable[..., Any], apis: dict[bool, str]
) -> None:
    run = read(f"stats-{place.replace('/', '__')}.json.json")
    printed = call(["--format", form, "stats", place])
    assert printed.status == 0
    hold_rows(rows(printed.stdout, form), theirs_here(run.stdout, apis[True]), run)
