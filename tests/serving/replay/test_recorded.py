"""Recorded requests get equal responses, except for values that belong to an installation."""

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.serving.replay.conftest import CONFORMANCE, NEEDS_SPEC, OF_THE_SERVER, SITE, Recorded, names

pytestmark = pytest.mark.slow

NOT_OURS = {
    "06-post-anon": "a POST is not allowed even without authentication if no token is needed",
    "07-put-anon": "likewise",
    "08-patch-anon": "likewise",
    "09-delete-anon": "likewise",
    "110-slug-null": "an error of the server; we answer 404, as for other slugs that there are not",
    "127-glossary": "a glossary is in no file",
    "128-project-without-components": "a project is what its components make it",
    "156-category-stats": "categories are a server's own",
    "162-component-links": "likewise links",
    "165-groups-anon": "likewise groups",
    "166-users-anon": "likewise users",
}
"""Exchanges that files cannot answer, or that are answered differently on purpose."""
ANONYMOUS = re.compile(r"(14|15|16|18|184|9[0-7]|101|192)-")
"""Requests without permission, recorded from a server with tokens."""
IN_TURN = re.compile(r"1(8[^4]|90)-")
"""Requests in sequence, to compare the counting of the rate limit."""
OTHER_TREE = re.compile(r"(135|137|138|149|15[0124]|171|173)-")
"""Exchanges about more components than the available ones. Only the structure is compared."""
OTHER_VALUES = OF_THE_SERVER | {"repo", "branch", "vcs", "new_base", "web", "locked", "language_regex", "priority"}
IN_ENGLISH = {"Nicht gefunden.": "Not found."}
"""Our messages are English in every requested language."""


class Answered(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create components with the names and counts of the recorded ones."""
    root = tmp_path_factory.mktemp("recorded")
    demo = root / "demo"
    demo.mkdir()
    (root / "transtats.toml").write_text('review = false\n[project.demo]\nname = "Demo project"\n')
    for name, origin in {"app": "po-basic", "xl": "xliff-states"}.items():
        shutil.copytree(CONFORMANCE / origin / "main", demo / name, copy_function=shutil.copyfile)
    settings = {"filemask": "*.po", "file_format": "po"}
    (demo / "app/component.json").write_text(json.dumps(settings))
    for name in ("with_under-dash1", "cat/inner", "cat/sub/deep", "a" * 100):
        write(demo / name, settings, {"de": ("ab", "cd"), "fr": ("cd", "ef")})
    write(demo / "empty", settings, {"cs": (), "de": (), "fr": ()})
    return root


def write(folder: Path, settings: dict[str, str], strings: dict[str, tuple[str, ...]]) -> None:
    folder.mkdir(parents=True)
    (folder / "component.json").write_text(json.dumps(settings))
    for language, sources in strings.items():
        entries = [f'msgid "{source}"\nmsgstr "{source[::-1]}"\n' for source in sources]
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        (folder / f"{language}.po").write_text("\n".join([head, *entries]))


@pytest.fixture(scope="session")
def ask(serve_all: Callable[..., Any], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Answered]:
    """Send the recorded request, and parse the response."""
    tokens = tmp_path_factory.mktemp("tokens") / "tokens"
    tokens.write_text("wlu_one\n")
    servers: dict[tuple[str, ...], Any] = {}

    def ask(exchange: Any, *options: str, with_tokens: bool = False) -> Answered:
        options = ("--base-url", SITE, *options, *(["--token-file", str(tokens)] if with_tokens else []))
        if options not in servers:
            servers[options] = serve_all(root, *options)
        return _parsed(servers[options].send(_request(exchange)))

    return ask


def _request(exchange: Any) -> bytes:
    is_old = exchange.headers.get("Host") is None
    lines = [f"{exchange.method} {_with_all(exchange)} HTTP/1.{0 if is_old else 1}"]
    lines += [f"{name}: {value}" for name, value in exchange.headers.items() if value is not None]
    lines += [f"Content-Length: {len(exchange.sent)}"] if exchange.sent else []
    return "\r\n".join([*lines, "Connection: close", "", exchange.sent]).encode("utf-8", "surrogateescape")


def _with_all(exchange: Any) -> str:
    """Add the parameters for the source language and for all keys, which a server always includes."""
    path: str = exchange.path
    if "statistics" not in path and "/languages/" not in path:
        return path
    return f"{path}{'&' if '?' in path else '?'}extended=true&with_source=true"


def _parsed(received: bytes) -> Answered:
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return Answered(int(status.split()[1]), headers, body.decode())


@NEEDS_SPEC
def test_throttled_responses_are_equal_to_a_servers(
    recorded: Callable[[str], Recorded], ask: Callable[..., Answered]
) -> None:
    for name in [each for each in names("http-recorded/1[89]*.txt") if IN_TURN.match(each)]:
        exchange = recorded(name)
        answered = ask(exchange, "--rate-limit", "100/day")
        if exchange.status == 429:
            while answered.status != 429:
                answered = ask(exchange, "--rate-limit", "100/day")
            seconds = answered.headers["retry-after"]
            assert exchange.text.replace(exchange.received["retry-after"], seconds) == answered.text
            assert 86_000 < int(seconds) <= 86_400
        assert answered.status == exchange.status
        hold_headers(answered, exchange)
        for header in ("x-ratelimit-limit", "x-ratelimit-remaining"):
            assert answered.headers.get(header) == exchange.received.get(header), f"{name} {header}"
        assert ("x-ratelimit-reset" in answered.headers) == ("x-ratelimit-reset" in exchange.received)


@pytest.mark.parametrize("name", [each for each in names("http-recorded/*.txt") if not IN_TURN.match(str(each))])
def test_a_recorded_request_gets_an_equal_response(
    name: str,
    recorded: Callable[[str], Recorded],
    ask: Callable[..., Answered],
    differences: Callable[..., list[str]],
    shape: Callable[[Any], Any],
    without_ours: Callable[[Any], Any],
    left_out: Callable[[Any, Any], set[str]],
) -> None:
    if name.removesuffix(".txt") in NOT_OURS:
        pytest.skip(NOT_OURS[name.removesuffix(".txt")])
    exchange = recorded(name)
    answered = ask(exchange, with_tokens=bool(ANONYMOUS.match(name)))
    assert answered.status == exchange.status
    hold_headers(answered, exchange)
    if exchange.method == "HEAD":
        assert answered.text == ""
    elif exchange.received["content-type"].startswith("text/csv"):
        hold_rows(answered.text, exchange.text)
    elif OTHER_TREE.match(name):
        ours, theirs = shape(json.loads(answered.text)), shape(exchange.json)
        assert [each for each in differences(ours, theirs, frozenset()) if "'NoneType'" not in each] == []
        assert "statistics" not in exchange.path or left_out(ours, theirs) == set()
    else:
        ours, theirs = without_ours(json.loads(answered.text)), _translated(exchange.json)
        assert differences(ours, theirs, OTHER_VALUES) == []
        if "statistics" in exchange.path:
            # Objects have no keys that only a server can fill. The client tests check the keys that are needed.
            assert left_out(ours, theirs) == set()
            assert order(ours) == order(theirs)


def order(value: Any) -> Any:
    """Return the keys of JSON in order."""
    if isinstance(value, dict):
        return [(key, order(inner)) for key, inner in value.items()]
    return [order(inner) for inner in value] if isinstance(value, list) else None


def hold_headers(answered: Answered, exchange: Any) -> None:
    """Compare the headers that describe the response, without those for caches and cookies."""
    for name in ("content-type", "www-authenticate"):
        assert answered.headers.get(name) == exchange.received.get(name), name
    reading = [method for method in exchange.received["allow"].split(", ") if method in ("GET", "HEAD", "OPTIONS")]
    assert answered.headers["allow"].split(", ") == reading
    assert answered.headers["vary"] == "Accept"


def hold_rows(ours: str, theirs: str) -> None:
    """Compare the column order and the common rows of CSV."""
    (our_columns, *our_rows), (their_columns, *their_rows) = (
        list(csv.reader(io.StringIO(each))) for each in (ours, theirs)
    )
    assert our_columns == their_columns
    moving = {"last_change", "recent_changes"}
    known = [_row(our_columns, row, moving) for row in our_rows]
    assert ours.count("\r\n") == 1 + len(our_rows)
    if their_columns.count("code"):
        codes = [row[their_columns.index("code")] for row in their_rows]
        assert [row[our_columns.index("code")] for row in our_rows] == codes
        app_only = [row for row, code in zip(their_rows, codes, strict=True) if code in ("ja", "pt_BR", "zh_Hans")]
        assert all(_row(their_columns, row, moving) in known for row in app_only)


def _row(columns: list[str], row: list[str], moving: set[str]) -> dict[str, str]:
    return {name: value for name, value in zip(columns, row, strict=True) if name not in moving}


def _translated(value: Any) -> Any:
    text = json.dumps(value)
    for theirs, ours in IN_ENGLISH.items():
        text = text.replace(theirs, ours)
    return json.loads(text)
